/** A business's texts of this month and today (product.md N2). Released if one certainly was not sent. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import { plans } from "../../base/rules/plans";
import type { Refused } from "../../base/rules/refusals";
import { TEXTS_A_DAY } from "../rules/sms";
import { dayKey, endOfMonth } from "../../base/rules/timezones";
import { eachRow, job } from "../../base/data/job";
import { rowBy, type Reader } from "../../base/data/rowBy";

type Business = Doc<"businesses">;
type Counts = Pick<
  Doc<"smsMonths">,
  "month" | "used" | "day" | "usedToday" | "endsAt"
>;

/** The business's row, or null before its first text. */
export const monthOf = rowBy("smsMonths", "businessId");

export type Room = { ok: true; row: Doc<"smsMonths"> | null; next: Counts };

/** Whether there is room for one more text. Writes nothing; `reserve` does. */
export async function findRoom(
  ctx: Reader,
  business: Business,
  via: Doc<"smsMessages">["via"],
  now: number,
): Promise<Room | Refused<"smsQuotaUsed" | "smsDayLimit">> {
  const row = await monthOf(ctx, business._id);
  const counts = countsAt(row, business.timezone, now);
  const limit = plans[business.plan].smsPerMonth;
  if (via === "platform" && counts.used >= limit)
    return refuse("smsQuotaUsed", { limit });
  if (counts.usedToday >= TEXTS_A_DAY)
    return refuse("smsDayLimit", { limit: TEXTS_A_DAY });
  const next = {
    ...counts,
    used: counts.used + Number(via === "platform"),
    usedToday: counts.usedToday + 1,
  };
  return { ok: true, row, next };
}

/** Counts the text. @returns the month that it counts against */
export async function reserve(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  { row, next }: Room,
): Promise<string> {
  if (row === null) await ctx.db.insert("smsMonths", { businessId, ...next });
  else await ctx.db.patch("smsMonths", row._id, next);
  return next.month;
}

/** Sets this month's number of texts; for tests and the demo. */
export async function setUsed(
  ctx: MutationCtx,
  { _id: businessId, timezone }: Business,
  used: number,
  now: number,
): Promise<void> {
  const row = await monthOf(ctx, businessId);
  const next = { ...countsAt(row, timezone, now), used };
  await reserve(ctx, businessId, { ok: true, row, next });
}

/** Releases a text that certainly was not sent. The day's count stays, because it limits tries too. */
export async function release(
  ctx: MutationCtx,
  { businessId, via, month }: Doc<"smsMessages">,
): Promise<void> {
  const row = await monthOf(ctx, businessId);
  if (via !== "platform" || row?.month !== month) return;
  await ctx.db.patch("smsMonths", row._id, { used: Math.max(0, row.used - 1) });
}

/** Starts the new month of rows whose month is over, so that queries need no clock. */
export const months = job<Doc<"smsMonths">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("smsMonths")
      .withIndex("by_endsAt", (q) => q.lte("endsAt", at))
      .paginate(page),
  work: eachRow(async (ctx, row, { now }) => {
    const business = await ctx.db.get("businesses", row.businessId);
    if (business === null) return;
    const next = countsAt(row, business.timezone, now);
    await ctx.db.patch("smsMonths", row._id, next);
  }),
});

/** Never goes back to an earlier month or day, so changing the time zone gives nothing back. */
function countsAt(row: Counts | null, timezone: string, now: number): Counts {
  const day = dayKey(now, timezone);
  const month = day.slice(0, 7);
  const endsAt = endOfMonth(now, timezone);
  if (row === null) return { month, used: 0, day, usedToday: 0, endsAt };
  const isNewMonth = month > row.month;
  const isNewDay = day > row.day;
  return {
    month: isNewMonth ? month : row.month,
    used: isNewMonth ? 0 : row.used,
    day: isNewDay ? day : row.day,
    usedToday: isNewDay ? 0 : row.usedToday,
    endsAt: Math.max(endsAt, row.endsAt),
  };
}
