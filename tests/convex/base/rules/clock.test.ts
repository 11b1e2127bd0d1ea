/** Times and dates as businesses of several countries write them. product.md F6 */
import { describe, expect, test } from "vitest";
import {
  clockOf,
  clockOfCountry,
  dateIn,
  readingIn,
  timeIn,
  writingOf,
  zoneIn,
  type Clock,
} from "../../../../convex/base/rules/clock.ts";

/** Wednesday; 09:05 in London, 04:05 in New York, 14:50 in Kathmandu. */
const AT = Date.parse("2026-11-25T09:05:00Z");

test.each<[string | null, Clock]>([
  ..."US CA AU NZ IN PH PK EG SA MY CO".split(" ").map((one) => [one, "h12"]),
  ..."GB IE DE FR ES IT NL PL BR ZA JP CN NP"
    .split(" ")
    .map((one) => [one, "h24"]),
  [null, "h24"],
] as [string | null, Clock][])("%s has %s", (country, clock) => {
  expect(clockOfCountry(country)).toBe(clock);
});

test("the owner's choice counts over the country", () => {
  expect(clockOf({ country: "US" })).toBe("h12");
  expect(clockOf({ country: "US", clock: "byCountry" })).toBe("h12");
  expect(clockOf({ country: "US", clock: "h24" })).toBe("h24");
  expect(clockOf({ country: "GB", clock: "h12" })).toBe("h12");
});

describe.each([
  ["GB", "Europe/London", "09:05", "Wed 25 November", "25 Nov 2026"],
  ["US", "America/New_York", "4:05 AM", "Wed, November 25", "Nov 25, 2026"],
  ["NP", "Asia/Kathmandu", "14:50", "Wed 25 November", "25 Nov 2026"],
  ["IN", "Asia/Kolkata", "2:35 PM", "Wed 25 November", "25 Nov 2026"],
  ["CA", "America/St_Johns", "5:35 AM", "Wed, November 25", "Nov 25, 2026"],
  ["AU", "Australia/Sydney", "8:05 PM", "Wed 25 November", "25 Nov 2026"],
])("in %s (%s)", (country, zone, time, day, date) => {
  test.each(["en", "en-GB", "en-US", "en-AU"])(
    "for a reader of %s",
    (locale) => {
      const writing = { ...writingOf({ country }), locale };
      expect(timeIn(AT, zone, writing)).toBe(time);
      const form = { weekday: "short", day: "numeric", month: "long" } as const;
      expect(dateIn(AT, zone, form, writing)).toBe(day);
      expect(dateIn(AT, zone, { dateStyle: "medium" }, writing)).toBe(date);
    },
  );
});

test("without a country the reader's locale gives the order", () => {
  const form = { day: "numeric", month: "long" } as const;
  const order = (locale: string) =>
    dateIn(AT, "UTC", form, { locale, clock: "h24", country: null });
  expect([order("en-GB"), order("en-US")]).toEqual([
    "25 November",
    "November 25",
  ]);
});

test("other languages keep their own order and words", () => {
  const writing = { locale: "de", clock: "h12", country: "US" } as const;
  const form = { day: "numeric", month: "long" } as const;
  expect(dateIn(AT, "UTC", form, writing)).toBe("25. November");
  expect(timeIn(AT, "UTC", writing)).toBe("9:05 AM");
  expect(timeIn(AT, "UTC", { ...writing, locale: "es" })).toMatch(/^9:05 a/);
});

test("midnight and noon", () => {
  const read = (reading: string, clock: Clock) =>
    readingIn(reading, { locale: "en-GB", clock, country: null });
  const readings = ["00:00", "09:00", "12:00", "23:30", "24:00"];
  expect(readings.map((one) => read(one, "h24"))).toEqual(readings);
  expect(readings.map((one) => read(one, "h12"))).toEqual([
    "12:00 AM",
    "9:00 AM",
    "12:00 PM",
    "11:30 PM",
    "12:00 AM",
  ]);
});

test("a full date has no comma before its number", () => {
  const full = (country: string) =>
    dateIn(AT, "UTC", { dateStyle: "full" }, writingOf({ country }));
  expect(full("GB")).toBe("Wednesday 25 November 2026");
  expect(full("US")).toBe("Wednesday, November 25, 2026");
});

test("a zone's name by the season", () => {
  const summer = Date.parse("2026-07-25T09:05:00Z");
  const us = writingOf({ country: "US" });
  const gb = writingOf({ country: "GB" });
  expect(zoneIn(AT, "America/New_York", us)).toBe("EST");
  expect(zoneIn(summer, "Europe/London", gb)).toBe("BST");
});
