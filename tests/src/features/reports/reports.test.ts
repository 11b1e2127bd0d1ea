/** Ranges of days and the figures read from their sums. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { noHours } from "../../../../convex/queue/rules/dayHours.ts";
import {
  emptyDay,
  withAdded,
  withJoin,
  type DayCounts,
} from "../../../../convex/queue/rules/days.ts";
import { sumUp } from "../../../../convex/reports/rules/sums.ts";
import {
  busiest,
  byHour,
  byWeekday,
  keptShare,
  longest,
  meanMinutes,
  waitedAtMost,
} from "../../../../src/features/reports/figures.ts";
import {
  daysBefore,
  daysOf,
  lengthOf,
  partsOf,
} from "../../../../src/features/reports/ranges.ts";
import { id } from "../../samples.ts";

const TODAY = "2026-11-22";
const MINUTE = 60_000;

test("ranges: end today, and are compared with as many days before", () => {
  expect(daysOf("today", TODAY)).toEqual({ from: TODAY, to: TODAY });
  const month = daysOf("30", TODAY);
  expect(month).toEqual({ from: "2026-10-24", to: TODAY });
  expect(daysBefore(month)).toEqual({ from: "2026-09-24", to: "2026-10-23" });
  expect(daysBefore({ from: "2026-03-29", to: "2026-03-29" })).toEqual({
    from: "2026-03-28",
    to: "2026-03-28",
  });
});

test("ranges: are requested in parts that add up, none above 31 days, today alone", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 366 }),
      fc.integer({ min: 0, max: 40 }),
      (length, ago) => {
        const { from: to } = daysOf("today", dayAgo(ago));
        const days = { from: dayAgo(ago + length - 1), to };
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

test("figures show: the mean, and the wait of eight in ten in whole steps", () => {
  expect(meanMinutes({ waits: 0, waitMsSum: 0 })).toBeNull();
  expect(meanMinutes({ waits: 2, waitMsSum: 30 * MINUTE })).toBe(15);
  // 6 waited 10 to 15, 8 waited 40 to 45, 1 longer.
  expect(waitedAtMost(sums.waitSteps, 0.8)).toEqual({
    minutes: 45,
    isOver: false,
  });
  const over = people(emptyDay(), 9, 3, 500).hours ?? noHours();
  expect(waitedAtMost(over.waitSteps, 0.8)).toEqual({
    minutes: 180,
    isOver: true,
  });
  expect(waitedAtMost([], 0.8)).toBeNull();
});

test("figures show: the busiest hour, and the hour with the longest wait among those with five or more", () => {
  expect(busiest(sums.hours)).toEqual({ weekday: 6, hour: 11 });
  expect(longest(sums.hours)).toEqual({ weekday: 6, hour: 11, minutes: 40 });
  expect(busiest(sumUp([], []).hours)).toBeNull();
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

test("figures show: the share of quotes that were kept", () => {
  expect(keptShare({ quotes: 0, quotesRight: 0 })).toBeNull();
  expect(keptShare({ quotes: 10, quotesRight: 8 })).toBe(0.8);
});
