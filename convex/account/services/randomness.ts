/** Secrets from the host's random bytes. Actions only, because results differ each time. */
import { RECOVERY_LENGTH, RECOVERY_LETTERS } from "../rules/secondFactor";
import { CODE_LENGTH, CODE_LETTERS } from "../../business/rules/tablets";
import {
  hashPassword,
  SALT_BYTES,
  type HashShare,
} from "../rules/passwordHash";

const CODES = 10 ** 8;
const RECOVERY_CODES = 10;

/** A hash of `password` with a new salt. */
export async function freshHash(password: string, share: HashShare) {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return await hashPassword(password, salt, share);
}

/** 24 random bytes in base64url, like the secrets that browsers make. */
export function urlSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Ten recovery codes of sixteen characters. With 80 bits each, they need no slow hash. */
export function recoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_LENGTH));
    return Array.from(bytes, (byte) => RECOVERY_LETTERS[byte % 32]).join("");
  });
}

/** A tablet's pairing code: 40 bits. */
export function pairingCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return Array.from(bytes, (byte) => CODE_LETTERS[byte % 32]).join("");
}

/** Eight digits, all codes equally likely: 26 bits. */
export function resetCode(): string {
  const limit = 2 ** 32 - (2 ** 32 % CODES);
  for (;;) {
    const [value = limit] = crypto.getRandomValues(new Uint32Array(1));
    // Guard untested: it rejects one draw in 45, so that all codes are equally likely.
    if (value < limit) return String(value % CODES).padStart(8, "0");
  }
}
