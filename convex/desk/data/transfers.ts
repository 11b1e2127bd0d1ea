/** Moves a ticket to another queue and back. It stays the same ticket, so the phone follows; its number is new. */
import type { Doc } from "../../_generated/dataModel";
import type { Acted } from "../../queue/rules/answers";
import { appError, must, refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import { afterMove } from "../../queue/rules/tickets";
import type { TicketState } from "../../queue/rules/ticketState";
import type { CounterCtx } from "../../account/data/access";
import { acted, offer } from "./calling";
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
import { refusalIfFull } from "./walkIns";

/** To the place that the waiting time gives. Closed queues accept. @throws notFound, invalidInput for their own */
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
  if (row?.state.generation !== ticket.generation)
    return refuse("customerMovedOn");
  const { state: before } = ticket;
  const after = afterMove(before, { kind: "transfer" }, now);
  if (after === null) return refuse("customerMovedOn");
  const from = openAsStaff(ctx, row, now);
  const to = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  const full = await refusalIfFull(ctx, to);
  if (full !== null) return full;
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

/** Moves the ticket back into its old line. A last number in the other queue is given again. */
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
