/** Phone numbers for texts, in E.164. The numbering plans take 145 kB: browsers load typedPhone.ts (.lint/zones.js). */
import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from "libphonenumber-js/max";
import { appError, refuse } from "./errors";
import { plainDigits } from "./digits";
import { withoutHidden } from "./hidden";
import type { Refused } from "./refusals";
import { cleanPhone, MAX_PHONE, TEL } from "./typedPhone";

/**
 * The number in E.164; null if none was given. Its length must be in use in its country, which excludes emergency
 * numbers. product.md J11
 * @param country for numbers without a prefix, ISO alpha-2; null: international numbers only
 */
export function readPhone(
  text: string | undefined,
  country: string | null,
): { ok: true; phone: string | null } | Refused<"phoneInvalid"> {
  if (text === undefined || text.trim() === "")
    return { ok: true, phone: null };
  const number = parse(text, country);
  return number === null
    ? refuse("phoneInvalid")
    : { ok: true, phone: number.number };
}

/**
 * A shop's own number for people to read and dial, such as '+44 20 7946 0018 ext. 12'; null if none was given. Without a
 * country a local number stays as typed (product.md B1).
 * @throws phoneInvalid
 */
export function readShopPhone(
  text: string | undefined,
  country: string | null,
): string | null {
  if (text === undefined || text.trim() === "") return null;
  const number = parse(text, country);
  if (number !== null) return number.formatInternational();
  if (country !== null) throw appError("phoneInvalid");
  return cleanPhone(text);
}

function parse(text: string, country: string | null): PhoneNumber | null {
  const dialled = plainDigits(withoutHidden(text))
    .slice(0, MAX_PHONE)
    .replace(TEL, "");
  const typed = parseOne(dialled, country);
  const abroad = parseOne(dialled.replace(/^\s*00/, "+"), country);
  // Where '001' is dialled before a country's code, it begins no number of North America.
  const isDialled001 =
    typed !== undefined &&
    dialled.replace(/\D/g, "") === `001${typed.number.slice(1)}`;
  // Others, such as Australia's 0011 or Brazil's 0041, may also be the usual '00' and a code.
  const readings = isDialled001 ? [typed, abroad] : [abroad, typed];
  const numbers = readings.filter((number) => number?.isPossible());
  return numbers.find((number) => number?.isValid()) ?? numbers[0] ?? null;
}

function parseOne(reading: string, country: string | null) {
  const dialled = reading
    // The trunk prefix inside an international number.
    .replace(/^(\s*\+[\d\s]{1,5})\(0\)/, "$1")
    // Mexico's mobile prefix, which ended in 2019.
    .replace(/^(\s*\+\s*52)[\s-]*1(?=(?:\D*\d){10}\D*$)/, "$1");
  return parsePhoneNumberFromString(dialled, {
    extract: false,
    ...(country !== null &&
      isSupportedCountry(country) && { defaultCountry: country }),
  });
}

/** Countries that texts go to besides the shop's own. Elsewhere a fraudster could earn on each text we pay for. */
const OPEN_COUNTRIES: readonly string[] = [
  ..."AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU".split(" "),
  ..."LV MT NL NO PL PT RO SE SI SK CH GB US CA AU NZ JP SG".split(" "),
];

/** Territories that are dialled like the country they belong to; texts to them cost what texts to it cost. */
const PART_OF: Readonly<Record<string, string>> = {
  ...{ PR: "US", GU: "US", VI: "US", AS: "US", MP: "US" },
  ...{ GG: "GB", JE: "GB", IM: "GB", SJ: "NO", AX: "FI" },
  ...{ VA: "IT", CX: "AU", CC: "AU" },
};
const countryOf = (code: string) => PART_OF[code] ?? code;

/** Numbers that cost their caller extra, and those that are not telephones. */
const NO_PHONES: readonly (string | undefined)[] = [
  ...["PREMIUM_RATE", "SHARED_COST", "TOLL_FREE", "UAN", "PAGER", "VOICEMAIL"],
];

/** The number in E.164, if texts may go there (product.md N5). `country`: the shop's, ISO alpha-2. */
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
  // North America's personal numbers cost the same as others.
  const isCostly =
    NO_PHONES.includes(type) ||
    (type === "PERSONAL_NUMBER" && number?.countryCallingCode !== "1");
  // Guard untested: readPhone has read it; the check is for the type.
  if (number === undefined) return refuse("phoneInvalid");
  if (isCostly) return refuse("phoneInvalid");
  const isOpen =
    isPaidFor(read.phone, []) ||
    number.getPossibleCountries().some((one) => countryOf(one) === country);
  return isOpen ? { ok: true, phone: read.phone } : refuse("smsCountry");
}

/** Whether the platform's account pays for texts to this number. `more`: countries besides the open ones. */
export function isPaidFor(phone: string, more: readonly string[]): boolean {
  // Several countries may share a prefix, the main one first; usually the number tells which.
  const [first] =
    parsePhoneNumberFromString(phone)?.getPossibleCountries() ?? [];
  // Guard untested: no list has `undefined`; the check is for the type.
  if (first === undefined) return false;
  const its = countryOf(first);
  return OPEN_COUNTRIES.includes(its) || more.includes(its);
}
