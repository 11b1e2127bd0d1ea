/**
 * From one queue to another: the same ticket, so that its phone follows, with a
 * number of the new queue and the place there that its order gives it; and the
 * way back.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Acted } from "../../queue/rules/answers";
import { appError, must, refuse } from "../../base/rules/errors";
import { withExplained, type Cause } from "../../queue/rules/explained";
import { lineAfter } from "../../queue/rules/lineState";
import type { Refused } from "../../base/rules/refusals";
import { afterMove } from "../../queue/rules/tickets";
import type { TicketState } from "../../queue/rules/ticketState";
import type { CounterCtx } from "../../account/data/access";
import { followChange } from "../../line/data/consequences";
import { acted, movedOn, offer } from "./calling";
import { insertEvent } from "../../queue/data/events";
import { findLine, lineOf } from "../../queue/data/lines";
import {
  closeLine,
  eventOf,
  figuresOf,
  memberOf,
  openAsStaff,
  placeOf,
  type OpenLine,
} from "../../line/data/moves";
import { ensureOwnQueue } from "../../queue/data/queues";
import { ensureOwnTicket } from "../../queue/data/tickets";
import { promiseWait } from "../../queue/data/waits";
import { isFull, limitOf } from "./walkIns";

/**
 * A person goes to another queue of the business: to their place there by the
 * time since which they wait. A closed queue takes them, a full one does not.
 * @throws notFound, invalidInput for the queue that they are in
 */
export async function transfer(
  ctx: CounterCtx,
  ticketId: string,
  queueId: string,
  now: number,
): Promise<Acted | Refused<"queueFull" | "customerMovedOn">> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const queue = await ensureOwnQueue(ctx, queueId);
  if (queue._id === ticket.queueId) throw appError("invalidInput");
  const row = await findLine(ctx, ticket.queueId);
  if (row?.state.generation !== ticket.generation) return movedOn();
  const { state: before } = ticket;
  const after = afterMove(before, { kind: "transfer" }, now);
  if (after === null) return movedOn();
  const from = openAsStaff(ctx, row, now);
  const to = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  if (await isFull(ctx, to)) {
    return refuse("queueFull", { limit: limitOf(to) });
  }
  const figuresBefore = figuresOf(from.state);
  leaveLine(from, ticket);
  const movedTo = {
    queueId: queue._id,
    generation: to.state.generation,
    number: to.state.lastNumber + 1,
  };
  const moved = { ...ticket, ...movedTo, state: after };
  await enterLine(ctx, to, moved, "transfer");
  const { quote } = ticket;
  await ctx.db.patch("tickets", ticket._id, {
    ...{ ...movedTo, state: after },
    quote: undefined,
  });
  await promiseWait(ctx, to, moved);
  const { business } = ctx;
  const change = { business, ticket: moved, before, at: now } as const;
  await followChange(ctx, { ...change, cause: "transfer" });
  const eventId = await insertEvent(ctx, {
    ...eventOf(from, ticket),
    kind: "transfer",
    ...{ before, after, figuresBefore, movedTo },
    ...(quote !== undefined && { quoteBefore: quote }),
  });
  await closeLine(ctx, from, offer(eventId, "transfer", ticket, from));
  await closeLine(ctx, to);
  const { number } = movedTo;
  return { ...acted(ticket, eventId), movedTo: { queueId: queue._id, number } };
}

/** Whether the ticket is still where this transfer has put it. */
export function isTransferred(
  { queueId, generation, number }: Doc<"tickets">,
  { movedTo }: Doc<"ticketEvents">,
): boolean {
  return (
    queueId === movedTo?.queueId &&
    generation === movedTo.generation &&
    number === movedTo.number
  );
}

/** The way back into the line that they came from, to the state `before`; a number that nobody has had since goes back too. */
export async function undoTransfer(
  ctx: CounterCtx,
  from: OpenLine,
  event: Doc<"ticketEvents">,
  ticket: Doc<"tickets">,
  before: TicketState,
): Promise<void> {
  const { queueId, generation, quoteBefore: quote } = event;
  const number = must(event.number, "number of a ticket");
  const to = openAsStaff(ctx, await lineOf(ctx, ticket.queueId), from.at);
  leaveLine(to, ticket);
  if (to.state.lastNumber === ticket.number) {
    to.state = { ...to.state, lastNumber: ticket.number - 1 };
  }
  const back = { queueId, generation, number, state: before };
  const moved = { ...ticket, ...back };
  await enterLine(ctx, from, moved, "undo");
  await ctx.db.patch("tickets", ticket._id, { ...back, quote });
  const { business, at } = from;
  const change = { business, ticket: moved, before: ticket.state, at };
  await followChange(ctx, { ...change, cause: "undo" });
  await closeLine(ctx, to);
}

/** The line without somebody who is in it no more, for whatever reason. */
export function leaveLine(line: OpenLine, ticket: Doc<"tickets">): void {
  const member = memberOf(ticket, line.business.timezone);
  const gone = { ...ticket.state, status: "cancelled" } as const;
  const next = lineAfter(line.state, member, ticket.state, gone, 0);
  const step = { number: ticket.number, cause: "remove", after: gone } as const;
  const nowhere = { placeBefore: null, place: null, others: 0 };
  line.state = withExplained(next, { ...step, ...nowhere }, line.at);
}

/** The line with somebody who was not in it; the ticket is as it will be. */
async function enterLine(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  cause: Cause,
): Promise<void> {
  const { state: after, number } = ticket;
  const waits = after.status === "waiting" && !after.isScheduled;
  const place = waits ? await placeOf(ctx, line, ticket, after) : null;
  const member = memberOf(ticket, line.business.timezone);
  const next = lineAfter(line.state, member, null, after, place ?? 0);
  const others = next.waitingCount - Number(waits);
  const step = { number, cause, after, placeBefore: null, place, others };
  line.state = withExplained(next, step, line.at);
}
