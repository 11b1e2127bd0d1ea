/** Phone numbers as people type them, checked lightly: what browsers check, and what is only ever dialled. Numbers that texts go to: phone.ts. */
import { appError } from "./errors";

/** Longer text is no phone number. */
export const MAX_PHONE = 64;

/**
 * The number with its separators removed and '00' written as '+'; null for none given.
 * @throws phoneInvalid for text that is no phone number
 */
export function cleanPhone(text: string | undefined): string | null {
  if (text === undefined || text.trim() === "") return null;
  const digits = text
    .slice(0, MAX_PHONE)
    .replace(/[\s().\-/]/gu, "")
    .replace(/^00/, "+");
  if (!/^\+?[0-9]{5,15}$/.test(digits)) {
    throw appError("phoneInvalid");
  }
  return digits;
}

/** The last three digits of a phone number. */
export function maskedPhone(phone: string): string {
  return `••• ${phone.slice(-3)}`;
}

/** A customer's phone number as the reader sees it: an admin who views as owner sees what the portal shows of it. */
export function phoneSeenBy(
  { coversPhones }: { readonly coversPhones?: boolean },
  { phone }: { readonly phone: string | null },
): string | null {
  return phone !== null && coversPhones === true ? maskedPhone(phone) : phone;
}
