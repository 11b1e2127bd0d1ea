/**
 * From one queue to another: the same ticket, so that its phone follows, with a
 * number of the new queue and the place there that its order gives it; and the
 * way back.
 */
import type { Doc } from "../../_generated/dataModel";
import type { Acted } from "../../queue/rules/answers";
import { appError, must, refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import { afterMove } from "../../queue/rules/tickets";
import type { TicketState } from "../../queue/rules/ticketState";
import type { CounterCtx } from "../../account/data/access";
import { acted, movedOn, offer } from "./calling";
import { insertEvent } from "../../queue/data/events";
import { findLine, lineOf } from "../../queue/data/lines";
import { eventOf, switchLine } from "../../line/data/moves";
import {
  closeLine,
  openAsStaff,
  type OpenLine,
} from "../../line/data/openLine";
import { figuresOf } from "../../queue/rules/lineState";
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
  const { quote } = ticket;
  const moved = await switchLine(ctx, from, to, ticket, {
    cause: "transfer",
    number: to.state.lastNumber + 1,
    state: after,
    quote: undefined,
  });
  await promiseWait(ctx, to, moved);
  const { queueId: there, generation, number } = moved;
  const movedTo = { queueId: there, generation, number };
  const eventId = await insertEvent(ctx, {
    ...eventOf(from, ticket),
    kind: "transfer",
    ...{ before, after, figuresBefore, movedTo },
    ...(quote !== undefined && { quoteBefore: quote }),
  });
  await closeLine(ctx, from, offer(eventId, "transfer", ticket, from));
  await closeLine(ctx, to);
  return { ...acted(ticket, eventId), movedTo: { queueId: there, number } };
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
  const to = openAsStaff(ctx, await lineOf(ctx, ticket.queueId), from.at);
  await switchLine(ctx, to, from, ticket, {
    cause: "undo",
    number: must(event.number, "number of a ticket"),
    state: before,
    quote: event.quoteBefore,
  });
  if (to.state.lastNumber === ticket.number) {
    to.state = { ...to.state, lastNumber: ticket.number - 1 };
  }
  await closeLine(ctx, to);
}
