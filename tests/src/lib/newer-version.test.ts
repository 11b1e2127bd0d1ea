import { expect, test } from "vitest";
import { mayReload } from "../../../src/lib/newer-version";

test("a missing file reloads the page once, not in a loop", () => {
  const now = 1_000_000;
  expect(mayReload(null, now)).toBe(true);
  expect(mayReload(now - 5_000, now)).toBe(false);
  expect(mayReload(now - 61_000, now)).toBe(true);
});
