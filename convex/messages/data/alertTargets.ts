/** Who can be reached without the ticket's page, by push, phone or e-mail, and the facts that every alert states. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { AlertKind } from "../rules/escalation";
import { isActive, dueTime } from "../../queue/rules/ticketState";
import type { Change } from "../../queue/data/change";
import { rowBy, type Reader } from "../../base/data/rowBy";
import { must } from "../../base/rules/errors";
import { minutesLate } from "../../business/rules/notice";
import { COUNTER, type TemplateData } from "../rules/smsTemplates";
import { isReminder, wordsAt } from "../rules/reminders";
import { bareName } from "../../queue/rules/ticketName";
import { plainPlace } from "../../queue/rules/callPlace";
import { timeIn, writingOf } from "../../base/rules/clock";
import { callPlaceOf } from "../../queue/data/chairs";
import { businessOf } from "../../business/data/businesses";

type Target = Pick<
  Doc<"tickets">,
  "_id" | "businessId" | "queueId" | "generation" | "number"
>;

type Ways = Pick<Doc<"tickets">, "hasPush" | "phone" | "email">;

/** The channels that the ticket has data for. */
export function reachOf({ hasPush, phone, email }: Ways) {
  return {
    push: hasPush === true,
    text: phone !== null,
    mail: email !== undefined,
  };
}

/** The channels that may be used. A customer who already waits gets no text about a late shop. */
export function reachFor(
  kind: AlertKind,
  ticket: Ways & Pick<Doc<"tickets">, "state">,
) {
  const reach = reachOf(ticket);
  const mayText = kind !== "late" || ticket.state.isScheduled;
  return { ...reach, text: reach.text && mayText };
}

/** Whether any channel is possible. */
export function isReachable(ticket: Ways): boolean {
  return Object.values(reachOf(ticket)).includes(true);
}

/** Keeps the row in step with a changed ticket. */
export async function keepTarget(
  ctx: MutationCtx,
  { ticket, before, cause }: Change,
): Promise<void> {
  if (!isReachable(ticket)) return;
  const was = before !== null && isActive(before.status);
  const is = isActive(ticket.state.status);
  // A transfer and its undo give the ticket another queue and number.
  const hasMoved = cause === "transfer" || cause === "undo";
  if (is && (!was || hasMoved)) await putTarget(ctx, ticket);
  else if (was && !is) await removeTarget(ctx, ticket._id);
}

/** Writes the row by which the ticket is found from its number. */
export async function putTarget(
  ctx: MutationCtx,
  { _id: ticketId, businessId, queueId, generation, number }: Target,
): Promise<void> {
  const row = { businessId, queueId, generation, number, ticketId };
  const known = await targetOf(ctx, ticketId);
  if (known === null) await ctx.db.insert("alertTargets", row);
  else await ctx.db.patch("alertTargets", known._id, row);
}

/** Removes the row: the ticket gets no more alerts. */
export async function removeTarget(ctx: MutationCtx, ticketId: Id<"tickets">) {
  const row = await targetOf(ctx, ticketId);
  if (row !== null) await ctx.db.delete("alertTargets", row._id);
}

const targetOf = rowBy("alertTargets", "ticketId");

/** The facts of a ticket, with its business for quota and billing. */
export async function factsOf(
  ctx: Reader,
  ticket: Doc<"tickets">,
  now: number,
) {
  const business = await businessOf(ctx, ticket);
  const queue = must(await ctx.db.get("queues", ticket.queueId), "queue");
  const bookedFor = dueTime(ticket.state);
  const place = await callPlaceOf(ctx, ticket.state.chairId);
  return {
    business,
    letter: queue.letter,
    number: ticket.number,
    queue: queue.name,
    shop: business.name,
    /** Where a called customer goes; null: the counter. */
    place,
    /** For an upcoming booking, as the shop writes it. */
    time:
      bookedFor === null
        ? null
        : timeIn(bookedFor, business.timezone, writingOf(business)),
    minutesLate: minutesLate(business.notice, now),
  };
}

/** The kind whose words are true now: a late reminder may be on the booking's own day. */
export function saidAs(
  kind: AlertKind,
  { state }: Doc<"tickets">,
  { timezone }: Doc<"businesses">,
  now: number,
): AlertKind {
  const startsAt = dueTime(state);
  return isReminder(kind) && startsAt !== null
    ? wordsAt(startsAt, timezone, now)
    : kind;
}

/** The same facts as a template's placeholders. */
export function dataOf({
  letter,
  number,
  queue,
  shop,
  place,
  time,
  minutesLate: minutes,
}: Omit<Awaited<ReturnType<typeof factsOf>>, "business">): TemplateData {
  return {
    ticket_number: bareName(letter, number),
    queue_name: queue,
    business_name: shop,
    place: place === null ? COUNTER : plainPlace(place),
    ...(time !== null && { time }),
    ...(minutes > 0 && { minutes: String(minutes) }),
  };
}
