/** Sums of a range of days: by day, by hour of the week, by queue. mergeSums combines parts of a range. */
import { v, type Infer, type ObjectType } from "convex/values";
import type { DayCounts } from "../../queue/rules/days";
import { daySums, NO_SUMS } from "../../queue/rules/daySums";
import { ratingCountsValidator } from "../../queue/rules/rating";
import type { RatingCounts } from "./feedback";
import { weekdayOf } from "../../base/rules/timezones";

/** Days per request; longer ranges are requested in parts. */
export const PART_DAYS = 31;

const HOURS = 24;
const WEEK_HOURS = 7 * HOURS;

/** Sums of days and of their ratings, under the same names. */
const totalsFields = {
  ...daySums,
  ...ratingCountsValidator.fields,
};
export type Totals = ObjectType<typeof totalsFields>;
const NOTHING: Totals = { ...NO_SUMS, great: 0, ok: 0, notGood: 0 };
const TOTALS = Object.keys(NOTHING) as (keyof Totals)[];

/** By hour of the week: entry 24 * weekday + hour, Sunday first. */
const weekHours = v.array(v.number());
const hoursValidator = v.object({
  joins: weekHours,
  waits: weekHours,
  waitMsSum: weekHours,
  served: weekHours,
  noShows: weekHours,
  skipped: weekHours,
  left: weekHours,
});
export type WeekHours = Infer<typeof hoursValidator>;

export const dayTotalsValidator = v.object({
  day: v.string(),
  ...totalsFields,
});
export const queueDayValidator = v.object({
  queueId: v.id("queues"),
  day: v.string(),
  ...totalsFields,
});

export const sumsValidator = v.object({
  /** Days with events, oldest first. */
  days: v.array(dayTotalsValidator),
  queues: v.array(v.object({ queueId: v.id("queues"), ...totalsFields })),
  hours: hoursValidator,
  /** Waits by length, as in queue/rules/dayHours.ts. */
  waitSteps: v.array(v.number()),
  /** Days that are older than the hourly counting, so only their joins are known by hour. */
  wholeDays: v.number(),
});
export type Sums = Infer<typeof sumsValidator>;

type QueueId = Sums["queues"][number]["queueId"];
/** One stored day of one queue: its counts, or its ratings. */
export type CountedDay = { day: string; queueId: QueueId; counts: DayCounts };
export type RatedDay = { day: string; queueId: QueueId; counts: RatingCounts };

export function noTotals(): Totals {
  return { ...NOTHING };
}

export function plus(a: Totals, b: Partial<Totals>): Totals {
  const sum = { ...a };
  for (const key of TOTALS) sum[key] += b[key] ?? 0;
  return sum;
}

export function queueDays(
  counted: readonly CountedDay[],
  rated: readonly RatedDay[],
): Infer<typeof queueDayValidator>[] {
  const found = new Map<string, Infer<typeof queueDayValidator>>();
  for (const { day, queueId, counts } of [...counted, ...rated]) {
    const place = `${day} ${queueId}`;
    const before = found.get(place) ?? { ...noTotals(), day, queueId };
    found.set(place, { ...plus(before, counts), day, queueId });
  }
  return [...found.values()].sort(
    (a, b) => compare(a.day, b.day) || compare(a.queueId, b.queueId),
  );
}

export function sumUp(
  counted: readonly CountedDay[],
  rated: readonly RatedDay[],
): Sums {
  const all = queueDays(counted, rated);
  const hours = noWeekHours();
  const waitSteps: number[] = [];
  for (const { day, counts } of counted) {
    addHours(hours, weekdayOf(day), counts);
    counts.hours?.waitSteps.forEach((count, i) => {
      waitSteps[i] = (waitSteps[i] ?? 0) + count;
    });
  }
  const whole = counted.filter(({ counts }) => counts.hours === undefined);
  return {
    days: groups(all, ({ day }) => day).map(([day, sum]) => ({ ...sum, day })),
    queues: byQueue(all),
    hours,
    waitSteps,
    wholeDays: new Set(whole.map(({ day }) => day)).size,
  };
}

/** The sums of parts of a range that share no day. */
export function mergeSums(parts: readonly Sums[]): Sums {
  const hours = noWeekHours();
  const waitSteps: number[] = [];
  for (const part of parts) {
    for (const key of HOURLY) addTo(hours[key], part.hours[key]);
    addTo(waitSteps, part.waitSteps);
  }
  return {
    days: parts
      .flatMap((part) => part.days)
      .sort((a, b) => compare(a.day, b.day)),
    queues: byQueue(parts.flatMap((part) => part.queues)),
    hours,
    waitSteps,
    wholeDays: parts.reduce((sum, part) => sum + part.wholeDays, 0),
  };
}

export function totalOf({ days }: Pick<Sums, "days">): Totals {
  return days.reduce(plus, noTotals());
}

const HOURLY = Object.keys(noWeekHours()) as (keyof WeekHours)[];

function noWeekHours(): WeekHours {
  const zeros = () => Array.from({ length: WEEK_HOURS }, () => 0);
  return {
    joins: zeros(),
    waits: zeros(),
    waitMsSum: zeros(),
    served: zeros(),
    noShows: zeros(),
    skipped: zeros(),
    left: zeros(),
  };
}

function addHours(sum: WeekHours, weekday: number, counts: DayCounts): void {
  const from = weekday * HOURS;
  addTo(sum.joins, counts.joinsByHour, from);
  const { hours } = counts;
  if (hours === undefined) return;
  for (const key of HOURLY) {
    if (key !== "joins" && key !== "left") addTo(sum[key], hours[key], from);
  }
  for (const { hour, count } of hours.leaves) {
    addTo(sum.left, [count], from + hour);
  }
}

function addTo(sum: number[], values: readonly number[], from = 0): void {
  values.forEach((value, i) => {
    sum[from + i] = (sum[from + i] ?? 0) + value;
  });
}

function byQueue(rows: readonly Sums["queues"][number][]): Sums["queues"] {
  const found = groups(rows, ({ queueId }) => queueId);
  return found.map(([queueId, sum]) => ({ ...sum, queueId }));
}

function groups<Row extends Totals, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): [Key, Totals][] {
  const found = new Map<Key, Totals>();
  for (const row of rows) {
    const key = keyOf(row);
    found.set(key, plus(found.get(key) ?? noTotals(), row));
  }
  return [...found];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
