/** Times, waits and names in words. */
import { expect, test } from "vitest";
import {
  bookedTime,
  countdown,
  dayOf,
  initials,
  longMinutes,
  minutesSince,
  momentOf,
  readingOf,
  timeOf,
} from "../../../../src/lib/time/format.ts";
import { openClock } from "../../../../src/strings/language/page-clock.ts";
import { counting } from "../../../../src/strings/language/intl.ts";

test.each([
  [272_000, "4:32"],
  [60_000, "1:00"],
  [59_001, "1:00"],
  [1, "0:01"],
  [0, "0:00"],
  [-5_000, "0:00"],
])("%d ms left is %s", (ms, text) => expect(countdown(ms)).toBe(text));

test.each([
  [59_999, "0 min"],
  [60_000, "1 min"],
  [3_660_000, "61 min"],
  [6_000_000, "1 h 40"],
  [-60_000, "0 min"],
])("waited for %d ms is %s", (ms, text) => {
  expect(minutesSince(5_000, 5_000 + ms)).toBe(text);
});

test("minutes become hours over ninety", () => {
  expect([longMinutes(60), longMinutes(90), longMinutes(125)]).toEqual([
    "60 min",
    "90 min",
    "2 h 05",
  ]);
});

test("clock times are in the business's time zone", () => {
  const noon = Date.parse("2026-11-21T12:00:00Z");
  expect(timeOf(noon, "Europe/London")).toBe("12:00");
  expect(timeOf(noon, "Asia/Kathmandu")).toBe("17:45");
});

test("without a zone times are the platform's, whatever business the page shows", () => {
  openClock({ clock: "h12", country: "US" });
  const at = Date.parse("2026-11-21T12:00:00Z");
  expect(timeOf(at, "UTC")).toBe("12:00\u00A0PM");
  expect(dayOf(at, "UTC")).toBe("November 21");
  expect(readingOf("17:30")).toBe("5:30\u00A0PM");
  expect(timeOf(at)).toMatch(/^\d\d:\d\d$/);
  expect(momentOf(at)).toMatch(/^2\d Nov 2026, \d\d:\d\d$/);
  openClock({ clock: "h24", country: null });
  expect(bookedTime(at, "UTC")).toBe("Sat 21 November, 12:00");
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
