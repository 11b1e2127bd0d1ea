/** Numbers that texts go to, and the countries whose local format is known. */
import { expect, test } from "vitest";
import { countryOfTimezone } from "../../../../convex/base/rules/country.ts";
import { readPhone } from "../../../../convex/base/rules/phone.ts";

test.each([
  ["+1 (555) 010-9999", "GB", "+15550109999"],
  ["07700 900123", "GB", "+447700900123"],
  ["0049 30 1234567", "US", "+49301234567"],
  ["+44 (0)20 7946 0123", "US", "+442079460123"],
  ["(201) 555-0123", "US", "+12015550123"],
  ["٠٧٧٠٠ ٩٠٠١٢٣", "GB", "+447700900123"],
  ["+49 30 1234567", null, "+49301234567"],
  ["+49 30 1234567", "ZZ", "+49301234567"],
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
  expect(readPhone(text, country)).toEqual({
    ok: false,
    code: "phoneInvalid",
  });
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
