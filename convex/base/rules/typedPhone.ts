/** Light checks of phone numbers, for browsers and for numbers that are only dialled. */
import { appError } from "./errors";
import { plainDigits } from "./digits";
import { withoutHidden } from "./hidden";

/** Longer text is not a phone number. */
export const MAX_PHONE = 64;
/** What a copied link to a number begins with. */
export const TEL = /^\s*tel:/i;

/** The number without separators; null if none was given. @throws phoneInvalid */
export function cleanPhone(text: string | undefined): string | null {
  if (text === undefined || text.trim() === "") return null;
  const digits = plain(text)
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
  const typed = plain(text);
  return (
    /^[\d\s()+./,;#-]*(?:(?:ext|x)\.?\s*\d{1,7})?$/i.test(typed) &&
    typed.replace(/\D/g, "").length >= 5
  );
}

/** Websites write numbers with dashes, keyboards of other scripts with their own digits and plus. */
function plain(text: string): string {
  return plainDigits(withoutHidden(text))
    .replace(TEL, "")
    .replace(/[\u2010-\u2015\u2212\uff0d]/g, "-")
    .replace(/\uff0b/g, "+");
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
