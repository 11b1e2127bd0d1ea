/** Figures of the maintenance. */
import { v, type Infer } from "convex/values";

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The delay after this many failures: five minutes, doubled each time, `maxMs` at most. */
export function waitAfter(failures: number, maxMs: number): number {
  return Math.min(maxMs, 5 * MINUTE_MS * 2 ** (failures - 1));
}

/** A job that cannot continue or skips failing rows, to be retried. */
export const failingJob = v.object({
  job: v.string(),
  /** Consecutive passes that could not continue. */
  failures: v.number(),
  /** Skipped rows, up to a bound. */
  rows: v.number(),
});
export type FailingJob = Infer<typeof failingJob>;
