/** Ranges of days and the figures read from their sums. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noHours } from "../../../../convex/queue/rules/dayHours.ts";
import {
  emptyDay,
  withAdded,
  withJoin,
  type DayCounts,
} from "../../../../convex/queue/rules/days.ts";
import { businessDay } from "../../../../convex/business/rules/opening.ts";
import { sumUp } from "../../../../convex/reports/rules/sums.ts";
import {
  busiest,
  byHour,
  byWeekday,
  longest,
  meanMinutes,
  mostWaitedLessThan,
  passedHours,
  totalUntil,
} from "../../../../src/features/reports/figures.ts";
import {
  daysOf,
  earlierThan,
  firstChoice,
  lengthOf,
  partsOf,
} from "../../../../src/features/reports/ranges.ts";
import { id } from "../../samples.ts";

const TODAY = "2026-11-22";
const MINUTE = 60_000;

test("ranges: weeks begin on Monday; last week and the last four are whole", () => {
  const monday = "2026-11-16";
  for (const today of [monday, "2026-11-19", TODAY]) {
    expect(daysOf("this", today)).toEqual({ from: monday, to: today });
    expect(daysOf("last", today)).toEqual({
      from: "2026-11-09",
      to: "2026-11-15",
    });
    expect(daysOf("weeks", today)).toEqual({
      from: "2026-10-19",
      to: "2026-11-15",
    });
  }
});

test("ranges: are compared with as many days before, this week with the same days of last week", () => {
  const before = (choice: "last" | "this" | "weeks", today: string) =>
    earlierThan(choice, daysOf(choice, today));
  expect(before("this", "2026-11-18")).toEqual({
    from: "2026-11-09",
    to: "2026-11-11",
  });
  expect(before("last", TODAY)).toEqual({
    from: "2026-11-02",
    to: "2026-11-08",
  });
  // The clocks change on 25 October and on 29 March: these weeks have 169 and 167 hours.
  expect(before("weeks", TODAY)).toEqual({
    from: "2026-09-21",
    to: "2026-10-18",
  });
  expect(daysOf("last", "2026-10-26")).toEqual({
    from: "2026-10-19",
    to: "2026-10-25",
  });
  expect(before("last", "2026-04-05")).toEqual({
    from: "2026-03-16",
    to: "2026-03-22",
  });
  const day = { from: "2026-03-29", to: "2026-03-29" };
  expect(earlierThan("own", day)).toEqual({
    from: "2026-03-28",
    to: "2026-03-28",
  });
});

test("ranges: last week is first, but not in a shop's first week, nor where the plan may not show all of it", () => {
  const wednesday = "2026-11-18";
  expect(firstChoice("2026-11-15", wednesday, true)).toBe("last");
  expect(firstChoice("2026-11-16", wednesday, true)).toBe("this");
  expect(firstChoice(null, wednesday, true)).toBe("this");
  expect(firstChoice("2026-11-15", wednesday, false)).toBe("this");
});

test("ranges: are requested in parts that add up, none above 31 days, today alone", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: 0, max: 40 }),
      (length, ago) => {
        const days = { from: dayAgo(ago + length - 1), to: dayAgo(ago) };
        const parts = partsOf(days, TODAY);
        expect(parts[0]?.from).toBe(days.from);
        expect(parts.at(-1)?.to).toBe(days.to);
        const lengths = parts.map(lengthOf);
        expect(lengths.reduce((a, b) => a + b, 0)).toBe(length);
        expect(Math.max(...lengths)).toBeLessThanOrEqual(31);
        for (const part of parts) {
          if (part.to === TODAY) expect(part.from).toBe(TODAY);
        }
      },
    ),
  );
});

function dayAgo(days: number): string {
  const at = Date.parse(`${TODAY}T00:00:00Z`) - days * 86_400_000;
  return new Date(at).toISOString().slice(0, 10);
}

/** People of one hour with the same wait. */
function people(day: DayCounts, hour: number, count: number, minutes: number) {
  let sum = day;
  for (let i = 0; i < count; i += 1) {
    const wait = { waits: 1, waitMsSum: minutes * MINUTE };
    sum = withAdded(withJoin(sum, hour), wait, 1, hour);
  }
  return sum;
}

const friday = people(people(emptyDay(), 9, 6, 10), 17, 1, 90);
const saturday = people(emptyDay(), 11, 8, 40);
const queueId = id<never>("q");
const sums = sumUp(
  [
    { day: "2026-11-20", queueId, counts: friday },
    { day: "2026-11-21", queueId, counts: saturday },
  ],
  [],
);

test("figures show: the mean, and what eight in ten waited less than, in whole steps", () => {
  expect(meanMinutes({ waits: 0, waitMsSum: 0 })).toBeNull();
  expect(meanMinutes({ waits: 2, waitMsSum: 30 * MINUTE })).toBe(15);
  // 6 waited 10 to 15, 8 waited 40 to 45, 1 longer: too few.
  expect(mostWaitedLessThan(sums.waitSteps)).toBeNull();
  const twice = sums.waitSteps.map((count) => 2 * count);
  expect(mostWaitedLessThan(twice)).toBe(45);
  const over = people(emptyDay(), 9, 30, 500).hours ?? noHours();
  expect(mostWaitedLessThan(over.waitSteps)).toBeNull();
  expect(mostWaitedLessThan([])).toBeNull();
});

test("figures show: the busiest hour, and the hour with the longest wait among those with five or more", () => {
  expect(busiest(sums.hours)).toEqual({ weekday: 6, hour: 11 });
  expect(longest(sums.hours)).toEqual({ weekday: 6, hour: 11, minutes: 40 });
  expect(busiest(sumUp([], []).hours)).toBeNull();
  const four = people(emptyDay(), 9, 4, 10);
  const quiet = sumUp([{ day: "2026-11-20", queueId, counts: four }], []);
  expect(busiest(quiet.hours)).toBeNull();
  expect(longest(sumUp([], []).hours)).toBeNull();
});

test("figures show: the hours from the first to the last with data, and the weekdays from Monday", () => {
  const hours = byHour(sums.hours);
  expect(hours.map(({ hour }) => hour)).toEqual([
    9, 10, 11, 12, 13, 14, 15, 16, 17,
  ]);
  expect(hours[2]).toMatchObject({ joins: 8, waits: 8 });
  const week = byWeekday(sums);
  expect(week.map(({ weekday }) => weekday)).toEqual([1, 2, 3, 4, 5, 6, 0]);
  expect(week[4]).toMatchObject({ days: 1, joins: 7 });
});

describe("the same part of a range", () => {
  const nine = { start: "09:00", end: "18:00" };
  const late = { start: "18:00", end: "02:00" };
  const shopOf = (timezone: string, hours: typeof nine) => ({
    timezone,
    operatingHours: {
      ...{ "0": hours, "1": hours, "2": hours, "3": hours },
      ...{ "4": hours, "5": hours, "6": hours },
    },
    specialDays: [],
  });
  const passed = (shop: ReturnType<typeof shopOf>, at: string) => {
    const now = Date.parse(at);
    const isPassed = passedHours(shop, businessDay(shop, now), now);
    return Array.from({ length: 24 }, (_, hour) => hour).filter(isPassed);
  };

  test("ends with the last whole hour of the shop's clock", () => {
    const tokyo = shopOf("Asia/Tokyo", nine);
    expect(passed(tokyo, "2026-11-18T02:50:00Z")).toHaveLength(11);
    const newYork = shopOf("America/New_York", nine);
    expect(passed(newYork, "2026-11-18T14:50:00Z")).toHaveLength(9);
    // On the days when the clocks change, too.
    const london = shopOf("Europe/London", nine);
    expect(passed(london, "2026-10-25T11:30:00Z")).toHaveLength(11);
    expect(passed(london, "2026-03-29T11:30:00Z")).toHaveLength(12);
  });

  test("goes on after midnight where the shop does", () => {
    const bar = shopOf("Europe/London", late);
    // The day begins at 03:00, an hour after closing.
    const evening = Array.from({ length: 21 }, (_, i) => i + 3);
    expect(passed(bar, "2026-11-18T19:30:00Z")).toEqual(evening.slice(0, 16));
    expect(passed(bar, "2026-11-19T01:30:00Z")).toEqual([0, ...evening]);
  });

  test("has whole days, and of the last one these hours", () => {
    const report = {
      sums: sumUp(
        [
          { day: "2026-11-20", queueId, counts: { ...friday, quotes: 3 } },
          { day: "2026-11-21", queueId, counts: { ...saturday, quotes: 5 } },
        ],
        [],
      ),
      last: sumUp([{ day: "2026-11-21", queueId, counts: saturday }], []),
    };
    const until = (last: number) =>
      totalUntil(report, "2026-11-21", (hour) => hour < last);
    expect(until(11)).toMatchObject({ joins: 7, waits: 7, quotes: 3 });
    expect(until(12)).toMatchObject({ joins: 15, waits: 15, quotes: 3 });
  });
});
