/** The platform at a glance (product.md O21). A cron counts its load, so joins do not have to. */
import { v, type Infer } from "convex/values";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  growthDay,
  growthUpTo,
  noTotals,
  totalsValidator,
  type Sample,
} from "../../business/rules/platform";
import { dayKey } from "../../base/rules/timezones";
import { newestDays, platformTotals } from "../../business/data/directory";

export const totalsNowAnswer = v.object({
  ...totalsValidator.fields,
  /** The last thirty UTC days, oldest first. */
  days: v.array(growthDay),
  waitingNow: v.number(),
  /** On the business days with today's UTC date. */
  servedToday: v.number(),
  /** When people were last counted; null: not yet. */
  asOf: v.nullable(v.number()),
});

/** Rows counted in one transaction. */
const BATCH = 200;

/** The sum of a page, and where the next one begins. */
export const part = v.object({
  sum: v.number(),
  cursor: v.string(),
  isDone: v.boolean(),
});
type Part = Infer<typeof part>;

/** The last sample; null before the first. */
export async function lastSample(ctx: QueryCtx): Promise<Sample | null> {
  const row = await ctx.db.query("platformNow").unique();
  if (row === null) return null;
  const { waiting, served, at, tookMs } = row;
  return { waiting, served, at, tookMs };
}

/** Stores a sample, unless a newer one exists that is not in the future. */
export async function saveSample(
  ctx: MutationCtx,
  counted: Sample,
  now: number,
) {
  const row = await ctx.db.query("platformNow").unique();
  if (row === null) await ctx.db.insert("platformNow", counted);
  else if (row.at < counted.at || row.at > now) {
    await ctx.db.patch("platformNow", row._id, counted);
  }
}

export async function nextWaiting(
  ctx: QueryCtx,
  cursor: string | null,
): Promise<Part> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("lines")
    .withIndex("by_waitingCount", (q) => q.gt("state.waitingCount", 0))
    .paginate({ cursor, numItems: BATCH });
  const counts = page.map(({ state }) => state.waitingCount);
  return { sum: sumOf(counts), cursor: continueCursor, isDone };
}

export async function nextServed(
  ctx: QueryCtx,
  day: string,
  cursor: string | null,
): Promise<Part> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("queueDays")
    .withIndex("by_day", (q) => q.eq("day", day))
    .paginate({ cursor, numItems: BATCH });
  const counts = page.map(({ counts }) => counts.served);
  return { sum: sumOf(counts), cursor: continueCursor, isDone };
}

/** All of it, from rows that are written when something changes. */
export async function totalsNow(
  ctx: QueryCtx,
): Promise<Infer<typeof totalsNowAnswer>> {
  const totals = (await platformTotals(ctx)) ?? noTotals();
  const { businesses, byPlan, byState } = totals;
  const now = await lastSample(ctx);
  const newest = await newestDays(ctx);
  // Queries do not read the clock. The last day is that of the last sample, or a later one with changes.
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

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
