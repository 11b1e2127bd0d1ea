/** The keys a deployment needs and nobody should have to make: the admin key, the one that opens the metrics, the pairs that sign sessions and pushes, and the one that seals others' secrets. */
import { Buffer } from "node:buffer";
import { createECDH, generateKeyPairSync, randomBytes } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Kept in the data folder, readable by its owner only.
 * @param {string} data the folder, which exists
 * @returns {string}
 */
export function adminKeyOf(data) {
  return kept(
    join(data, "admin.key"),
    () => `engine|${randomBytes(32).toString("hex")}`,
  );
}

/**
 * Opens the engine's /metrics and nothing else: for Prometheus, and for the page on which admins see the same.
 * @param {string} data the folder, which exists
 * @returns {string}
 */
export function metricsKeyOf(data) {
  return kept(join(data, "metrics.key"), () => randomBytes(32).toString("hex"));
}

/**
 * SECRETS_KEYS for a deployment that is not for production: beside the database and not in it, so that a copy of the
 * database alone opens nothing. In production the operator keeps the key, elsewhere.
 * @param {string} data the folder, which exists
 * @returns {string}
 */
export function sealingKeysOf(data) {
  return kept(
    join(data, "sealing.key"),
    () => `1:${randomBytes(32).toString("base64")}`,
  );
}

/**
 * The pair with which push services know this deployment (VAPID): made once, because browsers that have subscribed with
 * it can be reached with it alone.
 * @param {string} data the folder, which exists
 * @returns {{VAPID_PUBLIC_KEY: string, VAPID_PRIVATE_KEY: string}}
 */
export function pushKeysOf(data) {
  const text = kept(join(data, "push.key"), () => {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    // A number that happens to be small comes without its zeros.
    const number = pair.getPrivateKey("hex").padStart(64, "0");
    const secret = Buffer.from(number, "hex").toString("base64url");
    return `${pair.getPublicKey("base64url")} ${secret}`;
  });
  const [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY] = text.split(" ");
  return { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY };
}

/**
 * @param {string} file
 * @param {() => string} make
 * @returns {string}
 */
function kept(file, make) {
  try {
    const known = readFileSync(file, "utf8").trim();
    if (known !== "") return known;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const key = make();
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
