/**
 * Taking a ticket out as if it had never been: the one with which an owner
 * tries the product, or a walk-in who was added by mistake. Its row, its
 * events and all that it counted for are gone. Not an end of a ticket: that is
 * data/moves.ts.
 */
import type { Doc, Id } from "../_generated/dataModel";
import { withJoin } from "../model/days";
import { must, refuse } from "../model/errors";
import { withoutCalls } from "../model/recentCalls";
import type { Refused } from "../model/refusals";
import { isMoveKind } from "../model/tickets";
import type { CounterCtx } from "./access";
import { eventsOfTicket } from "./events";
import { takeBackFeedback } from "./feedback";
import { findLine } from "./lines";
import { takeBackLook } from "./looks";
import {
  closeLine,
  countMove,
  countOn,
  openAsStaff,
  openLedger,
  saveDays,
  type Ledger,
  type OpenLine,
} from "./moves";
import { noteNotServed } from "./notServed";
import { ensureOwnTicket } from "./tickets";
import { leaveLine } from "./transfers";
import { unlearnCall } from "./waits";

/** An older ticket was no test. */
const TEST_MS = 24 * 60 * 60_000;
/** More than happens to a test in a day; each is a write. */
const MOST_EVENTS = 500;

/**
 * Takes a test ticket out without a trace in the figures. Not for bookings.
 * @throws notFound
 */
export async function removeTest(
  ctx: CounterCtx,
  ticketId: string,
  now: number,
): Promise<{ ok: true } | Refused<"customerMovedOn">> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const isTest =
    ticket.scheduledTime === null && now - ticket.joinedAt <= TEST_MS;
  if (!isTest || !(await forget(ctx, ticket, now))) {
    return refuse("customerMovedOn");
  }
  return { ok: true };
}

/** Deletes a ticket with all that it counted for; false, and nothing written, if too much has happened to it. A number that nobody has had since is given again. */
export async function forget(
  ctx: CounterCtx,
  ticket: Doc<"tickets">,
  now: number,
): Promise<boolean> {
  const events = await eventsOfTicket(ctx, ticket._id, MOST_EVENTS + 1);
  if (events.length > MOST_EVENTS) return false;
  const row = await findLine(ctx, ticket.queueId);
  const isInLine = row?.state.generation === ticket.generation;
  const line = isInLine ? openAsStaff(ctx, row, now) : null;
  const ledgers = new Map<Id<"queues">, Ledger>();
  if (line !== null) ledgers.set(line.queueId, line);
  takeBackCounts(ctx, ledgers, ticket, events, now);
  for (const ledger of ledgers.values()) {
    if (ledger !== line) await saveDays(ctx, ledger);
  }
  if (line !== null) {
    takeOut(line, ticket, events);
    await closeLine(ctx, line, names(line, ticket) ? null : undefined);
  }
  await takeBackFeedback(ctx, ticket);
  await takeBackLook(ctx, ticket);
  const unsaid = { ...ticket.state, servedAssumed: undefined };
  await noteNotServed(ctx, ticket, unsaid, now);
  for (const { _id } of events) await ctx.db.delete("ticketEvents", _id);
  await ctx.db.delete("tickets", ticket._id);
  return true;
}

/** Takes back what each event that stands has counted for, in the queue and on the day where it happened. */
function takeBackCounts(
  ctx: CounterCtx,
  ledgers: Map<Id<"queues">, Ledger>,
  ticket: Doc<"tickets">,
  events: readonly Doc<"ticketEvents">[],
  now: number,
): void {
  const actor = { kind: "staff", userId: ctx.userId } as const;
  let { quote } = ticket;
  for (const event of events.toReversed()) {
    if (event.undoneAt !== null) continue;
    const { queueId, kind, at } = event;
    const ledger =
      ledgers.get(queueId) ?? openLedger(ctx.business, queueId, actor, now);
    ledgers.set(queueId, ledger);
    if (kind === "join") {
      countOn(ledger, at, (counts, hour) => withJoin(counts, hour, -1));
    } else if (isMoveKind(kind)) {
      const before = must(event.before, "state before a move");
      countMove(ledger, withQuote(ticket, quote), before, kind, at, -1);
    }
    if (kind === "transfer") quote = event.quoteBefore;
  }
}

function takeOut(
  line: OpenLine,
  ticket: Doc<"tickets">,
  events: readonly Doc<"ticketEvents">[],
): void {
  leaveLine(line, ticket);
  for (const event of events.toReversed()) {
    if (event.kind === "call" && event.undoneAt === null) {
      unlearnCall(line, event);
    }
  }
  const state = withoutCalls(line.state, ticket._id);
  const isLast = state.lastNumber === ticket.number;
  line.state = isLast ? { ...state, lastNumber: ticket.number - 1 } : state;
}

/** Whether what can be undone is about this ticket too. */
function names({ row }: OpenLine, { number }: Doc<"tickets">): boolean {
  const { undo } = row;
  return undo?.number === number || undo?.completed?.includes(number) === true;
}

function withQuote(
  ticket: Doc<"tickets">,
  quote: Doc<"tickets">["quote"],
): Doc<"tickets"> {
  const { quote: _, ...rest } = ticket;
  return quote === undefined ? rest : { ...rest, quote };
}
