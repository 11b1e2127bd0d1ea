import { describe, expect, test } from "vitest";
import {
  normalizeEmail,
  passwordProblem,
} from "../../../convex/model/password.ts";
import { texts } from "../../../convex/model/texts.ts";

describe("the password rule", () => {
  test.each(["Str0ng!pw", "Aa1!Aa1!", `x"X1{}|<`, "A1!" + "a".repeat(200)])(
    "%j may be used",
    (password) => {
      expect(passwordProblem(password)).toBeNull();
    },
  );

  test.each([
    "Aa1!Aa1",
    "alllower1!",
    "ALLUPPER1!",
    "NoDigits!!",
    "NoSpecial11",
    // '-' is not among the specification's special characters.
    "Passw0rd-",
    "",
  ])("%j is too weak", (password) => {
    expect(passwordProblem(password)).toBe(texts.weakPassword);
  });

  test("common ones and endless ones are refused with their own words", () => {
    expect(passwordProblem("P@ssw0rd1")).toBe(texts.commonPassword);
    expect(passwordProblem("Aa1!" + "x".repeat(253))).toBe(
      texts.passwordTooLong,
    );
  });
});

describe("an e-mail address has one form", () => {
  test.each([
    [" A@X.com ", "a@x.com"],
    ["first.last+tag@sub.example.co.uk", "first.last+tag@sub.example.co.uk"],
  ])("%j becomes %j", (typed, kept) => {
    expect(normalizeEmail(typed)).toBe(kept);
  });

  test.each([
    "",
    "a",
    "a@",
    "@b.c",
    "a@b",
    "a b@c.d",
    `${"x".repeat(250)}@a.bc`,
  ])("%j is none", (typed) => {
    expect(normalizeEmail(typed)).toBeNull();
  });
});
