/** Codes as people type and copy them. */
import { expect, test } from "vitest";
import { typedCode } from "../../../../convex/base/rules/digits.ts";

test.each([
  ["1234 5678", "12345678"],
  ["1234-5678", "12345678"],
  ["\u200b1234\u00a05678\u2060", "12345678"],
  ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
  ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
  ["０１２３４５６７８９", "0123456789"],
  ["12a4", "12a4"],
])("%j is %s", (typed, code) => {
  expect(typedCode(typed)).toBe(code);
});
