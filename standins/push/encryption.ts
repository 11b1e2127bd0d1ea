/** A browser's half of web push (RFC 8291, 8188, 8292). Written from the standards, not with the product's library. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import type { Phone } from "./push-state.ts";

/** Seconds. */
const LONGEST = 24 * 3600;

export function newPhone(): Phone {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  return {
    p256dh: keys.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
    secret: keys.getPrivateKey("base64url"),
    gone: false,
  };
}

/** The text of an aes128gcm body. Null if it is for another phone or incomplete. */
export function decrypt(body: Buffer, phone: Phone): string | null {
  try {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const theirs = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const keys = createECDH("prime256v1");
    keys.setPrivateKey(phone.secret, "base64url");
    const ours = keys.getPublicKey();
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), ours, theirs]);
    const auth = Buffer.from(phone.auth, "base64url");
    const shared = derive(keys.computeSecret(theirs), auth, info, 32);
    const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
    const opener = createDecipheriv("aes-128-gcm", key, nonce);
    opener.setAuthTag(sealed.subarray(-16));
    const record = Buffer.concat([
      opener.update(sealed.subarray(0, -16)),
      opener.final(),
    ]);
    // The last record ends with a 2 and zeros.
    const end = record.lastIndexOf(2);
    return record.subarray(0, end).toString("utf8");
  } catch {
    return null;
  }
}

/** The signer of the request, `mailto:` or `https:`. Null without a good signature for this origin at `now` (Unix seconds). */
export function signerOf(
  header: string | undefined,
  origin: string,
  now: number,
): string | null {
  const [, token = "", key = ""] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  try {
    const point = Buffer.from(key, "base64url");
    const publicKey = createPublicKey({
      format: "jwk",
      key: {
        ...{ kty: "EC", crv: "P-256" },
        x: point.subarray(1, 33).toString("base64url"),
        y: point.subarray(33, 65).toString("base64url"),
      },
    });
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    const { aud, exp, sub } = JSON.parse(
      Buffer.from(claims, "base64url").toString("utf8"),
    ) as Partial<Record<string, unknown>>;
    const isGood =
      isSigned &&
      aud === origin &&
      typeof exp === "number" &&
      exp > now &&
      exp <= now + LONGEST;
    const isNamed = typeof sub === "string" && /^(mailto|https):/.test(sub);
    return isGood && isNamed ? sub : null;
  } catch {
    return null;
  }
}

function derive(
  secret: Buffer,
  salt: Buffer,
  info: Buffer | string,
  length: number,
): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
