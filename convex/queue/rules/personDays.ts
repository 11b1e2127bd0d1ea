/** What one business day adds up to for one person of the team (product.md W14). */
import { v, type Infer } from "convex/values";

/** As in a queue's day. */
export const personCountsValidator = v.object({
  calls: v.number(),
  served: v.number(),
  noShows: v.number(),
  services: v.number(),
  serviceMsSum: v.number(),
});
export type PersonCounts = Infer<typeof personCountsValidator>;

export function noCounts(): PersonCounts {
  return { calls: 0, served: 0, noShows: 0, services: 0, serviceMsSum: 0 };
}

/** `counts` plus `added` times `sign`. */
export function withPersonAdded(
  counts: PersonCounts,
  added: Partial<PersonCounts>,
  sign: 1 | -1 = 1,
): PersonCounts {
  const sum = { ...counts };
  for (const key of Object.keys(counts) as (keyof PersonCounts)[]) {
    // Not below zero: undo may take back a move from before these rows.
    sum[key] = Math.max(0, sum[key] + sign * (added[key] ?? 0));
  }
  return sum;
}
