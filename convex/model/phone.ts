/** Phone numbers as customers type them. Not which country or whether it can receive messages. */
import { appError } from "./errors";

/**
 * The number with its separators removed and '00' written as '+'; null for none given.
 * @throws phoneInvalid for text that is no phone number
 */
export function cleanPhone(text: string | undefined): string | null {
  if (text === undefined || text.trim() === "") return null;
  const digits = text
    .slice(0, 64)
    .replace(/[\s().\-/]/gu, "")
    .replace(/^00/, "+");
  if (!/^\+?[0-9]{5,15}$/.test(digits)) {
    throw appError("phoneInvalid");
  }
  return digits;
}
