/** Numbers and codes as people type and copy them. */
import { expect, test, vi } from "vitest";
import { typedCode } from "../../../../convex/base/rules/digits.ts";
import { normalizeEmail } from "../../../../convex/base/rules/password.ts";
import { readPhone } from "../../../../convex/base/rules/phone.ts";
import { isPhoneLike } from "../../../../convex/base/rules/typedPhone.ts";

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

test.each([
  ["a phone number", (text: string) => readPhone(text, "GB")],
  ["a number to check", isPhoneLike],
  ["a code", typedCode],
  ["an address", normalizeEmail],
])(
  "%s is cut before it is cleaned: megabytes would take seconds",
  (_what, read) => {
    const replacing = vi.spyOn(String.prototype, "replace");
    try {
      read("\u0660\u200b".repeat(50_000));
    } catch {
      // Not a number.
    }
    const lengths = replacing.mock.contexts.map((text) => String(text).length);
    replacing.mockRestore();
    expect(Math.max(...lengths)).toBeLessThan(10_000);
  },
);
