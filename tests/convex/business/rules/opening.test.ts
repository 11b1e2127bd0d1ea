import { expect, test } from "vitest";
import {
  defaultHours,
  type OperatingHours,
} from "../../../../convex/business/rules/hours.ts";
import {
  openingForWaiting,
  openingFrom,
} from "../../../../convex/business/rules/opening.ts";

const at = (iso: string) => Date.parse(iso);
const opens = (iso: string) => ({ isOpen: false, opensAt: at(iso) });
const OPEN = { isOpen: true };
const london = {
  operatingHours: defaultHours,
  specialDays: [],
  timezone: "Europe/London",
};
const never: OperatingHours = {
  ...{ 0: null, 1: null, 2: null, 3: null, 4: null, 5: null, 6: null },
};

test.each([
  ["2026-11-20T08:59:59Z", opens("2026-11-20T09:00:00Z")],
  ["2026-11-20T09:00:00Z", OPEN],
  ["2026-11-20T16:59:59Z", OPEN],
  ["2026-11-20T17:00:00Z", opens("2026-11-23T09:00:00Z")],
  // Across the clock change: from Sunday on, 09:00 is 08:00 UTC.
  ["2026-03-27T18:00:00Z", opens("2026-03-30T08:00:00Z")],
])("at %s in London", (now, expected) => {
  expect(openingFrom(london, at(now))).toEqual(expected);
});

test("a day follows the business's time zone", () => {
  const auckland = { ...london, timezone: "Pacific/Auckland" };
  // Monday morning there, Sunday evening in UTC.
  expect(openingFrom(auckland, at("2026-11-22T20:30:00Z"))).toEqual(OPEN);
});

test("an opening time that the clock skips is the first time after it", () => {
  const hours = { start: "02:30", end: "04:00" };
  const specialDays = [{ day: "2026-03-08", hours }];
  const newYork = { ...london, timezone: "America/New_York", specialDays };
  expect(openingFrom(newYork, at("2026-03-08T06:00:00Z"))).toEqual(
    opens("2026-03-08T07:00:00Z"),
  );
});

test("holidays are skipped, and after too many of them the opening is unknown", () => {
  const closed = (days: number) =>
    Array.from({ length: days }, (_, i) => ({
      day: new Date(at("2026-11-20T00:00:00Z") + i * 86_400_000)
        .toISOString()
        .slice(0, 10),
      hours: null,
    }));
  const now = at("2026-11-20T12:00:00Z");
  expect(openingFrom({ ...london, specialDays: closed(20) }, now)).toEqual(
    opens("2026-12-10T09:00:00Z"),
  );
  const unknown = { isOpen: false, opensAt: null };
  for (const given of [{ specialDays: closed(40) }, { operatingHours: never }])
    expect(openingFrom({ ...london, ...given }, now)).toEqual(unknown);
});

test("after closing, the line stays open for customers from before while calls continue", () => {
  const before = at("2026-11-20T16:00:00Z");
  const called = at("2026-11-20T17:20:00Z");
  const told = (joinedAt: number, lastCallAt: number | null) =>
    openingForWaiting(london, at("2026-11-20T17:30:00Z"), joinedAt, lastCallAt);
  const monday = opens("2026-11-23T09:00:00Z");
  expect(told(before, called)).toEqual(OPEN);
  expect(told(before, before)).toEqual(monday);
  expect(told(before, null)).toEqual(monday);
  expect(told(at("2026-11-20T17:10:00Z"), called)).toEqual(monday);
});
