/** Deletes a ticket without a trace: an owner's test, or a walk-in added by mistake. */
import type { Doc, Id } from "../../_generated/dataModel";
import { must, refuse } from "../../base/rules/errors";
import { withoutCalls } from "../../queue/rules/recentCalls";
import type { Refused } from "../../base/rules/refusals";
import type { QueryCtx } from "../../_generated/server";
import type { CounterCtx, Staff } from "../../account/data/access";
import { forgetAlerts } from "../../messages/data/alerts";
import { forgetSubscriptions } from "../../messages/data/pushSubscriptions";
import { removeTarget } from "../../messages/data/alertTargets";
import { eventsOfTicket } from "../../queue/data/events";
import { takeBackFeedback } from "../../reports/data/feedback";
import { findLine } from "../../queue/data/lines";
import { takeBackLook } from "../../reports/data/looks";
import { countMove, leaveLine } from "../../line/data/moves";
import {
  closeLine,
  countOn,
  openAsStaff,
  openWork,
  saveDays,
  type QueueWork,
  type OpenLine,
} from "../../line/data/openLine";
import { noteNotServed } from "../../line/data/notServed";
import { strangerBehind } from "../../queue/data/shopNetworks";
import { ensureOwnTicket } from "../../queue/data/tickets";
import { unlearnCall } from "../../queue/data/waits";
import { deleteTicket } from "../../queue/data/ticketRows";

const TEST_MS = 24 * 60 * 60_000;
/** More events than a test has in a day. Deleting each is one write. */
const MAX_EVENTS = 500;

/**
 * Whether the counter offers to erase it: no booking, and added at the counter or joined in the shop's own network
 * (counter.md 5). Erasing does not ask this: an owner's phone may have joined over mobile data. @throws notFound
 */
export async function seemsTest(
  ctx: QueryCtx & Staff,
  ticketId: string,
): Promise<boolean> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const { scheduledTime, joinedAt } = ticket;
  return (
    scheduledTime === null &&
    (await strangerBehind(ctx, ticket, joinedAt)) === null
  );
}

/** Deletes a test ticket, never a booking. @throws notFound */
export async function removeTest(
  ctx: CounterCtx,
  ticketId: string,
  now: number,
): Promise<{ ok: true } | Refused<"customerMovedOn">> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const isTest =
    ticket.scheduledTime === null && now - ticket.joinedAt <= TEST_MS;
  return isTest && (await forget(ctx, ticket, now))
    ? { ok: true }
    : refuse("customerMovedOn");
}

/** Deletes a ticket and its share of the sums; false for too many events. If its number is the newest, it is reused. */
export async function forget(
  ctx: CounterCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<boolean> {
  const events = await eventsOfTicket(ctx, ticket._id, MAX_EVENTS + 1);
  if (events.length > MAX_EVENTS) return false;
  const works = await worksOf(ctx, events, now);
  takeBackCounts(works, ticket, events);
  for (const work of works.values()) {
    if (!("row" in work)) {
      await saveDays(ctx, work);
      continue;
    }
    const here = events.filter(({ queueId }) => queueId === work.queueId);
    const isHere = ticket.queueId === work.queueId;
    const number = isHere ? ticket.number : (here[0]?.number ?? null);
    if (isHere) leaveLine(work, ticket);
    takeTraces(work, { ticketId: ticket._id, number }, here);
    const { undo } = work.row;
    const isNamed =
      number !== null &&
      (undo?.number === number || undo?.completed?.includes(number) === true);
    await closeLine(ctx, work, isNamed ? null : undefined);
  }
  await takeBackFeedback(ctx, ticket);
  await takeBackLook(ctx, ticket);
  const { state: before } = ticket;
  const unsaid = { ...ticket, state: { ...before, servedAssumed: undefined } };
  await noteNotServed(ctx, { ticket: unsaid, before, at: now });
  await forgetAlerts(ctx, ticket._id);
  await removeTarget(ctx, ticket._id);
  for (const { _id } of events) await ctx.db.delete("ticketEvents", _id);
  await deleteTicket(ctx, ticket._id);
  await forgetSubscriptions(ctx, ticket._id);
  return true;
}

/** The ticket's queues: their lines, or only the sums if a queue was reset or deleted since. */
async function worksOf(
  ctx: CounterCtx,
  events: readonly Doc<"ticketEvents">[],
  now: number,
): Promise<Map<Id<"queues">, QueueWork | OpenLine>> {
  const actor = { kind: "staff", userId: ctx.userId } as const;
  const works = new Map<Id<"queues">, QueueWork | OpenLine>();
  for (const { queueId, movedTo, generation } of events) {
    for (const place of [{ queueId, generation }, movedTo ?? null]) {
      if (place === null || works.has(place.queueId)) continue;
      const row = await findLine(ctx, place.queueId);
      const isSame = row?.state.generation === place.generation;
      works.set(
        place.queueId,
        isSame
          ? openAsStaff(ctx, row, now)
          : openWork(ctx.business, place.queueId, actor, now),
      );
    }
  }
  return works;
}

function takeBackCounts(
  works: ReadonlyMap<Id<"queues">, QueueWork>,
  ticket: Doc<"tickets">,
  events: readonly Doc<"ticketEvents">[],
): void {
  let { quote } = ticket;
  for (const event of events.toReversed()) {
    if (event.undoneAt !== null) continue;
    const { queueId, kind, at } = event;
    const work = must(works.get(queueId), "sums of a queue");
    if (kind === "join") {
      countOn(work, at, { added: { joins: 1 }, sign: -1, by: null });
    } else countMove(work, withQuote(ticket, quote), event, -1);
    if (kind === "transfer") quote = event.quoteBefore;
  }
}

/** Removes what a line has learned and kept of the ticket. */
function takeTraces(
  line: OpenLine,
  { ticketId, number }: { ticketId: Id<"tickets">; number: number | null },
  events: readonly Doc<"ticketEvents">[],
): void {
  for (const event of events.toReversed()) {
    if (event.kind === "call" && event.undoneAt === null) {
      unlearnCall(line, event);
    }
  }
  const state = withoutCalls(line.state, ticketId);
  const isLast = number !== null && state.lastNumber === number;
  line.state = isLast ? { ...state, lastNumber: number - 1 } : state;
}

function withQuote(ticket: Doc<"tickets">, quote: Doc<"tickets">["quote"]) {
  const { quote: _, ...rest } = ticket;
  return quote === undefined ? rest : { ...rest, quote };
}
