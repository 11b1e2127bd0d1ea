/** Where ?redirect= may lead: only to our own pages. */
import { expect, test } from "vitest";
import { loginPath, paths } from "../../../../src/lib/address/paths.ts";
import { redirectTarget } from "../../../../src/lib/address/redirect.ts";

test.each([
  ["/dashboard", "/dashboard"],
  ["/dashboard?tab=queue#x", "/dashboard?tab=queue#x"],
  ["/a/../setup", "/setup"],
  [
    "/checkout-success?session_id=cs_1&plan=pro",
    "/checkout-success?session_id=cs_1&plan=pro",
  ],
  ["/@evil", "/@evil"],
])("our own pages are kept: %s", (wanted, target) => {
  expect(redirectTarget(wanted)).toBe(target);
});

test("our own pages are kept: the gate's login address leads back to its page", () => {
  const place = "/checkout-success?session_id=cs_1&plan=pro";
  const url = new URL(loginPath(place), "https://shop.example");
  expect(redirectTarget(url.searchParams.get("redirect"))).toBe(place);
});

test.each([
  ["nothing", null],
  ["an empty text", ""],
  ["no slash", "dashboard"],
  ["a host", "//evil.example"],
  ["three slashes", "///evil.example"],
  ["slash backslash", "/\\evil.example"],
  ["backslashes", "\\\\evil.example"],
  ["a backslash further in", "/x\\..\\\\evil.example"],
  ["an encoded slash", "/%2fevil.example"],
  ["two encoded slashes", "%2f%2fevil.example"],
  ["twice encoded", "/%252fevil.example"],
  ["five times encoded", "/%252525252fevil.example"],
  ["more often than is undone", `/${"%25".repeat(9)}2fevil.example`],
  ["an encoded backslash", "/%5cevil.example"],
  ["a tab between", "/\t/evil.example"],
  ["an encoded tab between", "/%09/evil.example"],
  ["a newline between", "/\n/evil.example"],
  ["an encoded newline", "/%0d%0a/evil.example"],
  ["a null byte", "/%00/evil.example"],
  ["a leading space", " //evil.example"],
  ["a dot and two slashes", "/.//evil.example"],
  ["dots that end at a host", "/x/..//evil.example"],
  ["https", "https://evil.example/"],
  ["https without slashes", "https:evil.example"],
  ["http", "http:evil.example"],
  ["javascript", "javascript:alert(1)"],
  ["data", "data:text/html,<script>alert(1)</script>"],
  ["a user before a host", "//our.example@evil.example"],
  ["fullwidth dots after two slashes", "//evil\u3002example"],
  ["a broken escape", "/%"],
  ["10 kB", `/${"a".repeat(10_000)}`],
])("[A12] everything else leads to the dashboard: %s", (_name, wanted) => {
  expect(redirectTarget(wanted)).toBe(paths.dashboard);
});
