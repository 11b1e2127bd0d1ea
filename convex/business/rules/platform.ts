/** The platform's figures: businesses by plan and state, and how many come and go per UTC day. */
import { v, type Infer } from "convex/values";
import type { SubscriptionState } from "./standing";
import { planNames, type Plan } from "../../base/rules/plans";
import { daysBefore } from "../../base/rules/timezones";

/** Days in the chart of growth. */
export const GROWTH_DAYS = 30;

const STATES = ["none", "active", "pastDue", "lapsed"] as const;

const counts = <Name extends string>(names: readonly Name[]) =>
  v.object(
    Object.fromEntries(names.map((name) => [name, v.number()])) as {
      [N in Name]: ReturnType<typeof v.number>;
    },
  );

export const totalsValidator = v.object({
  businesses: v.number(),
  byPlan: counts(planNames),
  byState: counts(STATES satisfies readonly SubscriptionState[]),
});
export type Totals = Infer<typeof totalsValidator>;

/** Businesses created and ended on one day. */
export const growthDay = v.object({
  day: v.string(),
  created: v.number(),
  ended: v.number(),
});
export type GrowthDay = Infer<typeof growthDay>;

/** How a business is counted; null if it does not exist. */
export type Counted = { plan: Plan; state: SubscriptionState } | null;

/** An empty platform. */
export function noTotals(): Totals {
  return {
    businesses: 0,
    byPlan: { starter: 0, pro: 0, enterprise: 0 },
    byState: { none: 0, active: 0, pastDue: 0, lapsed: 0 },
  };
}

/** The totals after one business went from `before` to `after`. */
export function totalsAfter(
  totals: Totals,
  before: Counted,
  after: Counted,
): Totals {
  return withOne(withOne(totals, before, -1), after, 1);
}

function withOne(totals: Totals, counted: Counted, sign: 1 | -1): Totals {
  if (counted === null) return totals;
  const { plan, state } = counted;
  const { businesses, byPlan, byState } = totals;
  return {
    businesses: businesses + sign,
    byPlan: { ...byPlan, [plan]: byPlan[plan] + sign },
    byState: { ...byState, [state]: byState[state] + sign },
  };
}

/** The thirty days up to `last`, oldest first, including days without events. @param rows in any order */
export function growthUpTo(
  last: string,
  rows: readonly GrowthDay[],
): GrowthDay[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: GROWTH_DAYS }, (_, i) => {
    const day = daysBefore(last, GROWTH_DAYS - 1 - i);
    const { created = 0, ended = 0 } = known.get(day) ?? {};
    return { day, created, ended };
  });
}

/** How busy the platform was at one time. */
export const sampleValidator = v.object({
  /** In the line now, in all queues. */
  waiting: v.number(),
  /** On the business days whose date is the current UTC date. */
  served: v.number(),
  at: v.number(),
  tookMs: v.number(),
});
export type Sample = Infer<typeof sampleValidator>;

/** Counting takes at most a twentieth of the time. */
const SHARE = 20;
/** A count during which the clock jumped does not stop the next ones for longer. */
const MAX_WAIT_MS = 60 * 60_000;

/** Whether the next count may start. A count in the future is from a clock that was set back. */
export function mayCount(last: Sample | null, now: number): boolean {
  if (last === null || last.at > now) return true;
  return now >= last.at + Math.min(SHARE * last.tookMs, MAX_WAIT_MS);
}
