/** Customers book and move bookings. Cancelling is line/tickets:leave. */
import { v } from "convex/values";
import {
  bookRefusals,
  bookSlot,
  moveBooking,
  moveRefusals,
} from "./data/bookings";
import { appointmentOf } from "./rules/mails";
import { customerMutation, internalQuery } from "../functions";
import { environment } from "../base/services/env";
import { calendarFile } from "../calendar/rules/file";
import { mailFacts } from "../line/data/bookingMails";
import { callerIn } from "../base/services/caller";
import { readEmail } from "../mail/services/customerEmail";
import { refuse } from "../base/rules/errors";
import { findTicket } from "../queue/data/tickets";
import { personArgs } from "../queue/rules/person";
import { dueTime } from "../queue/rules/ticketState";
import { doneOr, doneWith } from "../base/rules/refusals";

/** Takes a ticket for a slot; the same secret again gives the same ticket. @throws invalidInput for a bad secret */
export const book = customerMutation({
  args: {
    ...personArgs,
    queueId: v.string(),
    startsAt: v.number(),
    /** For the confirmation and a reminder; not kept if e-mail is off. */
    email: v.optional(v.string()),
    /** The key of reports/looks:look, if the device looked. */
    look: v.optional(v.string()),
  },
  returns: doneWith({ number: v.number() }, ...bookRefusals),
  handler: async (
    ctx,
    { queueId, startsAt, email: typed, look, ...person },
  ) => {
    if (ctx.ticket !== null)
      return { ok: true as const, number: ctx.ticket.number };
    const email = readEmail(typed);
    if (email === null) return refuse("invalidEmail");
    const caller = await callerIn(ctx);
    const { secretHash } = ctx;
    const wish = { queueId, startsAt, email, look, person, secretHash, caller };
    return await bookSlot(ctx, wish, Date.now());
  },
});

/** Moves the booking to another slot of its queue; the number stays. */
export const move = customerMutation({
  args: { startsAt: v.number() },
  returns: doneOr(...moveRefusals),
  handler: async (ctx, { startsAt }) =>
    ctx.ticket === null
      ? refuse("notFound")
      : await moveBooking(ctx, ctx.ticket, startsAt, Date.now()),
});

/** A booking ahead as a calendar file, for phones that open only a file with an address. Null for any other ticket. */
export const file = internalQuery({
  args: { ticketId: v.string(), now: v.number() },
  returns: v.nullable(v.string()),
  handler: async (ctx, { ticketId: id, now }) => {
    const ticket = await findTicket(ctx, id);
    if (ticket === null) return null;
    const { businessId, _id: ticketId, state } = ticket;
    const startsAt = dueTime(state);
    const found = await mailFacts(ctx, { businessId, ticketId });
    if (startsAt === null || found === null) return null;
    const { business: shop, queue } = found;
    const { siteUrl } = environment();
    const url = `${siteUrl}/join?b=${businessId}`;
    const endsAt = state.slot?.end ?? startsAt + shop.slotMinutes * 60_000;
    return calendarFile(
      appointmentOf(
        { shop, siteUrl, queue, ticket },
        { url, startsAt, endsAt, madeAt: now },
      ),
    );
  },
});
