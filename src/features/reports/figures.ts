/** Figures from the sums of a range: means, the same part of a range, the busiest hour. Pure; the words are in the components. */
import {
  WAIT_STEP_MINUTES,
  WAIT_STEPS,
} from "../../../convex/queue/rules/dayHours";
import type {
  Sums,
  Totals,
  WeekHours,
} from "../../../convex/reports/rules/sums";
import { plus, noTotals, totalOf } from "../../../convex/reports/rules/sums";
import { wallClock, weekdayOf } from "../../../convex/base/rules/timezones";
import { beginOfDay } from "../../../convex/business/rules/opening";
import type { ShopHours } from "../../../convex/business/rules/openSpans";

const MINUTE_MS = 60_000;
const HOURS = 24;
const WEEKDAYS = 7;
const MOST_SHARE = 0.8;
/** An hour of the week with fewer people is neither the busiest nor the one with the longest wait. */
const MIN_IN_HOUR = 5;
/** A share of fewer people says more than is known. */
export const MIN_FOR_SHARE = 30;

export function meanMinutes(
  props: Pick<Totals, "waits" | "waitMsSum">,
): number | null {
  const { waits, waitMsSum } = props;
  return waits === 0 ? null : waitMsSum / waits / MINUTE_MS;
}

/** The minutes that eight in ten waited less than, in whole steps; null for few people, or beyond the last step. */
export function mostWaitedLessThan(
  waitSteps: readonly number[],
): number | null {
  const all = waitSteps.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  const step = waitSteps.findIndex(
    (count) => (sum += count) >= MOST_SHARE * all,
  );
  return all < MIN_FOR_SHARE || step === WAIT_STEPS - 1
    ? null
    : (step + 1) * WAIT_STEP_MINUTES;
}

/**
 * Which hours of the clock have passed on a business day that still runs (product.md W12). The day may go on after
 * midnight.
 */
export function passedHours(
  shop: ShopHours,
  today: string,
  now: number,
): (hour: number) => boolean {
  const first = wallClock(beginOfDay(shop, today), shop.timezone).hour;
  const clock = wallClock(now, shop.timezone);
  return clock.day === today
    ? (hour) => hour >= first && hour < clock.hour
    : (hour) => hour >= first || hour < clock.hour;
}

/** The totals of a range whose last day counts only in these hours. Promises are not known by hour, so not of that day. */
export function totalUntil(
  report: { sums: Sums; last: Sums },
  lastDay: string,
  isPassed: (hour: number) => boolean,
): Totals {
  const whole = report.sums.days.filter(({ day }) => day < lastDay);
  const rest = barOf(report.last.hours, (index) => isPassed(index % HOURS));
  return plus(totalOf({ days: whole }), rest);
}

export type Bar = {
  joins: number;
  waits: number;
  waitMsSum: number;
  served: number;
  noShows: number;
  skipped: number;
  left: number;
};

/** By hour of the day, from the first to the last hour with any activity. */
export function byHour(hours: WeekHours): ({ hour: number } & Bar)[] {
  const all = Array.from({ length: HOURS }, (_, hour) => ({
    hour,
    ...barOf(hours, (index) => index % HOURS === hour),
  }));
  const busy = all.filter(({ joins, waits, left, served }) =>
    [joins, waits, left, served].some((count) => count !== 0),
  );
  const first = busy[0]?.hour ?? 0;
  const last = busy.at(-1)?.hour ?? -1;
  return all.slice(first, last + 1);
}

/** By weekday, Monday first: the sums, and how many such days had any activity. */
export function byWeekday({
  days,
}: Pick<Sums, "days">): ({ weekday: number; days: number } & Totals)[] {
  return Array.from({ length: WEEKDAYS }, (_, i) => {
    const weekday = (i + 1) % WEEKDAYS;
    const those = days.filter(({ day }) => weekdayOf(day) === weekday);
    return { weekday, days: those.length, ...those.reduce(plus, noTotals()) };
  });
}

/** The hour of the week with the most joins; null where too few joined. */
export function busiest(
  hours: WeekHours,
): { weekday: number; hour: number } | null {
  return hourOf(hours, (index) => {
    const joins = hours.joins[index] ?? 0;
    return joins < MIN_IN_HOUR ? 0 : joins;
  });
}

/** The hour of the week with the longest mean wait, and that wait; null where too few waited. */
export function longest(
  hours: WeekHours,
): { weekday: number; hour: number; minutes: number } | null {
  const mean = (index: number) => {
    const waits = hours.waits[index] ?? 0;
    const waitMsSum = hours.waitMsSum[index] ?? 0;
    return waits < MIN_IN_HOUR ? 0 : (meanMinutes({ waits, waitMsSum }) ?? 0);
  };
  const found = hourOf(hours, mean);
  return (
    found && {
      ...found,
      minutes: mean(found.weekday * HOURS + found.hour),
    }
  );
}

function hourOf(
  hours: WeekHours,
  value: (index: number) => number,
): { weekday: number; hour: number } | null {
  const values = hours.joins.map((_, index) => value(index));
  const most = Math.max(0, ...values);
  if (most === 0) return null;
  const index = values.indexOf(most);
  return { weekday: Math.floor(index / HOURS), hour: index % HOURS };
}

function barOf(hours: WeekHours, takes: (index: number) => boolean): Bar {
  const sum = (values: readonly number[]) =>
    values.reduce(
      (total, value, index) => (takes(index) ? total + value : total),
      0,
    );
  return {
    joins: sum(hours.joins),
    waits: sum(hours.waits),
    waitMsSum: sum(hours.waitMsSum),
    served: sum(hours.served),
    noShows: sum(hours.noShows),
    skipped: sum(hours.skipped),
    left: sum(hours.left),
  };
}
