/** The keys a deployment needs and nobody should have to make: the admin key, and the pair that signs sessions. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Kept in the data folder, readable by its owner only.
 * @param {string} data the folder, which exists
 */
export function adminKeyOf(data) {
  const file = join(data, "admin.key");
  try {
    const known = readFileSync(file, "utf8").trim();
    if (known !== "") return known;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const key = `engine|${randomBytes(32).toString("hex")}`;
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  // The mode above counts only for a new file.
  chmodSync(file, 0o600);
  return key;
}

/** The environment variables with which @convex-dev/auth signs its tokens, in the form its own set-up gives them. */
export function sessionKeys() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
  });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  const jwk = publicKey.export({ format: "jwk" });
  return {
    JWT_PRIVATE_KEY: String(pem).trimEnd().replace(/\n/g, " "),
    JWKS: JSON.stringify({ keys: [{ use: "sig", ...jwk }] }),
  };
}
