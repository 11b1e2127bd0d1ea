/** The facts that every alert states: ticket, place and time. Read when the alert is sent. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import { minutesLate } from "../../business/rules/notice";
import { COUNTER, type TemplateData } from "../rules/smsTemplates";
import type { AlertKind } from "../rules/escalation";
import { isReminder, wordsAt } from "../rules/reminders";
import { bareName } from "../../queue/rules/ticketName";
import { dueTime } from "../../queue/rules/ticketState";
import { plainPlace } from "../../queue/rules/place";
import { timeIn, writingOf } from "../../base/rules/clock";
import { placeOf } from "../../queue/data/chairs";
import { businessOf } from "../../business/data/businesses";

/** The facts of a ticket, with its business for quota and billing. */
export async function factsOf(
  ctx: Pick<QueryCtx, "db">,
  ticket: Doc<"tickets">,
  now: number,
) {
  const business = await businessOf(ctx, ticket);
  const queue = must(await ctx.db.get("queues", ticket.queueId), "queue");
  const bookedFor = dueTime(ticket.state);
  const place = await placeOf(ctx, ticket.state.chairId);
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
