/** Rows of the platform's figures: businesses by plan and state, and growth by UTC day. Written with the directory. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import {
  GROWTH_DAYS,
  noTotals,
  totalsAfter,
  type Counted,
  type GrowthDay,
} from "../rules/platform";
import { dayKey } from "../../base/rules/timezones";
import { rowBy } from "../../base/data/rowBy";

type Listed = Pick<
  Doc<"directory">,
  "plan" | "state" | "createdAt" | "isErasing"
>;

/** The only row; null before the first business or maintenance. */
export async function platformTotals(ctx: QueryCtx) {
  return await ctx.db.query("platformTotals").unique();
}

/** The newest days on which a business came or went, newest first. */
export async function newestDays(ctx: QueryCtx): Promise<GrowthDay[]> {
  const rows = await ctx.db
    .query("platformDays")
    .withIndex("by_day")
    .order("desc")
    .take(GROWTH_DAYS);
  return rows.map(({ day, created, ended }) => ({ day, created, ended }));
}

/** Counts the change of one business. One that ends no longer counts, though its row may stay for a while. */
export async function countChange(
  ctx: MutationCtx,
  before: Listed | null,
  after: Listed,
  endedAt: number | undefined,
): Promise<void> {
  if (before === null) await addToDay(ctx, after.createdAt, "created");
  const isEnd = after.isErasing && before?.isErasing !== true;
  if (isEnd) await addToDay(ctx, must(endedAt, "end of a business"), "ended");
  const row = await listingState(ctx);
  const totals = totalsAfter(row, countedAs(before), countedAs(after));
  await ctx.db.patch("platformTotals", row._id, totals);
}

/** The only row; created if there is none, with nothing listed yet. */
export async function listingState(ctx: MutationCtx) {
  const row = await platformTotals(ctx);
  if (row !== null) return row;
  const first = { ...noTotals(), listedUpTo: 0 };
  const id = await ctx.db.insert("platformTotals", first);
  return must(await ctx.db.get("platformTotals", id), "totals just made");
}

/** Saves how far older businesses are listed; null: all are. */
export async function saveListing(ctx: MutationCtx, listedUpTo: number | null) {
  const { _id } = await listingState(ctx);
  await ctx.db.patch("platformTotals", _id, { listedUpTo });
}

function countedAs(listed: Listed | null): Counted {
  return listed === null || listed.isErasing ? null : listed;
}

const rowOfDay = rowBy("platformDays", "day");

async function addToDay(
  ctx: MutationCtx,
  at: number,
  what: "created" | "ended",
): Promise<void> {
  const day = dayKey(at, "UTC");
  const row = await rowOfDay(ctx, day);
  if (row === null) {
    const first = { day, created: 0, ended: 0 };
    await ctx.db.insert("platformDays", { ...first, [what]: 1 });
  } else {
    await ctx.db.patch("platformDays", row._id, { [what]: row[what] + 1 });
  }
}
