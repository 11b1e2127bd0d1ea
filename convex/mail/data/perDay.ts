/** A business's e-mails per day (product.md E5). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { mailsPerDay } from "../rules/mailRules";
import { dayKey } from "../../base/rules/timezones";
import { rowBy } from "../../base/data/rowBy";

const dayOf = rowBy("mailDays", "businessId");

/** Counts one mail; false, without a write, at the day's limit. */
export async function takeFromDay(
  ctx: MutationCtx,
  { _id: businessId, plan, timezone }: Doc<"businesses">,
  now: number,
): Promise<boolean> {
  const row = await dayOf(ctx, businessId);
  const today = dayKey(now, timezone);
  // The day never goes back, so that changing the time zone gives no mails back.
  const isNew = row === null || today > row.day;
  const count = isNew ? 0 : row.count;
  if (count >= mailsPerDay(plan)) return false;
  const next = { day: isNew ? today : row.day, count: count + 1 };
  if (row === null) await ctx.db.insert("mailDays", { businessId, ...next });
  else await ctx.db.patch("mailDays", row._id, next);
  return true;
}
