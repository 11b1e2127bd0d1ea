/** What customers see of their own tickets, and can do with them. Seeing reads no hot row: the shared line query has the place. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";
import { must, refuse } from "../../base/rules/errors";
import { ratingValidator } from "../../queue/rules/rating";
import {
  endReasonValidator,
  isActive,
  saidServed,
  ticketStatusValidator,
} from "../../queue/rules/ticketState";
import { maskedEmail } from "../../mail/rules/mailRules";
import { callPlaceOf } from "../../queue/data/chairs";
import { placeName } from "../../queue/rules/callPlace";
import { businessOf } from "../../business/data/businesses";
import { newestMails } from "../../mail/data/outbox";
import { FEEDBACK_MS } from "../../reports/rules/feedback";
import type { Refused } from "../../base/rules/refusals";
import { findLine } from "../../queue/data/lines";
import { moveDetached, moveTicket } from "./moves";
import { closeLine, openWork, openLine } from "./openLine";

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
  /** The end of its slot; null without a booking ahead. */
  bookedUntil: v.nullable(v.number()),
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
  const place = isHere ? await callPlaceOf(ctx, state.chairId) : null;
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
    bookedUntil: state.slot?.end ?? null,
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

/** Gives up the place. Succeeds if the customer has left already. */
export async function leave(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<{ ok: true } | Refused<"alreadyEnded">> {
  if (ticket.state.endReason === "left") return { ok: true };
  const hasLeft = await moveByCustomer(ctx, ticket, "leave", now);
  return hasLeft ? { ok: true } : refuse("alreadyEnded");
}

/** Says "I'm on my way". Succeeds if the customer has said so already. */
export async function acknowledge(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<{ ok: true } | Refused<"notCalledNow">> {
  const { status, acknowledgedAt } = ticket.state;
  if (status === "called" && acknowledgedAt !== null) return { ok: true };
  const isSaid = await moveByCustomer(ctx, ticket, "acknowledge", now);
  return isSaid ? { ok: true } : refuse("notCalledNow");
}

/** Answers 'Were you served?'. Repeating the answer succeeds. Works without a line, which may be deleted or reset. */
export async function wasServed(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  served: boolean,
  now: number,
): Promise<{ ok: true } | Refused<"notAsked">> {
  const { servedAssumed, endedAt } = ticket.state;
  if (saidServed(servedAssumed) === served) return { ok: true };
  // Guard untested: null plus the limit is long ago, so it is refused anyway; the null check is for the type.
  if (endedAt === null || now >= endedAt + FEEDBACK_MS)
    return refuse("notAsked");
  const business = await businessOf(ctx, ticket);
  const customer = { kind: "customer" } as const;
  const work = openWork(business, ticket.queueId, customer, now);
  const kind = served ? "confirmServed" : "denyServed";
  return (await moveDetached(ctx, work, ticket, kind))
    ? { ok: true }
    : refuse("notAsked");
}

/** Whether the transition table allows it, in a queue that is not deleted. */
async function moveByCustomer(
  ctx: MutationCtx,
  ticket: Doc<"tickets">,
  kind: "leave" | "acknowledge",
  now: number,
): Promise<boolean> {
  const row = await findLine(ctx, ticket.queueId);
  if (row === null) return false;
  const business = await businessOf(ctx, ticket);
  const line = openLine(business, row, { kind: "customer" }, now);
  const moved = await moveTicket(ctx, line, ticket, { kind });
  if (moved !== null) await closeLine(ctx, line);
  return moved !== null;
}
