/** A customer's own ticket on the phone. Reads no hot row: the place comes from the shared line query. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { ratingValidator } from "../../queue/rules/rating";
import {
  endReasonValidator,
  isActive,
  saidServed,
  ticketStatusValidator,
} from "../../queue/rules/ticketState";
import { maskedEmail } from "../../mail/rules/mailRules";
import { placeOf } from "../../queue/data/chairs";
import { placeName } from "../../queue/rules/place";
import { businessOf } from "../../business/data/businesses";
import { newestMails } from "../../mail/data/outbox";

export const ownTicketAnswer = v.object({
  /** The tag of its notifications. */
  ticketId: v.id("tickets"),
  /** Of its queue, for its name (queue/rules/ticketName.ts). */
  letter: v.nullable(v.string()),
  number: v.number(),
  name: v.nullable(v.string()),
  status: ticketStatusValidator,
  endReason: v.nullable(endReasonValidator),
  acknowledged: v.boolean(),
  /** The phone rings when this rises. */
  callCount: v.number(),
  calledAt: v.nullable(v.number()),
  graceEndsAt: v.nullable(v.number()),
  servingAt: v.nullable(v.number()),
  /** Where the customer was called to, such as 'Chair 2 · Sam'; null: the counter, or the visit is over. */
  place: v.nullable(v.string()),
  endedAt: v.nullable(v.number()),
  joinedAt: v.number(),
  scheduledTime: v.nullable(v.number()),
  isScheduled: v.boolean(),
  noShows: v.number(),
  /** The next call completed it unseen, so the page asks (tickets.wasServed). */
  servedAssumed: v.boolean(),
  saidServed: v.nullable(v.boolean()),
  feedback: v.nullable(ratingValidator),
  /** When the customer missed a call; the next one is the last (product.md T6). */
  missedCallAt: v.nullable(v.number()),
  queueId: v.id("queues"),
  queueName: v.string(),
  businessId: v.id("businesses"),
  businessName: v.string(),
  timezone: v.string(),
  generation: v.number(),
  /** The masked address of mails about the booking, such as 'm…@example.com'. */
  mailedTo: v.nullable(v.string()),
});

export async function ownTicket(
  ctx: QueryCtx,
  ticket: Doc<"tickets">,
): Promise<Infer<typeof ownTicketAnswer>> {
  const queue = must(await ctx.db.get("queues", ticket.queueId), "queue");
  const business = await businessOf(ctx, ticket);
  const { state } = ticket;
  // Not after the visit: who works there later is no customer's business.
  const isHere = isActive(state.status);
  const place = isHere ? await placeOf(ctx, state.chairId) : null;
  return {
    ticketId: ticket._id,
    letter: queue.letter,
    number: ticket.number,
    name: ticket.name,
    status: state.status,
    endReason: state.endReason,
    acknowledged: state.acknowledgedAt !== null,
    callCount: state.callCount,
    calledAt: state.calledAt,
    graceEndsAt: state.graceEndsAt,
    servingAt: state.servingAt,
    place: place && placeName(place),
    endedAt: state.endedAt,
    joinedAt: ticket.joinedAt,
    scheduledTime: ticket.scheduledTime,
    isScheduled: state.isScheduled,
    noShows: state.noShows,
    servedAssumed: state.servedAssumed !== undefined,
    saidServed: saidServed(state.servedAssumed),
    feedback: ticket.feedback?.rating ?? null,
    missedCallAt: state.missedCallAt ?? null,
    queueId: queue._id,
    queueName: queue.name,
    businessId: business._id,
    businessName: business.name,
    timezone: business.timezone,
    generation: ticket.generation,
    mailedTo: await mailedTo(ctx, ticket),
  };
}

/** Null if no mail has gone there and none will. */
async function mailedTo(ctx: QueryCtx, { _id, email }: Doc<"tickets">) {
  if (email === undefined) return null;
  const mails = await newestMails(ctx, _id, "booking");
  const isThere = mails.some(
    ({ to, state }) =>
      to === email && state !== "failed" && state !== "skipped",
  );
  return isThere ? maskedEmail(email) : null;
}
