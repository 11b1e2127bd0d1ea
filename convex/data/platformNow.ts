/** What admins see of the whole platform at a glance; and how busy it is, counted by a cron (platform.ts) and never by those who join. */
import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import {
  growthDay,
  growthUpTo,
  noTotals,
  totalsValidator,
} from "../model/platform";
import { dayKey } from "../model/timezones";
import { newestDays, platformTotals } from "./platform";

export const totalsNowAnswer = v.object({
  ...totalsValidator.fields,
  /** The last thirty days of UTC, the oldest first. */
  days: v.array(growthDay),
  waitingNow: v.number(),
  /** On the business days that have today's date in UTC. */
  servedToday: v.number(),
  /** When people were counted last; null: not yet. */
  asOf: v.nullable(v.number()),
});

/** All of it, from rows that are written when something changes. */
export async function totalsNow(
  ctx: Pick<QueryCtx, "db">,
): Promise<Infer<typeof totalsNowAnswer>> {
  const totals = (await platformTotals(ctx)) ?? noTotals();
  const { businesses, byPlan, byState } = totals;
  const now = await ctx.db.query("platformNow").unique();
  const newest = await newestDays(ctx);
  // No clock: the day of the last counting, or a later one on which something has happened.
  const counted = now === null ? "" : dayKey(now.at, "UTC");
  const last = [counted, newest[0]?.day ?? ""].sort()[1] ?? "";
  return {
    ...{ businesses, byPlan, byState },
    days: last === "" ? [] : growthUpTo(last, newest),
    waitingNow: now?.waiting ?? 0,
    servedToday: now?.served ?? 0,
    asOf: now?.at ?? null,
  };
}
