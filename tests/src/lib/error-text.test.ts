/** Only sentences meant for people reach them. Canary: returning error.message instead makes the last test fail. */
import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { errorText } from "../../../src/lib/error-text.ts";

test("our own errors carry their sentence", () => {
  const error = new ConvexError({ kind: "NotFound", message: "Gone." });
  expect(errorText(error, "fallback")).toBe("Gone.");
});

test.each([
  new Error("[Request ID: 1] Server Error: secret stack"),
  new ConvexError({ kind: "NotFound" }),
  new ConvexError(null),
  "text",
  undefined,
])("%s shows the fallback", (error) => {
  expect(errorText(error, "fallback")).toBe("fallback");
});
