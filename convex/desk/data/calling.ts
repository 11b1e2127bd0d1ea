/** The desk's actions on single people: call, skip, serve and the rest. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type {
  Acted,
  ActedOrRefused,
  Undoable,
} from "../../queue/rules/answers";
import { withoutChair } from "../../queue/rules/chairs";
import { UNDO_MS, type StaffReason } from "../../queue/rules/events";
import { orderAtFront } from "../../queue/rules/places";
import { must, refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import type { Move } from "../../queue/rules/tickets";
import { isUnseen } from "../../queue/rules/ticketState";
import { isPausedAt } from "../../queue/rules/waitEstimate";
import {
  PLACES_BACK,
  graceMsOf,
  isOverAtNextCall,
} from "../../business/rules/unmarked";
import type { CounterCtx } from "../../account/data/access";
import {
  calledTo,
  chairOfPerson,
  ensureOwnChair,
  ticketsAt,
} from "../../queue/data/chairs";
import { findLine, lineOf, linesOfBusiness } from "../../queue/data/lines";
import { listQueues } from "../../queue/data/queues";
import { moveTicket } from "../../line/data/moves";
import {
  closeLine,
  openAsStaff,
  openLines,
  type OpenLine,
} from "../../line/data/openLine";
import { placeBehind } from "../../line/data/noShow";
import { switchOn } from "./chairs";
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

/** Calls the person with the lowest orderAt, then number. @param chairId null: the caller's chair, or none */
export async function callNext(
  ctx: CounterCtx,
  queue: Doc<"queues">,
  chairId: string | null,
  now: number,
): Promise<ActedOrRefused> {
  const chair = await chairOf(ctx, chairId);
  const row = await lineOf(ctx, queue._id);
  const [first] = await firstWaiting(ctx, row, 1);
  return first === undefined
    ? refuse("nobodyWaiting")
    : await callOut(ctx, row, first, chair, now);
}

/**
 * Calls the first of all queues that are not paused, or of those that the chair serves: of the first in each line the
 * one with the lowest orderAt, then number, then of the older queue. Closed queues are included.
 */
export async function callFirst(
  ctx: CounterCtx,
  chairId: string | null,
  now: number,
): Promise<ActedOrRefused> {
  const chair = await chairOf(ctx, chairId);
  const heads: { row: Doc<"lines">; first: Doc<"tickets"> }[] = [];
  for (const row of await linesFor(ctx, chair)) {
    if (row.state.waitingCount === 0 || isPausedAt(row.pause, now)) continue;
    const [first] = await firstWaiting(ctx, row, 1);
    heads.push({ row, first: must(first, "first of a line") });
  }
  // Sorting keeps the order of the queues on a tie.
  const [next] = heads.sort(
    ({ first: a }, { first: b }) =>
      a.state.orderAt - b.state.orderAt || a.number - b.number,
  );
  return next === undefined
    ? refuse("nobodyWaiting")
    : await callOut(ctx, next.row, next.first, chair, now);
}

/** Calls one person out of turn. @throws notFound */
export async function callTicket(
  ctx: CounterCtx,
  ticketId: string,
  chairId: string | null,
  now: number,
): Promise<ActedOrRefused> {
  const chair = await chairOf(ctx, chairId);
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  if (row === null) return refuse("customerMovedOn");
  return await callOut(ctx, row, ticket, chair, now);
}

/** The named chair, or the caller's. @throws notFound */
async function chairOf(ctx: CounterCtx, chairId: string | null) {
  return chairId === null
    ? await chairOfPerson(ctx, ctx.business._id, ctx.userId)
    : await ensureOwnChair(ctx, chairId);
}

/** The lines that a chair serves, or all of the business, oldest queue first. */
async function linesFor(ctx: CounterCtx, chair: Doc<"chairs"> | null) {
  if (chair === null) {
    const lines = await linesOfBusiness(ctx, ctx.business._id);
    const queues = await listQueues(ctx, ctx.business._id);
    return queues.map(({ _id }) => must(lines.get(_id), "line of a queue"));
  }
  return await Promise.all(
    chair.queueIds.map(async (queueId) => await lineOf(ctx, queueId)),
  );
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
  // Tickets that would expire at once cannot come back.
  const comesBack = kind === "notHere" || kind === "bringBack";
  const isTooLate = comesBack && now >= ticket.staleAt;
  if (row === null || isTooLate) return refuse("customerMovedOn");
  const line = openAsStaff(ctx, row, now);
  const move = await staffMove(ctx, line, ticket, kind);
  return await act(ctx, line, ticket, move, reason);
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
      return { kind: (await isOver(ctx, line, ticket)) ? "complete" : kind };
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

/** Whether a called person without an answer must have come and gone: others were called to their place since (T7). */
async function isOver(
  ctx: MutationCtx,
  { row, state: { called } }: OpenLine,
  { _id, state }: Doc<"tickets">,
): Promise<boolean> {
  if (!isUnseen(state)) return false;
  if (state.chairId !== undefined) {
    const newest = (await ticketsAt(ctx, state.chairId)).at(-1);
    return newest !== undefined && newest._id !== _id;
  }
  const isCallers = isCalledBy(state.calledBy);
  const without = withoutChair(called, isCallers, row.chairs, 0);
  return without.some(({ ticketId }) => ticketId === _id);
}

/** Whether somebody was called by this person, to no named chair. */
function isCalledBy(userId: Id<"users"> | null) {
  return ({ by, chair }: OpenLine["state"]["called"][number]) =>
    by === userId && chair === undefined;
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
  if (eventId === null) return refuse("customerMovedOn");
  const undo = undoable ? offer(eventId, code, ticket, line) : undefined;
  await closeLine(ctx, line, undo);
  return acted(ticket, eventId);
}

/** Calls a person, completes who was at the same place before as part of it, and closes the lines. */
async function callOut(
  ctx: CounterCtx,
  row: Doc<"lines">,
  ticket: Doc<"tickets">,
  chair: Doc<"chairs"> | null,
  now: number,
): Promise<ActedOrRefused> {
  const lines = openLines(ctx, withChair(row, chair), now);
  const { own: line } = lines;
  const previous = await endedBy(ctx, line, chair);
  const call = {
    kind: "call",
    // A call by reception counts for who works at the chair.
    by: chair?.personId ?? ctx.userId,
    graceMs: graceMsOf(ctx.business),
    chair: chair === null ? undefined : calledTo(chair),
  } as const;
  const eventId = await moveTicket(ctx, line, ticket, call, { undoable: true });
  if (eventId === null) {
    const { status } = ticket.state;
    const isThere = status === "called" || status === "serving";
    return refuse(isThere ? "alreadyCalled" : "customerMovedOn");
  }
  const completed: Doc<"tickets">[] = [];
  for (const other of previous) {
    const theirs = await lines.of(other.queueId);
    const complete = { kind: "complete", byNextCall: true } as const;
    const part = { partOf: eventId };
    // A queue that is being reset or deleted ends its people itself.
    const isDone =
      theirs && (await moveTicket(ctx, theirs, other, complete, part)) !== null;
    if (isDone) completed.push(other);
  }
  const done = {
    completed: completed.map(({ number }) => number),
    assumed: completed
      .filter(({ state }) => isUnseen(state))
      .map(({ _id, number }) => ({ ticketId: _id, number })),
  };
  // The counter names these people with this queue's letter.
  const here = completed.filter(({ queueId }) => queueId === ticket.queueId);
  const undo = {
    ...offer(eventId, "call", ticket, line),
    ...done,
    completed: here.map(({ number }) => number),
  };
  await lines.close(undo);
  if (chair !== null && chair.duty !== "on") {
    await switchOn(ctx, chair, now);
  }
  return { ...acted(ticket, eventId), ...done };
}

/** The line with the chair on duty, which the call switches on. */
function withChair(
  row: Doc<"lines">,
  chair: Doc<"chairs"> | null,
): Doc<"lines"> {
  const isNew = chair?.duty !== "on" && chair?.queueIds.includes(row.queueId);
  return isNew === true ? { ...row, chairs: row.chairs + 1 } : row;
}

/** Whom a call completes: the people at its chair, or without one the caller's earliest (product.md T8). */
async function endedBy(
  ctx: CounterCtx,
  { row, state: { called }, at }: OpenLine,
  chair: Doc<"chairs"> | null,
): Promise<Doc<"tickets">[]> {
  const { whenUnmarked } = ctx.business;
  if (chair !== null) {
    return (await ticketsAt(ctx, chair._id)).filter(({ state }) => {
      const serving = state.status === "serving";
      const one = { serving, at: state.calledAt ?? at };
      return isOverAtNextCall(one, whenUnmarked, at);
    });
  }
  const own = withoutChair(called, isCalledBy(ctx.userId), row.chairs, 1);
  return await Promise.all(
    own
      .filter((one) => isOverAtNextCall(one, whenUnmarked, at))
      .map(async ({ ticketId }) => await ensureOwnTicket(ctx, ticketId)),
  );
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
