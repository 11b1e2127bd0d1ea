/**
 * What is known of customers goes 30 days after the end of their visit; the
 * visit itself stays, without them, as long as its figures do (product.md U7).
 * Texts go by themselves (N3), and tickets that came to nothing after a week.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PERSON_KEPT_MS, type DeletedReason } from "../rules/retention";
import { NOBODY } from "./personalFields";
import { DAY_MS } from "../../base/rules/job";
import { eventsOfTicket } from "../../queue/data/events";
import { forgetSubscriptions } from "../../messages/data/pushSubscriptions";
import { eachRow, job, type Job } from "../../base/data/job";
import { deleteTicket, patchTicket } from "../../queue/data/ticketRows";

/** More mails than a booking has; of a longer life, mailsOfNobody takes the rest. */
const MAILS_OF_ONE = 100;
/** Events of one ticket deleted in one step. */
const EVENTS = 100;
/** After the day in which a ticket would have gone stale. */
const CANCELLED_MS = 7 * DAY_MS;

/** Takes the person out of visits that ended long ago, and their mails and browsers with them. */
export const people = job<Doc<"tickets">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("tickets")
      .withIndex("by_blankedAt_and_end", (q) =>
        q
          .eq("blankedAt", undefined)
          .gt("state.endedAt", 0)
          .lte("state.endedAt", at - PERSON_KEPT_MS),
      )
      .paginate(page),
  work: eachRow(async (ctx, { _id }, { now }) => {
    await deleteMailsOf(ctx, _id);
    await forgetSubscriptions(ctx, _id);
    await patchTicket(ctx, _id, { ...NOBODY, blankedAt: now });
  }),
});

/**
 * Tickets that came to nothing, with their events and mails. The days' sums
 * keep what statistics need; what a reset or the end of a queue has archived
 * stays.
 */
const endedFor = (endReason: DeletedReason) =>
  job<Doc<"tickets">>({
    due: (ctx, at, page) =>
      ctx.db
        .query("tickets")
        .withIndex("by_endReason_and_staleAt", (q) =>
          q.eq("state.endReason", endReason).lt("staleAt", at - CANCELLED_MS),
        )
        .paginate(page),
    work: eachRow(async (ctx, { _id }) => {
      const events = await eventsOfTicket(ctx, _id, EVENTS);
      for (const event of events) {
        await ctx.db.delete("ticketEvents", event._id);
      }
      if (events.length === EVENTS) return "again";
      await deleteMailsOf(ctx, _id);
      await deleteTicket(ctx, _id);
      return "done";
    }),
  });

/** A job for each reason whose tickets are deleted. */
export const deletedTickets = {
  left: endedFor("left"),
  removedByStaff: endedFor("removedByStaff"),
} satisfies Record<DeletedReason, Job>;

/** Deletes what was written to a ticket's holder. */
export async function deleteMailsOf(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
): Promise<void> {
  const mails = await ctx.db
    .query("mails")
    .withIndex("by_ticketId_and_kind", (q) => q.eq("ticketId", ticketId))
    .take(MAILS_OF_ONE);
  for (const { _id } of mails) await ctx.db.delete("mails", _id);
}

/** Mails that are as old, whose ticket has gone or has nobody any more. */
export const mailsOfNobody = job<Doc<"mails">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("mails")
      .withIndex("by_at", (q) => q.lt("at", at - PERSON_KEPT_MS))
      .paginate(page),
  work: eachRow(async (ctx, { _id, ticketId }) => {
    if (ticketId === null) return;
    const ticket = await ctx.db.get("tickets", ticketId);
    const isNobodys = ticket === null || ticket.blankedAt !== undefined;
    if (isNobodys) await ctx.db.delete("mails", _id);
  }),
  everyMs: DAY_MS,
});
