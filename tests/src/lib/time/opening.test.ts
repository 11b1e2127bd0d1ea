/** Open or closed by the business's clock, whatever the reader's clock. */
import { describe, expect, test } from "vitest";
import {
  defaultHours,
  type SpecialDay,
} from "../../../../convex/business/rules/hours.ts";
import { openingAt } from "../../../../src/lib/time/opening.ts";

const LONDON = "Europe/London";
const weekdays = (
  timezone: string,
  operatingHours = defaultHours,
  specialDays: SpecialDay[] = [],
) => ({ operatingHours, specialDays, timezone });
const at = (iso: string) => Date.parse(iso);
const opens = (
  inDays: number,
  day: string,
  time: string,
  isDayOff = false,
) => ({ open: false, isDayOff, opens: { inDays, day, time } });
const never = { 0: null, 1: null, 2: null, 3: null, 4: null, 5: null, 6: null };

test.each([
  ["2026-11-23T08:59:59Z", opens(0, "2026-11-23", "09:00")],
  ["2026-11-23T09:00:00Z", { open: true, until: "17:00" }],
  ["2026-11-23T16:59:00Z", { open: true, until: "17:00" }],
  ["2026-11-23T17:00:00Z", opens(1, "2026-11-24", "09:00")],
  ["2026-11-20T17:00:00Z", opens(3, "2026-11-23", "09:00")],
  ["2026-11-21T12:00:00Z", opens(2, "2026-11-23", "09:00", true)],
])("Monday to Friday 09:00 to 17:00 in London: at %s", (iso, opening) => {
  expect(openingAt(weekdays(LONDON), at(iso))).toEqual(opening);
});

test("a shop that is never open has no next opening", () => {
  expect(
    openingAt(weekdays(LONDON, never), at("2026-11-20T12:00:00Z")),
  ).toEqual({ open: false, isDayOff: true, opens: null });
});

describe("hours past midnight", () => {
  const nights = { start: "18:00", end: "02:00" };

  test.each([
    ["2026-11-20T23:00:00Z", { open: true, until: "02:00" }],
    ["2026-11-21T01:30:00Z", { open: true, until: "02:00" }],
    ["2026-11-21T02:00:00Z", opens(0, "2026-11-21", "18:00")],
    // Saturday ends when Sunday begins.
    ["2026-11-21T20:00:00Z", { open: true, until: "12:00" }],
    ["2026-11-22T12:00:00Z", opens(5, "2026-11-27", "18:00")],
  ])("at %s", (iso, opening) => {
    const sunday = { start: "02:00", end: "12:00" };
    const hours = { ...never, 5: nights, 6: nights, 0: sunday };
    expect(openingAt(weekdays(LONDON, hours), at(iso))).toEqual(opening);
  });

  test("a shop that closes at midnight closes at 24:00", () => {
    for (const end of ["24:00", "00:00", "23:59"]) {
      const hours = { ...never, 5: { start: "18:00", end } };
      expect(
        openingAt(weekdays(LONDON, hours), at("2026-11-20T20:00:00Z")),
      ).toEqual({ open: true, until: "24:00" });
    }
  });

  test("a shop that never closes has no closing time", () => {
    const day = { start: "00:00", end: "24:00" };
    const always = { 0: day, 1: day, 2: day, 3: day, 4: day, 5: day, 6: day };
    expect(
      openingAt(weekdays(LONDON, always), at("2026-11-20T23:59:00Z")),
    ).toEqual({ open: true, until: null });
  });
});
