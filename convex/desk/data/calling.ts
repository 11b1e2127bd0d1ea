/** The desk's actions on single people: call, skip, serve and the rest. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type {
  Acted,
  ActedOrRefused,
  Undoable,
} from "../../queue/rules/answers";
import { endedByCall, withoutChair } from "../../queue/rules/chairs";
import { UNDO_MS, type StaffReason } from "../../queue/rules/events";
import { orderAtFront } from "../../queue/rules/places";
import { must, refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import type { Move } from "../../queue/rules/tickets";
import { isUnseen } from "../../queue/rules/ticketState";
import { isPausedAt } from "../../queue/rules/waitEstimate";
import { PLACES_BACK } from "../../business/rules/noShow";
import { graceMsOf, isOverAtNextCall } from "../../business/rules/unmarked";
import type { CounterCtx } from "../../account/data/access";
import { findLine, lineOf, linesOfBusiness } from "../../queue/data/lines";
import { listQueues } from "../../queue/data/queues";
import { moveTicket } from "../../line/data/moves";
import {
  closeLine,
  openAsStaff,
  type OpenLine,
} from "../../line/data/openLine";
import { placeBehind } from "../../line/data/noShow";
import { ensureOwnTicket, firstWaiting } from "../../queue/data/tickets";

export type StaffMove =
  | "recall"
  | "serve"
  | "complete"
  | "noShow"
  | "notHere"
  | "bringBack"
  | "dismiss"
  | "returnToQueue"
  | "remove"
  | "callNow"
  | "checkIn";

type DeskMove = Extract<
  Move<Id<"users">>,
  { kind: StaffMove | "becomeDue" | "skip" | "reorder" | "rebook" }
>;

/** Calls the person with the lowest orderAt, then number. */
export async function callNext(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  now: number,
): Promise<ActedOrRefused> {
  const line = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  const [first] = await firstWaiting(ctx, line, 1);
  return first === undefined
    ? refuse("nobodyWaiting")
    : await callOut(ctx, line, first);
}

/**
 * Calls the first of all queues, as `callNext` of that queue: of the first in each line the one with the lowest orderAt,
 * on a tie the one of the older queue. Paused queues are passed over, closed ones are not.
 */
export async function callFirst(
  ctx: CounterCtx,
  now: number,
): Promise<ActedOrRefused> {
  const lines = await linesOfBusiness(ctx, ctx.business._id);
  const heads: { row: Doc<"lines">; first: Doc<"tickets"> }[] = [];
  for (const { _id } of await listQueues(ctx, ctx.business._id)) {
    const row = must(lines.get(_id), "line of a queue");
    if (row.state.waitingCount === 0 || isPausedAt(row.pause, now)) continue;
    const [first] = await firstWaiting(ctx, row, 1);
    heads.push({ row, first: must(first, "first of a line") });
  }
  // Sorting keeps the order of the queues on a tie.
  const [next] = heads.sort(
    (a, b) => a.first.state.orderAt - b.first.state.orderAt,
  );
  if (next === undefined) return refuse("nobodyWaiting");
  return await callOut(ctx, openAsStaff(ctx, next.row, now), next.first);
}

/** Calls one person out of turn. @throws notFound */
export async function callTicket(
  ctx: CounterCtx,
  ticketId: string,
  now: number,
): Promise<ActedOrRefused> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  if (row === null) return movedOn();
  return await callOut(ctx, openAsStaff(ctx, row, now), ticket);
}

export async function skipFirst(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  expectedTicketId: string,
  now: number,
): Promise<ActedOrRefused> {
  const line = openAsStaff(ctx, await lineOf(ctx, queue._id), now);
  const [first] = await firstWaiting(ctx, line, 1);
  if (first === undefined) return refuse("nobodyWaiting");
  if (first._id !== expectedTicketId) return refuse("listChanged");
  return await act(ctx, line, first, { kind: "skip" });
}

/** Any other move of one person. @throws notFound */
export async function moveByStaff(
  ctx: CounterCtx,
  ticketId: string,
  kind: StaffMove,
  now: number,
  reason?: StaffReason,
): Promise<ActedOrRefused> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  if (row === null || isTooLate(ticket, kind, now)) return movedOn();
  const line = openAsStaff(ctx, row, now);
  const move = await staffMove(ctx, line, ticket, kind);
  return await act(ctx, line, ticket, move, reason);
}

/** Tickets that would expire at once cannot come back. */
function isTooLate(
  { staleAt }: Doc<"tickets">,
  kind: StaffMove,
  now: number,
): boolean {
  return (kind === "notHere" || kind === "bringBack") && now >= staleAt;
}

async function staffMove(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  kind: StaffMove,
): Promise<DeskMove> {
  switch (kind) {
    case "recall":
      return { kind, graceMs: graceMsOf(line.business) };
    case "noShow":
    case "notHere":
      return {
        kind,
        returnedTo: await placeBehind(ctx, line, ticket, PLACES_BACK),
      };
    case "bringBack":
      return { kind, returnedTo: await placeInFront(ctx, line) };
    case "callNow": {
      const orderAt = await placeInFront(ctx, line);
      const booked = ticket.state.orderAt;
      return { kind: "becomeDue", orderAt: Math.min(orderAt, booked) };
    }
    case "checkIn":
      return { kind: "becomeDue", orderAt: ticket.state.orderAt };
    case "serve":
      return { kind: isOver(line, ticket) ? "complete" : kind };
    case "complete":
    case "dismiss":
    case "returnToQueue":
    case "remove":
      return { kind };
  }
}

async function placeInFront(ctx: MutationCtx, line: OpenLine) {
  const [first] = await firstWaiting(ctx, line, 1);
  return orderAtFront(first?.state.orderAt, line.at);
}

/** Whether a called person without an answer must have come and gone: their caller has called others since (T7). */
function isOver(
  { row, state: { called } }: OpenLine,
  { _id, state }: Doc<"tickets">,
): boolean {
  const isCallers = ({ by }: (typeof called)[number]) => by === state.calledBy;
  const without = withoutChair(called, isCallers, row.chairs);
  return isUnseen(state) && without.some(({ ticketId }) => ticketId === _id);
}

/** Makes one move that can be undone separately, and closes the line. */
export async function act(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  move: DeskMove,
  reason?: StaffReason,
): Promise<Acted | Refused<"customerMovedOn">> {
  // A recall cannot be undone, so the undo offer of the call stays.
  const code = move.kind === "recall" ? null : move.kind;
  const undoable = code !== null;
  const recording = { undoable, ...(reason !== undefined && { reason }) };
  const eventId = await moveTicket(ctx, line, ticket, move, recording);
  if (eventId === null) return movedOn();
  const undo = undoable ? offer(eventId, code, ticket, line) : undefined;
  await closeLine(ctx, line, undo);
  return acted(ticket, eventId);
}

/** Calls a person, completes the caller's previous customers as part of it, and closes the line. */
async function callOut(
  ctx: CounterCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
): Promise<ActedOrRefused> {
  const { called } = line.state;
  const isOwn = ({ by }: (typeof called)[number]) => by === ctx.userId;
  const { whenUnmarked } = ctx.business;
  const previous = endedByCall(called, isOwn, line.row.chairs).filter((one) =>
    isOverAtNextCall(one, whenUnmarked, line.at),
  );
  const graceMs = graceMsOf(ctx.business);
  const call = { kind: "call", by: ctx.userId, graceMs } as const;
  const eventId = await moveTicket(ctx, line, ticket, call, { undoable: true });
  if (eventId === null) return movedOn();
  const completed: Doc<"tickets">[] = [];
  for (const { ticketId } of previous) {
    const other = await ensureOwnTicket(ctx, ticketId);
    const complete = { kind: "complete", byNextCall: true } as const;
    await moveTicket(ctx, line, other, complete, { partOf: eventId });
    completed.push(other);
  }
  const done = {
    completed: completed.map(({ number }) => number),
    assumed: completed
      .filter(({ state }) => isUnseen(state))
      .map(({ _id, number }) => ({ ticketId: _id, number })),
  };
  const undo = { ...offer(eventId, "call", ticket, line), ...done };
  await closeLine(ctx, line, undo);
  return { ...acted(ticket, eventId), ...done };
}

/** The undo offer that a line keeps for ten seconds. */
export function offer(
  eventId: Id<"ticketEvents">,
  code: Undoable,
  { number }: Pick<Doc<"tickets">, "number">,
  line: OpenLine,
) {
  return { eventId, code, number, expiresAt: line.at + UNDO_MS };
}

export function acted(
  { _id, queueId, number, name }: Doc<"tickets">,
  eventId: Id<"ticketEvents">,
): Acted {
  return {
    ...{ ok: true, ticketId: _id, queueId, number, name },
    ...{ eventId, completed: [] },
  };
}

export function movedOn(): Refused<"customerMovedOn"> {
  return refuse("customerMovedOn");
}
