/**
 * The one way in which tickets change: open a line, move tickets in it, close
 * it. A move patches the ticket, writes its event and brings the line along;
 * closing writes the line and the day's sums once, however many moves there
 * were. What may happen is queue/rules/tickets.ts; who may do it is decided by the
 * callers.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  addedByMove,
  takenBackByMove,
  withAdded,
  type DayCounts,
} from "../../queue/rules/days";
import type { Actor, MoveReason } from "../../queue/rules/events";
import { withExplained, type Cause } from "../../queue/rules/explained";
import { positionOf } from "../../queue/rules/line";
import {
  isWaitingNow,
  lineAfter,
  type LineFigures,
  type LineMember,
  type LineState,
} from "../../queue/rules/lineState";
import { must } from "../../base/rules/errors";
import { withCall } from "../../queue/rules/recentCalls";
import { afterMove, type Move } from "../../queue/rules/tickets";
import { isActive, type TicketState } from "../../queue/rules/ticketState";
import { dayKey, wallClock } from "../../base/rules/timezones";
import type { Staff } from "../../account/data/access";
import { followChange } from "./consequences";
import { changeDay } from "../../queue/data/days";
import { insertEvent } from "../../queue/data/events";
import { tellNearOnes } from "../../messages/data/nearAlerts";
import { learnFromCall, promiseWait } from "../../queue/data/waits";
import { saveLine } from "../../queue/data/lines";
import { waitingBefore } from "../../queue/data/tickets";

/** Who does what when in which queue, and the sums that it changes. */
export type Ledger = {
  readonly business: Doc<"businesses">;
  readonly queueId: Id<"queues">;
  readonly actor: Actor;
  readonly at: number;
  /** Changes to a day's sums, by day; written at the end. */
  readonly dayChanges: Map<string, ((counts: DayCounts) => DayCounts)[]>;
};

/** A line being worked on in this transaction. */
export type OpenLine = Ledger & {
  readonly row: Doc<"lines">;
  state: LineState;
};

/** Begins work on tickets that are in no line any more. */
export function openLedger(
  business: Doc<"businesses">,
  queueId: Id<"queues">,
  actor: Actor,
  at: number,
): Ledger {
  return { business, queueId, actor, at, dayChanges: new Map() };
}

/** Begins work on a line. */
export function openLine(
  business: Doc<"businesses">,
  row: Doc<"lines">,
  actor: Actor,
  at: number,
): OpenLine {
  const ledger = openLedger(business, row.queueId, actor, at);
  return { ...ledger, row, state: row.state };
}

/** Begins work on a line for whoever is at the counter. */
export function openAsStaff(
  { business, userId }: Staff,
  row: Doc<"lines">,
  at: number,
): OpenLine {
  return openLine(business, row, { kind: "staff", userId }, at);
}

/** Writes the line and the sums. `undo` replaces the offer on the row; undefined leaves it. */
export async function closeLine(
  ctx: MutationCtx,
  line: OpenLine,
  undo?: Doc<"lines">["undo"],
): Promise<void> {
  await saveLine(
    ctx,
    line.row,
    line.state,
    undo === undefined ? line.row.undo : undo,
  );
  await tellNearOnes(ctx, line);
  await saveDays(ctx, line);
}

/** Writes the sums only, for a line whose row is gone or replaced. */
export async function saveDays(ctx: MutationCtx, line: Ledger): Promise<void> {
  const queue = { queueId: line.queueId, businessId: line.business._id };
  for (const [day, changes] of line.dayChanges) {
    await changeDay(ctx, queue, day, (counts) =>
      changes.reduce((sum, change) => change(sum), counts),
    );
  }
}

/** Notes a change to the sums of the business day of `at`; `hour` is the one of its clock. */
export function countOn(
  line: Ledger,
  at: number,
  change: (counts: DayCounts, hour: number) => DayCounts,
): void {
  const { day, hour } = wallClock(at, line.business.timezone);
  const changes = line.dayChanges.get(day) ?? [];
  changes.push((counts) => change(counts, hour));
  line.dayChanges.set(day, changes);
}

/** How a move is to be recorded. */
export type Recording = {
  /** The event that this move is part of. */
  partOf?: Id<"ticketEvents">;
  /** Keep what undo needs beside the ticket's own states. */
  undoable?: boolean;
  /** Why, where staff say so. */
  reason?: MoveReason;
};

/**
 * Moves one ticket. Null, and nothing written, if the table does not allow it,
 * the ticket is of an earlier generation, or nobody knows any more whose it was
 * (product.md U7).
 */
export async function moveTicket(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  move: Move<Id<"users">>,
  { partOf, undoable, reason }: Recording = {},
): Promise<Id<"ticketEvents"> | null> {
  if (ticket.generation !== line.state.generation) return null;
  if (ticket.blankedAt !== undefined) return null;
  const before = ticket.state;
  const after = afterMove(before, move, line.at);
  if (after === null) return null;
  const figuresBefore = undoable === true ? figuresOf(line.state) : null;
  await putState(ctx, line, ticket, after, move.kind);
  if (move.kind === "call") learnFromCall(line, ticket);
  if (move.kind === "becomeDue") await promiseWait(ctx, line, ticket);
  countMove(line, ticket, before, move.kind, line.at, 1);
  return await insertEvent(ctx, {
    ...eventOf(line, ticket),
    kind: move.kind,
    before,
    after,
    partOf: partOf ?? null,
    figuresBefore,
    ...(reason !== undefined && { reason }),
  });
}

/**
 * Moves a ticket that is in no line, before or after: the ticket, its event
 * and the sums. False, and nothing written, if the table does not allow it.
 */
export async function moveDetached(
  ctx: MutationCtx,
  ledger: Ledger,
  ticket: Doc<"tickets">,
  kind: "reset" | "closeQueue" | "expire" | "confirmServed" | "denyServed",
  partOf: Id<"ticketEvents"> | null = null,
): Promise<boolean> {
  const before = ticket.state;
  const after = afterMove(before, { kind }, ledger.at);
  if (after === null) return false;
  await saveState(ctx, ledger, ticket, after, kind);
  countMove(ledger, ticket, before, kind, ledger.at, 1);
  const event = { ...eventOf(ledger, ticket), kind, before, after, partOf };
  await insertEvent(ctx, event);
  return true;
}

/** The part of an event row that says which ticket, who and when. */
export function eventOf({ actor, at }: Ledger, ticket: Doc<"tickets">) {
  return {
    businessId: ticket.businessId,
    queueId: ticket.queueId,
    ticketId: ticket._id,
    generation: ticket.generation,
    number: ticket.number,
    actor,
    at,
  };
}

/** Writes a ticket's new state and brings the line along. */
export async function putState(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  after: TicketState,
  cause: Cause,
): Promise<void> {
  const member = memberOf(ticket, line.business.timezone);
  const waits = isWaitingNow(after);
  const index = waits ? await placeOf(ctx, line, ticket, after) : 0;
  const moved = lineAfter(line.state, member, ticket.state, after, index);
  const step = {
    number: ticket.number,
    cause,
    after,
    placeBefore: placeNow(line, ticket),
    place: waits ? index : null,
    others: moved.waitingCount - Number(waits),
  };
  const { _id: ticketId, number, state: before } = ticket;
  const call = { ticketId, number, cause, before, after, at: line.at };
  line.state = withCall(withExplained(moved, step, line.at), call);
  await saveState(ctx, line, ticket, after, cause);
}

/** Writes the state, without the line, and what follows from it: of an ended ticket nobody needs to know the network. */
export async function saveState(
  ctx: MutationCtx,
  { business, at }: Ledger,
  ticket: Doc<"tickets">,
  after: TicketState,
  cause: Cause,
): Promise<void> {
  const open = isActive(after.status);
  const patch = open ? { state: after } : { state: after, network: undefined };
  await ctx.db.patch("tickets", ticket._id, patch);
  const { state: before } = ticket;
  const changed = { ...ticket, state: after };
  await followChange(ctx, { business, ticket: changed, before, cause, at });
}

/** Adds (or with -1 takes back) what a move counts for on its day. */
export function countMove(
  line: Ledger,
  ticket: Doc<"tickets">,
  before: TicketState,
  kind: Move["kind"],
  at: number,
  sign: 1 | -1,
): void {
  const since = Math.max(ticket.joinedAt, ticket.scheduledTime ?? 0);
  const added = addedByMove(kind, before, since, at, ticket.quote);
  if (added !== null) {
    countOn(line, at, (counts, hour) => withAdded(counts, added, sign, hour));
  }
  const taken = takenBackByMove(kind);
  if (taken !== null) {
    const endedAt = must(before.endedAt, "end of a completed ticket");
    const back = sign === 1 ? -1 : 1;
    countOn(line, endedAt, (counts, hour) =>
      withAdded(counts, taken, back, hour),
    );
  }
}

/** What of a ticket its line needs to know. */
export function memberOf(ticket: Doc<"tickets">, timezone: string): LineMember {
  return {
    ticketId: ticket._id,
    number: ticket.number,
    joinedAt: ticket.joinedAt,
    joinedDay: dayKey(ticket.joinedAt, timezone),
    isBooking: ticket.scheduledTime !== null,
  };
}

/** The figures that undo puts back. */
export function figuresOf(state: LineState): LineFigures {
  const { generation, lastNumber, lastOrderAt, pace } = state;
  return { generation, lastNumber, lastOrderAt, pace };
}

/** How many stand before a ticket that is to wait in the state `after`. */
export async function placeOf(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  after: TicketState,
): Promise<number> {
  const place = { orderAt: after.orderAt, number: ticket.number };
  const before = await waitingBefore(ctx, line, place);
  if (before === null) return 0;
  const ahead = must(
    positionOf(line.state.waiting, before.number),
    "a waiting ticket in the waiting order",
  );
  // Whoever moves back leaves a place ahead of their new one.
  const own = placeNow(line, ticket);
  return own !== null && own < ahead ? ahead - 1 : ahead;
}

/** How many stand before this ticket in the line as it is; null if it is not in it. */
function placeNow(
  { state }: OpenLine,
  { number }: Doc<"tickets">,
): number | null {
  const position = positionOf(state.waiting, number);
  return position === null ? null : position - 1;
}
