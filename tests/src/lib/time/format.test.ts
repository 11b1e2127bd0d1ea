/** Times, waits and names in words. */
import { expect, test } from "vitest";
import {
  countdown,
  elapsed,
  initials,
  longMinutes,
  minutesSince,
  timeOf,
} from "../../../../src/lib/time/format.ts";
import { counting } from "../../../../src/strings/language/intl.ts";

test.each([
  [272_000, "4:32"],
  [60_000, "1:00"],
  [59_001, "1:00"],
  [1, "0:01"],
  [0, "0:00"],
  [-5_000, "0:00"],
])("%d ms left is %s", (ms, text) => {
  expect(countdown(ms)).toBe(text);
});

test.each([
  [48_999, "0:48"],
  [-1_000, "0:00"],
  [3_599_000, "59:59"],
  [3_600_000, "1 h 00 min"],
])("%d ms ago is %s", (ms, text) => {
  expect(elapsed(5_000, 5_000 + ms)).toBe(text);
});

test.each([
  [59_999, "0 min"],
  [60_000, "1 min"],
  [3_660_000, "1 h 01 min"],
  [-60_000, "0 min"],
])("waited for %d ms is %s", (ms, text) => {
  expect(minutesSince(5_000, 5_000 + ms)).toBe(text);
});

test("minutes become hours from sixty on", () => {
  expect([longMinutes(59), longMinutes(60), longMinutes(125)]).toEqual([
    "59 min",
    "1 h 00 min",
    "2 h 05 min",
  ]);
});

test("clock times are in the business's time zone", () => {
  const noon = Date.parse("2026-11-21T12:00:00Z");
  expect(timeOf(noon, "Europe/London")).toBe("12:00");
  expect(timeOf(noon, "Asia/Kathmandu")).toBe("17:45");
});

test.each([
  ["Fade & Fortune", "FF"],
  ["barber", "B"],
  ["Élan vital", "ÉV"],
  ["محمد عبد", "مع"],
  ["💈", "?"],
  ["", "?"],
])("%s has the initials %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test("counts use singular and plural", () => {
  expect(
    [0, 1, 2].map((n) =>
      counting("en")(n, { one: "# person", other: "# people" }),
    ),
  ).toEqual(["0 people", "1 person", "2 people"]);
});
