/** Where ?redirect= may lead: only to our own pages. */
import { expect, test } from "vitest";
import { loginPath, paths } from "../../../../src/lib/address/paths.ts";
import { redirectTarget } from "../../../../src/lib/address/redirect.ts";

test("the gate's login address leads back to its page", () => {
  const place = "/checkout-success?session_id=cs_1&plan=pro";
  const url = new URL(loginPath(place), "https://shop.example");
  expect(redirectTarget(url.searchParams.get("redirect"))).toBe(place);
});

test.each([
  ["nothing", null],
  ["a host", "//evil.example"],
  ["javascript", "javascript:alert(1)"],
])("[A12] everything else leads to the dashboard: %s", (_name, wanted) => {
  expect(redirectTarget(wanted)).toBe(paths.dashboard);
});
