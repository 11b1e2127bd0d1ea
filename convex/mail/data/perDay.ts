/** How many e-mails a business may still send today (product.md E5). The figures: rules/mailRules.ts. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { mailsPerDay } from "../rules/mailRules";
import { dayKey } from "../../base/rules/timezones";

/** Counts one mail; false, and nothing written, if the day has had all of them. */
export async function takeFromDay(
  ctx: MutationCtx,
  { _id: businessId, plan, timezone }: Doc<"businesses">,
  now: number,
): Promise<boolean> {
  const row = await ctx.db
    .query("mailDays")
    .withIndex("by_businessId", (q) => q.eq("businessId", businessId))
    .unique();
  const today = dayKey(now, timezone);
  // A day is never left for an earlier one: changing the time zone gives nothing back.
  const isNew = row === null || today > row.day;
  const count = isNew ? 0 : row.count;
  if (count >= mailsPerDay(plan)) return false;
  const next = { day: isNew ? today : row.day, count: count + 1 };
  if (row === null) await ctx.db.insert("mailDays", { businessId, ...next });
  else await ctx.db.patch("mailDays", row._id, next);
  return true;
}
