/** What nobody may guess, made from the host's random bytes. Actions only: it may differ each time. */
import {
  hashPassword,
  SALT_BYTES,
  type HashShare,
} from "../model/passwordHash";

const CODES = 10 ** 8;

/** A hash of `password` with a new salt. */
export async function freshHash(
  password: string,
  share: HashShare,
): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return await hashPassword(password, salt, share);
}

/** What a device answers with when it has a push: 128 bits in base64url. */
export function pushReceipt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Eight digits, all codes equally likely: 26 bits. */
export function resetCode(): string {
  const limit = 2 ** 32 - (2 ** 32 % CODES);
  for (;;) {
    const [value = limit] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return String(value % CODES).padStart(8, "0");
  }
}
