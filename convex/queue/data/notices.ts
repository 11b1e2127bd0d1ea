/** 'Running late' in the rows of businesses. The figures are business/rules/notice. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { newNotice } from "../../business/rules/notice";

/**
 * The shop is late, and says so until the time is over.
 * @throws invalidInput
 */
export async function sayLate(
  ctx: MutationCtx,
  { _id: businessId, notice: before }: Doc<"businesses">,
  given: { minutes: number; lasts: number },
  now: number,
): Promise<void> {
  const notice = newNotice(given, before, now);
  const { until } = notice;
  await ctx.db.patch("businesses", businessId, { notice });
  const args = { businessId, until };
  await ctx.scheduler.runAt(until, internal.upkeep.timers.noticeOver, args);
  const said = { ...args, cursor: null };
  await ctx.scheduler.runAfter(0, internal.messages.alerts.tellLate, said);
}

/** Nothing is said any more. */
export async function endNotice(
  ctx: MutationCtx,
  { _id, notice }: Doc<"businesses">,
): Promise<void> {
  if (notice === undefined) return;
  await ctx.db.patch("businesses", _id, { notice: undefined });
}

/** The notice that was to end at `until` does, unless it was ended or changed. */
export async function endNoticeOf(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  until: number,
): Promise<void> {
  const business = await ctx.db.get("businesses", businessId);
  if (business?.notice?.until === until) await endNotice(ctx, business);
}
