/** Erases personal data 30 days after a visit; the visit stays as long as its figures (product.md U7). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PERSON_KEPT_MS, type DeletedReason } from "../rules/retention";
import { NOBODY } from "./personalFields";
import { DAY_MS } from "../../base/rules/job";
import { KEPT_MS } from "../../base/rules/kept";
import { eventsOfTicket } from "../../queue/data/events";
import { forgetSubscriptions } from "../../messages/data/pushSubscriptions";
import { dueAfter, eachRow, job, type Job } from "../../base/data/job";
import { deleteTicket, patchTicket } from "../../queue/data/ticketRows";
import { rowsBy } from "../../base/data/rowBy";

/** More mails than a booking has; mailsOfNobody deletes any others. */
const MAILS_OF_ONE = 100;
const EVENTS = 100;

/** Erases the personal data of visits that ended long ago, with their mails and push subscriptions. */
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

/** Deletes tickets with events and mails; the days' sums keep what statistics need. Archived tickets stay. */
const endedFor = (endReason: DeletedReason) =>
  job<Doc<"tickets">>({
    due: (ctx, at, page) =>
      ctx.db
        .query("tickets")
        .withIndex("by_endReason_and_staleAt", (q) =>
          q
            .eq("state.endReason", endReason)
            .lt("staleAt", at - KEPT_MS.givenUp),
        )
        .paginate(page),
    work: eachRow(async (ctx, { _id }) => {
      const events = await eventsOfTicket(ctx, _id, EVENTS);
      for (const event of events)
        await ctx.db.delete("ticketEvents", event._id);
      if (events.length === EVENTS) return "again";
      await deleteMailsOf(ctx, _id);
      await deleteTicket(ctx, _id);
      return "done";
    }),
  });

export const deletedTickets = {
  left: endedFor("left"),
  removedByStaff: endedFor("removedByStaff"),
} satisfies Record<DeletedReason, Job>;

const mailsOf = rowsBy("mails", "ticketId_and_kind", MAILS_OF_ONE);

export async function deleteMailsOf(ctx: MutationCtx, ticketId: Id<"tickets">) {
  for (const { _id } of await mailsOf(ctx, ticketId))
    await ctx.db.delete("mails", _id);
}

/** Deletes mails of that age whose ticket is deleted or erased. */
export const mailsOfNobody = job<Doc<"mails">>({
  due: dueAfter("mails", "at", PERSON_KEPT_MS),
  work: eachRow(async (ctx, { _id, ticketId }) => {
    if (ticketId === null) return;
    const ticket = await ctx.db.get("tickets", ticketId);
    const isNobodys = ticket === null || ticket.blankedAt !== undefined;
    if (isNobodys) await ctx.db.delete("mails", _id);
  }),
  everyMs: DAY_MS,
});
