import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slotTimes } from "../../../../convex/booking/rules/slots.ts";
import {
  dayKey,
  daysBefore,
  nextDay,
} from "../../../../convex/base/rules/timezones.ts";
import {
  checkProfile,
  isClockSpan,
} from "../../../../convex/business/rules/profile.ts";
import {
  defaultHours,
  endsNextDay,
  hoursOn,
  weekdayAt,
  type OperatingHours,
} from "../../../../convex/business/rules/hours.ts";
import {
  beginOfDay,
  businessDay,
  openingForWaiting,
  openingFrom,
} from "../../../../convex/business/rules/opening.ts";
import {
  nextOpen,
  openSpan,
  type ShopHours,
} from "../../../../convex/business/rules/openSpans.ts";

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

describe("hours past midnight", () => {
  const nights = { start: "18:00", end: "02:00" };
  /** Open on Friday and Saturday evenings. */
  const bar = (timezone: string, hours = nights): ShopHours => ({
    operatingHours: { ...never, "5": hours, "6": hours },
    specialDays: [],
    timezone,
  });

  test.each([
    ["2026-11-20T17:59:59Z", opens("2026-11-20T18:00:00Z"), "2026-11-20"],
    ["2026-11-20T23:59:59Z", OPEN, "2026-11-20"],
    ["2026-11-21T00:30:00Z", OPEN, "2026-11-20"],
    ["2026-11-21T01:59:59Z", OPEN, "2026-11-20"],
    // Those still in line count for the day that has just closed.
    ["2026-11-21T02:00:00Z", opens("2026-11-21T18:00:00Z"), "2026-11-20"],
    ["2026-11-21T02:59:59Z", opens("2026-11-21T18:00:00Z"), "2026-11-20"],
    ["2026-11-21T03:00:00Z", opens("2026-11-21T18:00:00Z"), "2026-11-21"],
    ["2026-11-22T01:00:00Z", OPEN, "2026-11-21"],
    ["2026-11-22T12:00:00Z", opens("2026-11-27T18:00:00Z"), "2026-11-22"],
    // The night before was closed.
    ["2026-11-20T00:30:00Z", opens("2026-11-20T18:00:00Z"), "2026-11-20"],
  ])("at %s", (now, expected, day) => {
    expect(openingFrom(bar("UTC"), at(now))).toEqual(expected);
    expect(businessDay(bar("UTC"), at(now))).toBe(day);
  });

  test.each([
    // The clocks go back at 02:00, so 01:00 comes twice: open an hour longer.
    ["2026-11-01T06:59:00Z", true, "2026-10-31"],
    ["2026-11-01T07:00:00Z", false, "2026-10-31"],
    ["2026-11-01T08:00:00Z", false, "2026-11-01"],
    // They go forward at 02:00: that is the end, at 03:00.
    ["2026-03-08T06:59:00Z", true, "2026-03-07"],
    ["2026-03-08T07:00:00Z", false, "2026-03-07"],
    ["2026-03-08T08:00:00Z", false, "2026-03-08"],
  ])("at %s in New York: open %s, on %s", (now, isOpen, day) => {
    const shop = bar("America/New_York");
    expect(openingFrom(shop, at(now)).isOpen).toBe(isOpen);
    expect(businessDay(shop, at(now))).toBe(day);
  });

  test("the next opening ends the day before at once", () => {
    const specialDays = [
      { day: "2026-11-21", hours: { start: "02:15", end: "12:00" } },
    ];
    const shop = { ...bar("UTC"), specialDays };
    expect(businessDay(shop, at("2026-11-21T02:14:59Z"))).toBe("2026-11-20");
    expect(businessDay(shop, at("2026-11-21T02:15:00Z"))).toBe("2026-11-21");
  });

  test("an end at 24:00 is midnight, and so are 00:00 and 23:59", () => {
    for (const end of ["24:00", "00:00", "23:59"]) {
      const shop = bar("Asia/Kathmandu", { start: "18:00", end });
      const midnight = at("2026-11-20T18:15:00Z");
      expect(openingFrom(shop, midnight - 1)).toEqual(OPEN);
      expect(openingFrom(shop, midnight).isOpen).toBe(false);
      expect(businessDay(shop, midnight - 1)).toBe("2026-11-20");
      expect(businessDay(shop, midnight)).toBe("2026-11-21");
    }
  });

  test("reports name the weekday of an hour after midnight", () => {
    const { operatingHours } = bar("UTC");
    expect(weekdayAt(operatingHours, 5, 23)).toBe(5);
    expect(weekdayAt(operatingHours, 5, 1)).toBe(6);
    expect(weekdayAt(operatingHours, 6, 1)).toBe(0);
    expect(weekdayAt(operatingHours, 4, 1)).toBe(4);
  });
});

describe("business days in any zone, whatever the hours", () => {
  const zones = [
    "America/New_York",
    "Asia/Kathmandu",
    "Europe/London",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Africa/Cairo",
    "America/Havana",
  ];
  const MINUTE = 60_000;
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  const hours = fc
    .tuple(
      fc.integer({ min: 0, max: 1_439 }),
      fc.integer({ min: 1, max: 1_440 }),
    )
    .map(([start, end]) => ({ start: clock(start), end: clock(end) }))
    .filter(isClockSpan);
  const shops = fc
    .record({
      timezone: fc.constantFrom(...zones),
      week: fc.array(fc.option(hours), { minLength: 7, maxLength: 7 }),
    })
    .map(({ timezone, week }): ShopHours => {
      const operatingHours = Object.fromEntries(
        week.entries(),
      ) as OperatingHours;
      return { operatingHours, specialDays: [], timezone };
    })
    .filter(
      ({ operatingHours }) =>
        checkProfile({
          ...{ name: "A", phone: null, description: null, slotMinutes: 30 },
          operatingHours,
        }).ok,
    );
  // Two years, with eight changes of the clock in New York and London.
  const instants = fc
    .integer({ min: 0, max: 2 * 366 * 24 * 60 })
    .map((minute) => at("2026-01-01T00:00:00Z") + minute * MINUTE);
  const changes = fc
    .tuple(
      fc.constantFrom(
        at("2026-03-08T07:00:00Z"),
        at("2026-11-01T06:00:00Z"),
        at("2026-03-29T01:00:00Z"),
        at("2026-10-25T01:00:00Z"),
      ),
      fc.integer({ min: -36 * 60, max: 36 * 60 }),
    )
    .map(([change, minute]) => change + minute * MINUTE);
  const moments = fc.oneof(instants, changes);

  test("an instant lies within its business day, and opening hours within theirs", () => {
    fc.assert(
      fc.property(shops, moments, (shop, now) => {
        const day = businessDay(shop, now);
        const today = dayKey(now, shop.timezone);
        expect([today, daysBefore(today, 1)]).toContain(day);
        expect(beginOfDay(shop, day)).toBeLessThanOrEqual(now);
        expect(beginOfDay(shop, nextDay(day))).toBeGreaterThan(now);
        const open = nextOpen(shop, now);
        if (open !== null && open.opens <= now) expect(open.day).toBe(day);
      }),
    );
  });

  test("hours that never pass midnight leave the calendar day", () => {
    fc.assert(
      fc.property(shops, moments, (shop, now) => {
        fc.pre(!Object.values(shop.operatingHours).some(endsNextDay));
        expect(businessDay(shop, now)).toBe(dayKey(now, shop.timezone));
      }),
    );
  });

  test("each slot belongs to the business day that offers it, and ends by its closing", () => {
    fc.assert(
      fc.property(shops, moments, (shop, now) => {
        const day = dayKey(now, shop.timezone);
        const { timezone } = shop;
        const found = hoursOn(shop, day);
        const span = openSpan(day, found, timezone);
        const slotMinutes = 30;
        const times = slotTimes({ day, hours: found, slotMinutes, timezone });
        for (const startsAt of times) {
          expect(businessDay(shop, startsAt)).toBe(day);
          expect(openingFrom(shop, startsAt)).toEqual(OPEN);
          expect(startsAt).toBeGreaterThanOrEqual(span?.opens ?? Infinity);
          expect(startsAt + slotMinutes * MINUTE).toBeLessThanOrEqual(
            span?.closes ?? -Infinity,
          );
        }
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      }),
    );
  });
});
