/**
 * A deployment's keys, made automatically: for the admin, for metrics, for sessions and pushes, and for sealing
 * entrusted secrets.
 */
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
 * Opens only the engine's /metrics: for Prometheus, and for the page on which admins see the same.
 * @param {string} data the folder, which exists
 * @returns {string}
 */
export function metricsKeyOf(data) {
  return kept(join(data, "metrics.key"), () => randomBytes(32).toString("hex"));
}

/**
 * SECRETS_KEYS for a deployment that is not for production. It lies beside the database, so a copy of the database
 * alone opens nothing. In production the operator keeps the key elsewhere.
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
 * The key pair by which push services know this deployment (VAPID). It is made once, because subscribed browsers can
 * only be reached with the same pair.
 * @param {string} data the folder, which exists
 * @returns {{VAPID_PUBLIC_KEY: string, VAPID_PRIVATE_KEY: string}}
 */
export function pushKeysOf(data) {
  const text = kept(join(data, "push.key"), () => {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    // A small number comes without its leading zeros.
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
  // The mode above applies only to a new file.
  chmodSync(file, 0o600);
  return key;
}

/** The environment variables with which @convex-dev/auth signs its tokens, in the form that its set-up gives them. */
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
