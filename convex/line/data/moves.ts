/** The only place where tickets are made and moved. Callers check permissions; closing writes the line and the sums. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { addedByMove, takenBackByMove } from "../../queue/rules/days";
import type { StaffReason } from "../../queue/rules/events";
import { withExplained, type Cause } from "../../queue/rules/explained";
import { positionOf } from "../../queue/rules/line";
import {
  isWaitingNow,
  lineAfter,
  figuresOf,
  type LineMember,
} from "../../queue/rules/lineState";
import { must } from "../../base/rules/errors";
import { KEPT_MS } from "../../base/rules/kept";
import { withCall } from "../../queue/rules/recentCalls";
import { afterMove, isMoveKind, type Move } from "../../queue/rules/tickets";
import { isActive, type TicketState } from "../../queue/rules/ticketState";
import { businessDay } from "../../business/rules/opening";
import { followChange } from "./consequences";
import { insertEvent } from "../../queue/data/events";
import { learnFromCall, promiseWait } from "../../queue/data/waits";
import { waitingBeside } from "../../queue/data/tickets";
import { countOn, type OpenLine, type QueueWork } from "./openLine";

export type Recording = {
  partOf?: Id<"ticketEvents">;
  /** Keep what undo needs besides the ticket's own states. */
  undoable?: boolean;
  reason?: StaffReason;
};

export type NewTicket = Omit<Doc<"tickets">, "_id" | "_creationTime">;

/** Makes a ticket: in the line at the place of its order, or a booking beside it. */
export async function addTicket(
  ctx: MutationCtx,
  line: OpenLine,
  made: NewTicket,
): Promise<{ ticketId: Id<"tickets">; eventId: Id<"ticketEvents"> }> {
  const { at, business } = line;
  const ticket = await insertTicket(ctx, made, at);
  const { _id: ticketId, state: after } = ticket;
  const change = { business, ticket, before: null, at } as const;
  await followChange(ctx, { ...change, cause: "join" });
  const member = memberOf(ticket, business);
  if (isWaitingNow(after)) {
    const place = await peopleAhead(ctx, line, ticket, after);
    const next = lineAfter(line.state, member, null, after, place);
    const lastOrderAt = Math.max(next.lastOrderAt, after.orderAt);
    line.state = { ...next, lastOrderAt };
  } else line.state = lineAfter(line.state, member, null, after, 0);
  countOn(line, at, { added: { joins: 1 }, sign: 1, by: null });
  const event = { ...eventOf(line, ticket), before: null, after } as const;
  const eventId = await insertEvent(ctx, { ...event, kind: "join" });
  return { ticketId, eventId };
}

/** Inserts the row of a ticket, without consequences. */
export async function insertTicket(
  ctx: MutationCtx,
  made: NewTicket,
  at: number,
): Promise<Doc<"tickets">> {
  const _id = await ctx.db.insert("tickets", made);
  return { ...made, _id, _creationTime: at };
}

/** Null, with nothing written, if the table forbids the move, or the ticket is of an earlier generation or blanked. */
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
  if (move.kind === "call") learnFromCall(line, ticket, move.chair);
  if (move.kind === "becomeDue") await promiseWait(ctx, line, ticket);
  const event = { ...eventOf(line, ticket), kind: move.kind, before, after };
  countMove(line, ticket, event, 1);
  return await insertEvent(ctx, {
    ...event,
    partOf: partOf ?? null,
    figuresBefore,
    ...(reason !== undefined && { reason }),
  });
}

/** Moves a ticket that is in no line: ticket, event and sums. False if the transition table forbids it. */
export async function moveDetached(
  ctx: MutationCtx,
  work: QueueWork,
  ticket: Doc<"tickets">,
  kind: "reset" | "closeQueue" | "expire" | "confirmServed" | "denyServed",
  partOf: Id<"ticketEvents"> | null = null,
): Promise<boolean> {
  const before = ticket.state;
  const after = afterMove(before, { kind }, work.at);
  if (after === null) return false;
  await saveState(ctx, work, ticket, after, kind);
  const event = { ...eventOf(work, ticket), kind, before, after, partOf };
  countMove(work, ticket, event, 1);
  await insertEvent(ctx, event);
  return true;
}

/** The part of an event row that says which ticket, who and when. */
export function eventOf({ actor, at }: QueueWork, ticket: Doc<"tickets">) {
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

/** The same for an event of the whole queue. */
export function queueEventOf(line: OpenLine) {
  const { business, queueId, state, actor, at } = line;
  return {
    ...{ businessId: business._id, queueId, ticketId: null, number: null },
    ...{ generation: state.generation, actor, at, before: null, after: null },
  };
}

/** Writes a ticket's new state and updates the line. */
export async function putState(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  after: TicketState,
  cause: Cause,
): Promise<void> {
  const member = memberOf(ticket, line.business);
  const waits = isWaitingNow(after);
  const index = waits ? await peopleAhead(ctx, line, ticket, after) : 0;
  const moved = lineAfter(line.state, member, ticket.state, after, index);
  const step = {
    number: ticket.number,
    cause,
    after,
    placeBefore: peopleAheadNow(line, ticket),
    place: waits ? index : null,
    others: moved.waitingCount - Number(waits),
  };
  const { _id: ticketId, number, state: before } = ticket;
  const call = { ticketId, number, cause, before, after, at: line.at };
  line.state = withCall(withExplained(moved, step, line.at), call);
  await saveState(ctx, line, ticket, after, cause);
}

/** Writes the state and its consequences, but not the line. */
export async function saveState(
  ctx: MutationCtx,
  { business, at }: QueueWork,
  ticket: Doc<"tickets">,
  after: TicketState,
  cause: Cause,
): Promise<void> {
  const networks = networksAfter(ticket, after, at);
  await ctx.db.patch("tickets", ticket._id, { state: after, ...networks });
  const { state: before } = ticket;
  const changed = { ...ticket, state: after };
  await followChange(ctx, { business, ticket: changed, before, cause, at });
}

/** No limit counts an ended ticket's network. Undo and 'was not here' bring it back with its person. */
function networksAfter(
  { network, endedNetwork, state }: Doc<"tickets">,
  after: TicketState,
  at: number,
) {
  const isOpen = isActive(after.status);
  if (isActive(state.status) === isOpen) return {};
  if (isOpen)
    return { network: endedNetwork?.network, endedNetwork: undefined };
  if (network === undefined) return {};
  const until = at + KEPT_MS.endedNetwork;
  return { network: undefined, endedNetwork: { network, until } };
}

/** Nobody sees a difference, so this has no event. */
export async function stopGrace(
  ctx: MutationCtx,
  { _id, state }: Doc<"tickets">,
): Promise<void> {
  await ctx.db.patch("tickets", _id, {
    state: { ...state, graceEndsAt: null },
  });
}

/** Into another line, at the place of its order. The caller checks, records and closes both. @returns it after */
export async function switchLine(
  ctx: MutationCtx,
  from: OpenLine,
  to: OpenLine,
  ticket: Doc<"tickets">,
  {
    cause,
    ...put
  }: {
    cause: "transfer" | "undo";
    number: number;
    state: TicketState;
    quote: Doc<"tickets">["quote"];
  },
): Promise<Doc<"tickets">> {
  leaveLine(from, ticket);
  const { queueId, business, at } = to;
  const standing = { queueId, generation: to.state.generation, ...put };
  const { quote, ...moved } = { ...ticket, ...standing };
  const entered = quote === undefined ? moved : { ...moved, quote };
  await enterLine(ctx, to, entered, cause);
  await ctx.db.patch("tickets", ticket._id, standing);
  const change = { business, ticket: entered, before: ticket.state, at };
  await followChange(ctx, { ...change, cause });
  return entered;
}

export function leaveLine(line: OpenLine, ticket: Doc<"tickets">): void {
  const member = memberOf(ticket, line.business);
  const gone = { ...ticket.state, status: "cancelled" } as const;
  const next = lineAfter(line.state, member, ticket.state, gone, 0);
  const step = { number: ticket.number, cause: "remove", after: gone } as const;
  const nowhere = { placeBefore: null, place: null, others: 0 };
  line.state = withExplained(next, { ...step, ...nowhere }, line.at);
}

async function enterLine(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  cause: Cause,
): Promise<void> {
  const { state: after, number } = ticket;
  const waits = isWaitingNow(after);
  const place = waits ? await peopleAhead(ctx, line, ticket, after) : null;
  const member = memberOf(ticket, line.business);
  const next = lineAfter(line.state, member, null, after, place ?? 0);
  const others = next.waitingCount - Number(waits);
  const step = { number, cause, after, placeBefore: null, place, others };
  line.state = withExplained(next, step, line.at);
}

/** Adds what a move counts for on its day, or takes it back with -1. It counts for the person who called the ticket. */
export function countMove(
  line: QueueWork,
  ticket: Doc<"tickets">,
  event: Pick<Doc<"ticketEvents">, "kind" | "before" | "after" | "at">,
  sign: 1 | -1,
): void {
  const { kind, at } = event;
  if (!isMoveKind(kind)) return;
  const before = must(event.before, "state before a move");
  const by = before.calledBy ?? event.after?.calledBy ?? null;
  const since = Math.max(ticket.joinedAt, ticket.scheduledTime ?? 0);
  const added = addedByMove(kind, before, since, at, ticket.quote);
  if (added !== null) countOn(line, at, { added, sign, by });
  const taken = takenBackByMove(kind);
  if (taken === null) return;
  const endedAt = must(before.endedAt, "end of a completed ticket");
  const back = sign === 1 ? -1 : 1;
  countOn(line, endedAt, { added: taken, sign: back, by });
}

/** The fields of a ticket that its line needs. */
export function memberOf(
  ticket: Doc<"tickets">,
  business: Doc<"businesses">,
): LineMember {
  return {
    ticketId: ticket._id,
    number: ticket.number,
    joinedAt: ticket.joinedAt,
    joinedDay: businessDay(business, ticket.joinedAt),
    isBooking: ticket.scheduledTime !== null,
  };
}

async function peopleAhead(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  after: TicketState,
): Promise<number> {
  const place = { number: ticket.number, state: after };
  const [before] = await waitingBeside(ctx, line, place, -1, 1);
  if (before === undefined) return 0;
  const position = positionOf(line.state.waiting, before.number);
  const ahead = must(position, "a waiting ticket in the waiting order");
  // A person who moves back leaves a place ahead of the new one.
  const own = peopleAheadNow(line, ticket);
  return own !== null && own < ahead ? ahead - 1 : ahead;
}

function peopleAheadNow({ state }: OpenLine, { number }: Doc<"tickets">) {
  const position = positionOf(state.waiting, number);
  return position === null ? null : position - 1;
}
