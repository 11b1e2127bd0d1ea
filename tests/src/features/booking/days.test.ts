/** Which days can be picked, and in which time zone the times are. */
import { expect, onTestFinished, test } from "vitest";
import { defaultHours } from "../../../../convex/business/rules/hours.ts";
import {
  closedWords,
  zoneWords,
} from "../../../../src/features/booking/day-words.ts";
import {
  firstDay,
  isOpenDay,
} from "../../../../src/features/booking/open-days.ts";
import { openClock } from "../../../../src/strings/language/page-clock.ts";

const shop = {
  operatingHours: defaultHours,
  specialDays: [
    { day: "2026-12-25", hours: null },
    { day: "2026-11-28", hours: { start: "10:00", end: "12:00" } },
    { day: "2026-11-26", hours: { start: "10:00", end: "10:20" } },
  ],
  timezone: "Europe/London",
  slotMinutes: 30,
};
const MONDAY_NOON = Date.parse("2026-11-23T12:00:00Z");

test.each([
  ["2026-11-22", false, "yesterday"],
  ["2026-11-23", true, "today, with times left"],
  ["2026-11-24", true, "tomorrow"],
  ["2026-11-26", false, "a day shorter than a slot"],
  ["2026-11-28", true, "a Saturday that is open"],
  ["2026-11-29", false, "a Sunday"],
  ["2026-12-25", false, "a holiday"],
  ["2027-01-22", true, "60 days ahead, until noon"],
  ["2027-01-23", false, "61 days ahead"],
])("%s is bookable: %s, %s", (day, open) => {
  expect(isOpenDay(shop, day, MONDAY_NOON)).toBe(open);
});

test("today is closed when no slot starts at least 15 minutes ahead", () => {
  const at = (time: string) => Date.parse(`2026-11-23T${time}:00Z`);
  expect(isOpenDay(shop, "2026-11-23", at("16:15"))).toBe(true);
  expect(isOpenDay(shop, "2026-11-23", at("16:16"))).toBe(false);
});

test("today is the business's day: Monday evening in London is Tuesday in Kiritimati", () => {
  const far = { ...shop, timezone: "Pacific/Kiritimati" };
  const evening = Date.parse("2026-11-23T20:00:00Z");
  expect(isOpenDay(far, "2026-11-23", evening)).toBe(false);
  expect(isOpenDay(far, "2026-11-24", evening)).toBe(true);
});

test("after midnight the evening that began yesterday can be picked while it has times", () => {
  const nights = { day: "2026-11-27", hours: { start: "18:00", end: "02:00" } };
  const bar = { ...shop, specialDays: [nights] };
  const at = (time: string) => Date.parse(`2026-11-28T${time}:00Z`);
  expect(firstDay(bar, at("01:00"))).toBe("2026-11-27");
  expect(isOpenDay(bar, "2026-11-27", at("01:00"))).toBe(true);
  expect(firstDay(bar, at("01:16"))).toBe("2026-11-28");
  expect(isOpenDay(bar, "2026-11-27", at("01:16"))).toBe(false);
  expect(isOpenDay(bar, "2026-11-27", MONDAY_NOON)).toBe(true);
});

test.each([
  [null, "Saturdays and Sundays"],
  ["DE", "Saturdays and Sundays"],
  ["US", "Sundays and Saturdays"],
  ["EG", "Saturdays and Sundays"],
])(
  "the closed weekdays are named in the order of the week in %s, also in Firefox",
  (country, days) => {
    const prototype = Intl.Locale.prototype as object;
    const kept = Object.getOwnPropertyDescriptors(prototype);
    Reflect.deleteProperty(prototype, "getWeekInfo");
    Reflect.deleteProperty(prototype, "weekInfo");
    openClock({ clock: "h24", country });
    onTestFinished(() => {
      Object.defineProperties(prototype, kept);
      openClock({ clock: "h24", country: null });
    });
    expect(closedWords(defaultHours)).toBe(`Closed on ${days}.`);
  },
);

test("no weekday is named of a shop that never closes", () => {
  const always = Object.fromEntries(
    Object.keys(defaultHours).map((day) => [day, defaultHours[1]]),
  ) as typeof defaultHours;
  expect(closedWords(always)).toBe("");
});

test.each([
  ["Europe/London", "2026-11-23", ""],
  ["America/New_York", "2026-11-23", "Times are in New York time (GMT-5)."],
  ["America/New_York", "2026-07-23", "Times are in New York time (GMT-4)."],
  ["Asia/Kathmandu", "2026-11-23", "Times are in Kathmandu time (GMT+5:45)."],
])("the note in London on times of %s on %s is %j", (timezone, day, words) => {
  expect(zoneWords(timezone, Date.parse(`${day}T12:00:00Z`))).toBe(words);
});
