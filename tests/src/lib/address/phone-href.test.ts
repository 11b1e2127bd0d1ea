/** Phone numbers for the eye. */
import { expect, test } from "vitest";
import { phoneGrouped } from "../../../../src/lib/address/phone-href.ts";

test.each([
  ["+12025550123", "+1 202 555 0123"],
  ["+447700900123", "+44 770 090 0123"],
  ["+4915112345678", "+49 151 123 456 78"],
  ["+353871234567", "+353 871 234 567"],
  ["+44 20 7946 0018 ext. 12", "+44 20 7946 0018 ext. 12"],
  ["020 7946 0018", "020 7946 0018"],
  ["••• 123", "••• 123"],
])("%s is shown as %s", (phone, shown) => {
  expect(phoneGrouped(phone)).toBe(shown);
});
