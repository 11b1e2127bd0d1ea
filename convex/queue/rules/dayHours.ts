/** A day's sums in detail: by hour of the business's clock, waits by length, and leaves by quoted wait. */
import { v, type Infer } from "convex/values";
import type { Quote } from "./pace";

const MINUTE_MS = 60_000;
const HOURS = 24;

/** Waits are grouped in steps of this many minutes. The last step is open-ended. */
export const WAIT_STEP_MINUTES = 5;
export const WAIT_STEPS = 37;
/** Quoted waits are grouped in steps of this many minutes, the last for all longer waits. */
export const TOLD_STEP_MINUTES = 10;
const MAX_TOLD_MINUTES = 120;

const counts = v.array(v.number());

export const dayHoursValidator = v.object({
  // By hour, 24 entries each. A wait counts in the hour in which it ended.
  waits: counts,
  waitMsSum: counts,
  served: counts,
  noShows: counts,
  skipped: counts,
  /** Waits that ended in a call, by length: entry i starts at i * WAIT_STEP_MINUTES. */
  waitSteps: counts,
  /** Customers who left, by hour and quoted wait (toldStep; null: no minutes). */
  leaves: v.array(
    v.object({
      hour: v.number(),
      told: v.nullable(v.number()),
      count: v.number(),
    }),
  ),
});
export type DayHours = Infer<typeof dayHoursValidator>;
type HourlyKey = Exclude<keyof DayHours, "waitSteps" | "leaves">;

const HOURLY: readonly HourlyKey[] = [
  "waits",
  "waitMsSum",
  "served",
  "noShows",
  "skipped",
];

/** What one move adds to an hour. `leftTold`: the quoted wait of a customer who left. */
export type AddedToHour = Partial<Record<HourlyKey, number>> & {
  leftTold?: number | null;
};

export function noHours(): DayHours {
  const zeros = (length: number) => Array.from({ length }, () => 0);
  return {
    waits: zeros(HOURS),
    waitMsSum: zeros(HOURS),
    served: zeros(HOURS),
    noShows: zeros(HOURS),
    skipped: zeros(HOURS),
    waitSteps: zeros(WAIT_STEPS),
    leaves: [],
  };
}

export function withHour(
  hours: DayHours,
  added: AddedToHour,
  sign: 1 | -1,
  hour: number,
): DayHours {
  const next = { ...hours };
  for (const key of HOURLY) {
    const by = added[key];
    if (by !== undefined) next[key] = plusAt(hours[key], hour, sign * by);
  }
  if (added.waits !== undefined) {
    const step = waitStep(added.waitMsSum ?? 0);
    next.waitSteps = plusAt(hours.waitSteps, step, sign);
  }
  if (added.leftTold !== undefined) {
    next.leaves = withLeave(hours.leaves, hour, added.leftTold, sign);
  }
  return next;
}

/** The step of a quoted wait's middle; null without minutes. */
export function toldStep(quote: Quote | undefined): number | null {
  return quote === undefined ? null : toldStepOf((quote.low + quote.high) / 2);
}

export function toldStepOf(minutes: number): number {
  const step = Math.floor(minutes / TOLD_STEP_MINUTES) * TOLD_STEP_MINUTES;
  return Math.min(MAX_TOLD_MINUTES, Math.max(0, step));
}

function waitStep(ms: number): number {
  const step = Math.floor(ms / (WAIT_STEP_MINUTES * MINUTE_MS));
  return Math.min(WAIT_STEPS - 1, step);
}

function withLeave(
  leaves: DayHours["leaves"],
  hour: number,
  told: number | null,
  by: number,
): DayHours["leaves"] {
  const isSame = (leave: DayHours["leaves"][number]) =>
    leave.hour === hour && leave.told === told;
  const count = (leaves.find(isSame)?.count ?? 0) + by;
  const others = leaves.filter((leave) => !isSame(leave));
  return count === 0 ? others : [...others, { hour, told, count }];
}

function plusAt(values: readonly number[], place: number, by: number) {
  return values.map((value, i) => (i === place ? value + by : value));
}
