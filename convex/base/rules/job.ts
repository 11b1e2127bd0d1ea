/** Figures of the maintenance. Not the steps: data/job.ts. */
import { v, type Infer } from "convex/values";

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How long what failed so often waits for its next try: five minutes at first, each time twice as long, `mostMs` at most. */
export function waitAfter(failures: number, mostMs: number): number {
  return Math.min(mostMs, 5 * MINUTE_MS * 2 ** (failures - 1));
}

/** A job that cannot go on, or has rows that fail: passed over, and tried again. */
export const failingJob = v.object({
  job: v.string(),
  /** Passes in a row that could not go on. */
  failures: v.number(),
  /** Rows that it passes over, up to a bound. */
  rows: v.number(),
});
export type FailingJob = Infer<typeof failingJob>;
