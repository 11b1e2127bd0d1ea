/**
 * The password rule and the e-mail's one form. Not the hashing: that is
 * account/rules/passwordHash.ts.
 */
export const MIN_PASSWORD = 8;
/** Long enough for any passphrase; a bound keeps hashing from being fed megabytes. */
export const MAX_PASSWORD = 256;

/** The special characters of product.md A2. */
const SPECIAL = /[!@#$%^&*(),.?":{}|<>]/;

/**
 * Passwords that satisfy the four classes and are still among the first that
 * attackers try, in lower case.
 */
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

/**
 * Null if the password may be used, else the code of what is wrong with it:
 * product.md A2.
 */
export function passwordProblem(
  password: string,
): "passwordTooLong" | "weakPassword" | "commonPassword" | null {
  if (password.length > MAX_PASSWORD) return "passwordTooLong";
  const strong =
    password.length >= MIN_PASSWORD &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /[0-9]/.test(password) &&
    SPECIAL.test(password);
  if (!strong) return "weakPassword";
  return COMMON.has(password.toLowerCase()) ? "commonPassword" : null;
}

/** The same for a password that an admin makes up for somebody: its length counts, not its characters (product.md O24). */
export function givenPasswordProblem(
  password: string,
): "passwordTooLong" | "passwordTooShort" | "commonPassword" | null {
  if (password.length > MAX_PASSWORD) return "passwordTooLong";
  if (password.length < MIN_PASSWORD) return "passwordTooShort";
  return COMMON.has(password.toLowerCase()) ? "commonPassword" : null;
}

/**
 * What browsers take in a field for an address, with a dot in the domain
 * (https://html.spec.whatwg.org/#valid-e-mail-address). Letters of one
 * alphabet only, so that no two addresses look alike, and nothing that means
 * something in a mail's header.
 */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** Trimmed and lowercased, so that 'A@x.com ' and 'a@x.com' are one account; null if it cannot be an address. */
export function normalizeEmail(email: string): string | null {
  const address = email.trim();
  const isOne = address.length <= 254 && EMAIL.test(address);
  return isOne ? address.toLowerCase() : null;
}
