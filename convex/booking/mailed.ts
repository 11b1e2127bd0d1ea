/** The booking that the link in its mails opens (product.md E8). The token opens nothing else, and nothing after the booking. */
import { pick } from "convex-helpers";
import { v } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { publicMutation, publicQuery } from "../functions";
import { refuse } from "../base/rules/errors";
import { doneOr } from "../base/rules/refusals";
import { ownTicket, ownTicketAnswer } from "../line/data/ownTicket";
import { opensBooking, ticketIdIn } from "../mail/services/bookingTokens";
import { findTicket } from "../queue/data/tickets";
import { cancelBooking, moveBooking, moveRefusals } from "./data/bookings";

/** No name or phone number: the address may be a stranger's. */
const SHOWN = [
  ...(["letter", "number", "queueId", "queueName", "timezone"] as const),
  ...(["generation", "joinedAt", "scheduledTime"] as const),
  ...(["endReason", "mailedTo"] as const),
];

/** Null for any other token. `booking` is null once its time has come. */
export const view = publicQuery({
  args: { token: v.string() },
  returns: v.nullable(
    v.object({
      /** By which a phone finds its own ticket. */
      ticketId: v.id("tickets"),
      booking: v.nullable(ownTicketAnswer.pick(...SHOWN)),
    }),
  ),
  handler: async (ctx, { token }) => {
    const ticket = await bookingBehind(ctx, token);
    if (ticket === null) return null;
    const { _id: ticketId, state } = ticket;
    if (!state.isScheduled) return { ticketId, booking: null };
    const booking = pick(await ownTicket(ctx, ticket), SHOWN);
    return { ticketId, booking };
  },
});

/** Like bookings.move. */
export const move = publicMutation({
  args: { token: v.string(), startsAt: v.number() },
  returns: doneOr(...moveRefusals),
  handler: async (ctx, { token, startsAt }) => {
    const ticket = await bookingBehind(ctx, token);
    return ticket === null
      ? refuse("notFound")
      : await moveBooking(ctx, ticket, startsAt, Date.now());
  },
});

/** Like line/tickets:leave, but only for a booking. */
export const cancel = publicMutation({
  args: { token: v.string() },
  returns: doneOr("notFound", "alreadyEnded", "notScheduled"),
  handler: async (ctx, { token }) => {
    const ticket = await bookingBehind(ctx, token);
    return ticket === null
      ? refuse("notFound")
      : await cancelBooking(ctx, ticket, Date.now());
  },
});

async function bookingBehind(ctx: QueryCtx, token: string) {
  const ticket = await findTicket(ctx, ticketIdIn(token));
  if (ticket === null) return null;
  return (await opensBooking(token, ticket)) ? ticket : null;
}
