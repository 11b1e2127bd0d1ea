/** Where ?redirect= may lead: only to our own pages. Canary: without the origin check in ownPath, the second test fails. */
import { expect, test } from "vitest";
import { ownPath } from "../../../src/lib/paths.ts";

test.each([
  ["/dashboard", "/dashboard"],
  ["/dashboard?tab=queue#x", "/dashboard?tab=queue#x"],
  ["/a/../dashboard", "/dashboard"],
])("%s is ours", (wanted, path) => {
  expect(ownPath(wanted, "/fallback")).toBe(path);
});

test.each([
  null,
  "",
  "dashboard",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "http:evil.example",
])("%s is not", (wanted) => {
  expect(ownPath(wanted, "/fallback")).toBe("/fallback");
});
