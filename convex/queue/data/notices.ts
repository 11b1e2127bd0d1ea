/** Stores the 'Running late' notice of a business. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { newNotice } from "../../business/rules/notice";

/** Shows that the shop runs late, until the given time is over. @throws invalidInput */
export async function sayLate(
  ctx: MutationCtx,
  { _id: businessId, notice: before }: Doc<"businesses">,
  given: { minutes: number; lasts: number },
  now: number,
): Promise<void> {
  const notice = newNotice(given, before, now);
  await ctx.db.patch("businesses", businessId, { notice });
  const args = { businessId, until: notice.until };
  const { noticeOver } = internal.upkeep.timers;
  await ctx.scheduler.runAt(notice.until, noticeOver, args);
  const said = { ...args, cursor: null };
  await ctx.scheduler.runAfter(0, internal.messages.alerts.tellLate, said);
}

export async function endNotice(
  ctx: MutationCtx,
  { _id, notice }: Doc<"businesses">,
): Promise<void> {
  if (notice === undefined) return;
  await ctx.db.patch("businesses", _id, { notice: undefined });
}

/** Ends the notice that ends at `until`, unless it has changed since. */
export async function endNoticeOf(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  until: number,
): Promise<void> {
  const business = await ctx.db.get("businesses", businessId);
  if (business?.notice?.until === until) await endNotice(ctx, business);
}
