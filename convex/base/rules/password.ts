/** The password rule, and normalizing e-mail addresses. */
import { withoutHidden } from "./hidden";

export const MIN_PASSWORD = 8;
/** Long enough for any passphrase, and keeps megabytes out of the hash. */
export const MAX_PASSWORD = 256;

/** The special characters of product.md A2: all that are neither letters nor digits, as browsers suggest them. */
const SPECIAL = /[^\p{L}\p{M}\p{N}]/u;

/** Passwords that meet the rule but are among the first that attackers try, in lower case. */
const COMMON = new Set([
  "password1!",
  "password123!",
  "password@1",
  "password@123",
  "passw0rd!",
  "p@ssw0rd",
  "p@ssw0rd1",
  "p@ssword1",
  "p@ssword123",
  "qwerty123!",
  "qwerty1!",
  "qwerty@123",
  "welcome1!",
  "welcome123!",
  "welcome@123",
  "admin123!",
  "admin@123",
  "abcd1234!",
  "abc@1234",
  "test1234!",
  "test@123",
  "letmein1!",
  "changeme1!",
  "summer2024!",
  "summer2025!",
  "summer2026!",
  "winter2025!",
  "winter2026!",
  "iloveyou1!",
  "1qaz@wsx",
  "1qaz!qaz",
  "pass@123",
  "pass@1234",
  "india@123",
]);

/** The parts of the rule of product.md A2, in the order shown, and whether a password meets each. */
export function passwordParts(password: string) {
  return {
    length: password.length >= MIN_PASSWORD,
    lower: /[a-z]/.test(password),
    upper: /[A-Z]/.test(password),
    digit: /[0-9]/.test(password),
    special: SPECIAL.test(password),
  };
}
export type PasswordPart = keyof ReturnType<typeof passwordParts>;

/** The code of the password's problem, or null: product.md A2. */
export function passwordProblem(
  password: string,
): "passwordTooLong" | "weakPassword" | "commonPassword" | null {
  if (password.length > MAX_PASSWORD) return "passwordTooLong";
  if (!Object.values(passwordParts(password)).every(Boolean))
    return "weakPassword";
  return COMMON.has(password.toLowerCase()) ? "commonPassword" : null;
}

/** The same for a password that an admin chooses for a user: only its length counts (product.md O24). */
export function givenPasswordProblem(
  password: string,
): "passwordTooLong" | "passwordTooShort" | "commonPassword" | null {
  if (password.length > MAX_PASSWORD) return "passwordTooLong";
  if (password.length < MIN_PASSWORD) return "passwordTooShort";
  return COMMON.has(password.toLowerCase()) ? "commonPassword" : null;
}

/**
 * What browsers accept (https://html.spec.whatwg.org/#valid-e-mail-address), plus a dot in the domain. ASCII only, so
 * that no two addresses look alike, and nothing with a meaning in mail headers.
 */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** A domain with letters outside ASCII. */
const WORLD_DOMAIN = /^[\p{L}\p{M}\p{N}.-]{1,253}$/u;

/**
 * Trimmed and lowercased, so that 'A@x.com ' and 'a@x.com' are one account; null if invalid. A domain such as
 * 'bücher.example' is written in ASCII, as browsers do in e-mail fields.
 */
export function normalizeEmail(email: string): string | null {
  const address = asciiDomain(withoutHidden(email).trim());
  const isOne = address.length <= 254 && EMAIL.test(address);
  return isOne ? address.toLowerCase() : null;
}

function asciiDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  // eslint-disable-next-line no-control-regex -- the range of ASCII
  const isAscii = /^[\x00-\x7f]*$/.test(domain);
  // Other forms of a letter, such as full-width ones, are nobody's address.
  const isPlain = domain === domain.normalize("NFKC");
  if (isAscii || !isPlain || !WORLD_DOMAIN.test(domain)) return address;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}
