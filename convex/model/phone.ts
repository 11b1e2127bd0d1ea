/**
 * Phone numbers that texts are sent to, in E.164. The package brings the
 * numbering plans of the world, 83 kB of them: no browser loads this file
 * (.eslint/zones.js). Browsers check with typedPhone.ts.
 */
import {
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { refuse } from "./errors";
import type { Refused } from "./refusals";
import { MAX_PHONE } from "./typedPhone";

/**
 * The number as '+' and digits; null for none given. A number without a
 * country's prefix is read as one of `country`, '00' as '+'. Whether somebody
 * can be reached by it only a carrier knows: it must have a length that its
 * country gives out, which leaves no emergency number. product.md J11
 * @param country ISO alpha-2; null, or one that is unknown, takes international numbers only
 */
export function readPhone(
  text: string | undefined,
  country: string | null,
): { ok: true; phone: string | null } | Refused<"phoneInvalid"> {
  if (text === undefined || text.trim() === "")
    return { ok: true, phone: null };
  // Where '00' is not dialled abroad, no number begins with it either.
  const dialled = text.slice(0, MAX_PHONE).replace(/^\s*00/, "+");
  const number = parsePhoneNumberFromString(dialled, {
    extract: false,
    ...(country !== null &&
      isSupportedCountry(country) && { defaultCountry: country }),
  });
  if (number === undefined || !number.isPossible()) {
    return refuse("phoneInvalid");
  }
  return { ok: true, phone: number.number };
}
