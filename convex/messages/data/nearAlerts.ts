/** Alerts to customers near the front (product.md C7) or of a late shop (F5), if they have more than the page. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { ALMOST_OCCASION, lateOccasion } from "../rules/escalation";
import { firstInLine, positionOf } from "../../queue/rules/line";
import { waitFactsOf, type LineState } from "../../queue/rules/lineState";
import { minutesLate } from "../../business/rules/notice";
import { businessDay, openingForWaiting } from "../../business/rules/opening";
import { dueTime } from "../../queue/rules/ticketState";
import { beginAlert } from "./alerts";

/** Customers alerted in one transaction. */
const BATCH = 100;

type Moved = {
  readonly business: Doc<"businesses">;
  readonly row: Doc<"lines">;
  readonly state: LineState;
  readonly at: number;
};

/** Alerts customers who have moved near the front. Those who join or return near the front see it themselves. */
export async function tellNearOnes(
  ctx: MutationCtx,
  { business, row, state, at }: Moved,
): Promise<void> {
  const { almostAt } = business;
  if (almostAt === 0 || row.pause !== null || row.chairs === 0) return;
  if (row.state.waiting === state.waiting) return;
  const are = firstInLine(state.waiting, almostAt + 1);
  const { queueId } = row;
  const { generation } = state;
  const { lastCallAt } = waitFactsOf({ ...row, state });
  for (const number of are) {
    const stood = positionOf(row.state.waiting, number);
    if (stood === null || stood <= almostAt + 1) continue;
    const target = await ctx.db
      .query("alertTargets")
      .withIndex("by_line_and_number", (q) =>
        q
          .eq("queueId", queueId)
          .eq("generation", generation)
          .eq("number", number),
      )
      .unique();
    const ticket = target && (await ctx.db.get("tickets", target.ticketId));
    if (ticket === null) continue;
    const since = Math.max(ticket.joinedAt, ticket.scheduledTime ?? 0);
    if (!openingForWaiting(business, at, since, lastCallAt).isOpen) continue;
    await beginAlert(ctx, ticket, "almost", ALMOST_OCCASION, at);
  }
}

/** Alerts a batch of those who wait or are booked before a late notice ends, and schedules the next. */
export async function tellLate(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  said: { until: number; cursor: string | null },
  now: number,
): Promise<void> {
  const business = await ctx.db.get("businesses", businessId);
  if (business === null || business.erasedAt !== undefined) return;
  const minutes = minutesLate(business.notice, now);
  // The notice has ended, or a newer one runs its own batches.
  if (minutes === 0 || business.notice?.until !== said.until) return;
  const occasion = lateOccasion(businessDay(business, now), minutes);
  const found = await ctx.db
    .query("alertTargets")
    .withIndex("by_businessId", (q) => q.eq("businessId", businessId))
    .paginate({ cursor: said.cursor, numItems: BATCH });
  for (const { ticketId } of found.page) {
    const ticket = await ctx.db.get("tickets", ticketId);
    if (ticket?.state.status !== "waiting") continue;
    const bookedFor = dueTime(ticket.state);
    if (bookedFor !== null && bookedFor >= said.until) continue;
    await beginAlert(ctx, ticket, "late", occasion, now);
  }
  if (found.isDone) return;
  const next = { businessId, until: said.until, cursor: found.continueCursor };
  await ctx.scheduler.runAfter(0, internal.messages.alerts.tellLate, next);
}
