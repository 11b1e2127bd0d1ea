/**
 * Phone numbers that texts are sent to, in E.164, and to which of them. The package brings the
 * numbering plans of the world, 145 kB of them: no browser loads this file
 * (.eslint/zones.js). Browsers check with typedPhone.ts.
 */
import {
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
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

/**
 * Texts go to these countries besides the shop's own: the European Economic
 * Area, Switzerland, the United Kingdom, North America, Australia, New
 * Zealand, Japan, Singapore. Whoever joins with a costly number abroad would
 * be paid for each text, by us; in these that is no business.
 */
const OPEN_COUNTRIES: readonly string[] = [
  ..."AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU".split(" "),
  ..."LV MT NL NO PL PT RO SE SI SK CH GB US CA AU NZ JP SG".split(" "),
];

/** Numbers that cost their caller extra, and what is no telephone. */
const NO_PHONES: readonly (string | undefined)[] = [
  ...["PREMIUM_RATE", "SHARED_COST", "TOLL_FREE", "UAN", "PAGER", "VOICEMAIL"],
];

/**
 * The number in E.164, if texts may go there (product.md N5).
 * @param country of the shop, ISO alpha-2
 */
export function textableNumber(
  text: string | undefined,
  country: string | null,
):
  | { ok: true; phone: string }
  | Refused<"phoneRequired" | "phoneInvalid" | "smsCountry"> {
  const read = readPhone(text, country);
  if (!read.ok) return read;
  if (read.phone === null) return refuse("phoneRequired");
  const number = parsePhoneNumberFromString(read.phone);
  const type = number?.getType();
  // North America's personal numbers cost what others do.
  const isCostly =
    NO_PHONES.includes(type) ||
    (type === "PERSONAL_NUMBER" && number?.countryCallingCode !== "1");
  if (
    // Guard untested: readPhone has read it; the check is for the type.
    number === undefined ||
    isCostly
  )
    return refuse("phoneInvalid");
  const isOpen =
    isPaidFor(read.phone, []) ||
    number.getPossibleCountries().some((one) => one === country);
  return isOpen ? { ok: true, phone: read.phone } : refuse("smsCountry");
}

/**
 * Whether the platform's account pays for texts to this number. A shop's own
 * account pays for those to the shop's country, too, which its owner chooses:
 * the platform would pay for any that somebody earns by.
 * @param more countries besides the open ones, ISO alpha-2
 */
export function isPaidFor(phone: string, more: readonly string[]): boolean {
  // Several share a prefix, the main one first; mostly the number tells which it is.
  const [its] = parsePhoneNumberFromString(phone)?.getPossibleCountries() ?? [];
  return (
    its !== undefined && (OPEN_COUNTRIES.includes(its) || more.includes(its))
  );
}
