/** Light checks of phone numbers, for browsers and for numbers that are only dialled. */
import { appError } from "./errors";
import { withoutHidden } from "./hidden";

/** Longer text is not a phone number. */
export const MAX_PHONE = 64;

/** The number without separators; null if none was given. @throws phoneInvalid */
export function cleanPhone(text: string | undefined): string | null {
  if (text === undefined || text.trim() === "") return null;
  const digits = withoutHidden(text)
    .slice(0, MAX_PHONE)
    .replace(/[\s().\-/]/gu, "")
    .replace(/^00/, "+");
  if (!/^\+?[0-9]{5,15}$/.test(digits)) {
    throw appError("phoneInvalid");
  }
  return digits;
}

/** Whether a server could read this as a number, perhaps with an extension. */
export function isPhoneLike(text: string): boolean {
  const plain = withoutHidden(text);
  return (
    /^[\d\s()+./,;#-]*(?:(?:ext|x)\.?\s*\d{1,7})?$/i.test(plain) &&
    plain.replace(/\D/g, "").length >= 5
  );
}

/** Shows only the last three digits. */
export function maskedPhone(phone: string): string {
  return `••• ${phone.slice(-3)}`;
}

/** A customer's phone number for this reader: masked for an admin who views as owner, unless shown in the portal. */
export function phoneSeenBy(
  { coversPhones }: { readonly coversPhones?: boolean },
  { phone }: { readonly phone: string | null },
): string | null {
  return phone !== null && coversPhones === true ? maskedPhone(phone) : phone;
}
