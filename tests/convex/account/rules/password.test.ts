import { describe, expect, test } from "vitest";
import {
  normalizeEmail,
  passwordParts,
  passwordProblem,
} from "../../../../convex/base/rules/password.ts";

describe("the password rule", () => {
  test.each([
    ...["Str0ng!pw", "Aa1!Aa1!", `x"X1{}|<`, "A1!" + "a".repeat(200)],
    // As Safari and password managers suggest them.
    ...[
      "hujzYn-8zyhpo-7gydxX",
      "correct Horse 9 battery",
      "Passw0rd_",
      "Tr0ub4dor+3",
      "Pa55€wort",
    ],
  ])("%j may be used", (password) => {
    expect(passwordProblem(password)).toBeNull();
  });

  test.each([
    "Aa1!Aa1",
    "alllower1!",
    "ALLUPPER1!",
    "NoDigits!!",
    "NoSpecial11",
    "",
  ])("%j is too weak", (password) => {
    expect(passwordProblem(password)).toBe("weakPassword");
  });

  test("each part is met on its own", () => {
    expect(passwordParts("abc-1")).toEqual({
      length: false,
      lower: true,
      upper: false,
      digit: true,
      special: true,
    });
  });

  test("common and endless ones are refused with their own codes", () => {
    expect(passwordProblem("P@ssw0rd1")).toBe("commonPassword");
    expect(passwordProblem("Aa1!" + "x".repeat(253))).toBe("passwordTooLong");
  });
});

test.each([
  [" A@X.com ", "a@x.com"],
  ["first.last+tag@sub.example.co.uk", "first.last+tag@sub.example.co.uk"],
  [`${"X".repeat(64)}@a.bc`, `${"x".repeat(64)}@a.bc`],
  ["o'neil@xn--bcher-kva.example", "o'neil@xn--bcher-kva.example"],
  // As browsers write them in e-mail fields, which other fields do not do.
  ["anna@bücher.example", "anna@xn--bcher-kva.example"],
  ["Max@STRASSE.example", "max@strasse.example"],
  ["a@почта.рф", "a@xn--80a1acny.xn--p1ai"],
  ["a\u200b@x.com\u202c", "a@x.com"],
])("an e-mail address has one form: %j becomes %j", (typed, kept) => {
  expect(normalizeEmail(typed)).toBe(kept);
});

test.each([
  "",
  "a",
  "a@",
  "@b.c",
  "a@b",
  "a b@c.d",
  `${"x".repeat(65)}@a.bc`,
  `a@${"x.".repeat(130)}bc`,
  "a@-b.c",
  "a@b..c",
  "a@b.c\r\nBcc: x@y.z",
  "a@b.c,x",
  "<a@b.c>",
  "a@b.c>",
  '"a"@b.c',
  "a\u0000@b.c",
  // A Kelvin sign becomes a plain k in lower case, a long s in upper case a plain S.
  "\u212Aate@x.com",
  "\u017Fam@x.com",
  "\u0430nna@x.com",
  "a@\uFF58.com",
  "a@x\u3002com",
])("an e-mail address has one form: %j is refused", (typed) =>
  expect(normalizeEmail(typed)).toBeNull(),
);
