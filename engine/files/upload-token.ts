/**
 * Sealed permissions to upload one file. The token contains the file's future key, so that a repeated upload finds the
 * first one. Only the engine can read or make tokens.
 */
import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { FileError } from "./file-error.ts";

/** Contract i: an upload URL is valid for an hour. */
const VALID = 3_600_000;
const NONCE = 12;
const TAG = 16;

export type UploadPermission = {
  readonly key: string;
  /** Path of the component that will own the file; "" is the app. */
  readonly component: string;
};

/**
 * @param secret 32 bytes, of this deployment.
 * @param component owner of the file; "" is the app.
 * @param now ms since the epoch.
 */
export function sealUploadToken(
  secret: Buffer,
  component: string,
  now: number,
): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", secret, nonce);
  const expires = now + VALID;
  const text = JSON.stringify({ key: randomUUID(), component, expires });
  const sealed = Buffer.concat([
    nonce,
    cipher.update(text, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return sealed.toString("base64url");
}

/** @throws FileError when the token was not made here or is older than an hour. */
export function openUploadToken(
  secret: Buffer,
  token: string,
  now: number,
): UploadPermission {
  const opened = open(secret, token);
  if (opened === null)
    throw new FileError(
      401,
      "StorageTokenInvalid",
      "Couldn't decode the StoreFileAuthorization token",
    );
  if (opened.expires <= now)
    throw new FileError(
      401,
      "StorageTokenExpired",
      "Store File Authorization expired",
    );
  // Tokens of older engines name no component.
  const { key, component = "" } = opened;
  return { key, component };
}

type Opened = Pick<UploadPermission, "key"> &
  Partial<UploadPermission> & { readonly expires: number };

function open(secret: Buffer, token: string): Opened | null {
  const sealed = Buffer.from(token, "base64url");
  if (sealed.length <= NONCE + TAG) return null;
  try {
    const decipher = createDecipheriv(
      "aes-256-gcm",
      secret,
      sealed.subarray(0, NONCE),
      { authTagLength: TAG },
    );
    decipher.setAuthTag(sealed.subarray(-TAG));
    const text = Buffer.concat([
      decipher.update(sealed.subarray(NONCE, -TAG)),
      decipher.final(),
    ]).toString("utf8");
    return JSON.parse(text) as Opened;
  } catch {
    return null;
  }
}
