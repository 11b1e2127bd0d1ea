import { expect, test } from "vitest";
import { formOf } from "../../../../convex/account/rules/signInForm.ts";

test("a long field is cut, and not inside a character", () => {
  const { code = "" } = formOf({ code: `${"x".repeat(1023)}😀`, other: "x" });
  expect(code).toHaveLength(1024);
  expect(code.isWellFormed()).toBe(true);
});
