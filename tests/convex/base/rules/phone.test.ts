/** Numbers that texts go to, and the countries whose local format is known. */
import { expect, test } from "vitest";
import { countryOfTimezone } from "../../../../convex/base/rules/country.ts";
import {
  readPhone,
  readShopPhone,
} from "../../../../convex/base/rules/phone.ts";
import { isPhoneLike } from "../../../../convex/base/rules/typedPhone.ts";

test.each([
  ["+1 (555) 010-9999", "GB", "+15550109999"],
  ["07700 900123", "GB", "+447700900123"],
  ["0049 30 1234567", "US", "+49301234567"],
  ["+44 (0)20 7946 0123", "US", "+442079460123"],
  ["(201) 555-0123", "US", "+12015550123"],
  ["٠٧٧٠٠ ٩٠٠١٢٣", "GB", "+447700900123"],
  ["+49 30 1234567", null, "+49301234567"],
  ["+49 30 1234567", "ZZ", "+49301234567"],
  // Copied from a phone's contacts.
  ["\u202a+44 7700 900123\u202c", "US", "+447700900123"],
  ["\u200e07700\u00a0900\u2011123\ufeff", "GB", "+447700900123"],
  // Countries' own prefixes that begin with '00'.
  ["0011 44 7700 900123", "AU", "+447700900123"],
  ["001 65 9123 4567", "HK", "+6591234567"],
  ["001 65 9223 4567", "HK", "+6592234567"],
  ["001 852 9123 4567", "SG", "+85291234567"],
  ["001 1 212 555 0123", "HK", "+12125550123"],
  ["00 65 9123 4567", "HK", "+6591234567"],
  // '00' as written in most countries, where it is not dialled so.
  ["0065 9123 4567", "SG", "+6591234567"],
  ["0065 9123 4567", "KR", "+6591234567"],
  ["0041 44 668 18 00", "BR", "+41446681800"],
  ["0044 7700 900123", "AU", "+447700900123"],
  ["001 646 200 1234", "AU", "+16462001234"],
  ["001 876 200 1234", "JP", "+18762001234"],
  ["0044 7700 900123", "JP", "+447700900123"],
  ["001 212 555 0123", "US", "+12125550123"],
  ["001 212 555 0123", "GB", "+12125550123"],
  ["001 212 555 0123", "HK", "+12125550123"],
  ["tel:+447700900123", "US", "+447700900123"],
  ["TEL: 07700 900123", "GB", "+447700900123"],
  // Mexico's mobile prefix of before 2019.
  ["+52 1 55 1234 5678", "US", "+525512345678"],
  ["+5215512345678", "MX", "+525512345678"],
  ["+52 55 1234 5678", "US", "+525512345678"],
  ["", "GB", null],
  ["  ", "GB", null],
  [undefined, "GB", null],
])("%j in %s is %s", (text, country, number) => {
  expect(readPhone(text, country)).toEqual({ ok: true, phone: number });
});

test.each([
  ["call me", "GB"],
  ["123", "GB"],
  ["999", "GB"],
  ["112", "DE"],
  ["07700 900123", null],
  ["07700 900123", "ZZ"],
  ["+999 1234567", "GB"],
  ["1".repeat(1_000), "GB"],
  ["+44 7700 900123; drop", "GB"],
])("%j in %s is no number", (text, country) => {
  expect(readPhone(text, country)).toEqual({ ok: false, code: "phoneInvalid" });
});

test.each([
  ["Europe/London", "GB"],
  ["America/New_York", "US"],
  ["US/Eastern", "US"],
  ["Asia/Kolkata", "IN"],
  ["Asia/Kathmandu", "NP"],
  ["Australia/Lord_Howe", "AU"],
  ["Europe/Kyiv", "UA"],
  ["Europe/Berlin", "DE"],
  ["Europe/Belgrade", "RS"],
  ["Asia/Ho_Chi_Minh", "VN"],
  ["UTC", null],
])("%s is in %s", (timezone, country) => {
  expect(countryOfTimezone(timezone)).toBe(country);
});

test.each([
  ["+44 (0)20 7946 0018", "GB", "+44 20 7946 0018"],
  ["020 7946 0018", "GB", "+44 20 7946 0018"],
  ["\u202a+44 20 7946 0018\u202c", "US", "+44 20 7946 0018"],
  ["(212) 555-0123 ext. 45", "US", "+1 212 555 0123 ext. 45"],
  ["+49 (0) 30 1234567", "DE", "+49 30 1234567"],
  ["12345", null, "12345"],
  ["", "GB", null],
])("[B1] a shop's number %j in %s is kept as %j", (text, country, kept) => {
  expect(readShopPhone(text, country)).toBe(kept);
});

test.each([
  ["call us", "GB"],
  ["12345", "GB"],
  ["12345678901234567890", "GB"],
  ["call us", null],
])("[B1] a shop's number %j in %s is refused", (text, country) => {
  expect(() => readShopPhone(text, country)).toThrow("phoneInvalid");
});

// Screens check before they ask the server, which reads all of these.
test.each([
  ["+44 7700 900-123", true],
  ["020 7946 0018 ext. 12", true],
  // From websites: a dash, and hyphens at which no line breaks.
  ["020 7946–0018", true],
  ["(201) 555\u20110123", true],
  ["٠٧٧٠٠ ٩٠٠١٢٣", true],
  ["＋４４ ７７００ ９００１２３", true],
  ["\u202a+44 7700 900123\u202c", true],
  ["tel:+447700900123", true],
  ["call me", false],
  ["1234", false],
])("a screen takes %j for a number: %s", (text, expected) => {
  expect(isPhoneLike(text)).toBe(expected);
  if (expected) expect(readPhone(text, "GB")).toMatchObject({ ok: true });
});
