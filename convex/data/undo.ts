/** Taking an action back: every ticket of it to the state and place it had; nobody is rung. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { appError, must } from "../model/errors";
import { lineOfTickets } from "../model/lineState";
import { withCallsOfCalled } from "../model/recentCalls";
import { refuse } from "../model/errors";
import { type Refused } from "../model/refusals";
import type { MoveKind } from "../model/tickets";
import type { TicketState } from "../model/ticketState";
import type { CounterCtx } from "./access";
import { putTime } from "./bookings";
import { END_BATCH } from "./closing";
import { restoreCrowd } from "./crowds";
import { haveRoom } from "./slots";
import { eventsPartOf, insertEvent, markUndone } from "./events";
import { findLine } from "./lines";
import {
  closeLine,
  countMove,
  eventOf,
  memberOf,
  openAsStaff,
  putState,
  setAlarms,
  type OpenLine,
} from "./moves";

/** A clock that ran out while the action stood gets this much again. */
const NO_SHOW_AGAIN_MS = 30_000;

type Undone = { event: Doc<"ticketEvents">; ticket: Doc<"tickets"> };

/**
 * Takes back the newest action of a queue if it is young enough and its people
 * are still where it put them. May bring a queue above its limit: the limit is
 * for newcomers, and these people were in it.
 * @throws notFound for an event that is not this business's
 */
export async function undoAction(
  ctx: CounterCtx,
  eventId: string,
  now: number,
): Promise<{ ok: true } | Refused<"nothingToUndo">> {
  const id = ctx.db.normalizeId("ticketEvents", eventId);
  const root = id === null ? null : await ctx.db.get("ticketEvents", id);
  if (root === null || root.businessId !== ctx.business._id) {
    throw appError("notFound");
  }
  const row = await findLine(ctx, root.queueId);
  const offered = row?.undo;
  if (
    row === null ||
    offered?.eventId !== root._id ||
    now > offered.expiresAt
  ) {
    return refuse("nothingToUndo");
  }
  const line = openAsStaff(ctx, row, now);
  const parts = await undoable(ctx, root);
  const undone =
    parts !== null &&
    (root.kind === "queueReset"
      ? await undoReset(ctx, line, root, parts)
      : await undoMoves(ctx, line, root, parts));
  if (!undone) return refuse("nothingToUndo");
  if (root.kind === "crowdRemoved") {
    const tickets = parts.map(({ ticket }) => ticket);
    await restoreCrowd(ctx, row, root._id, tickets, now);
  }
  await markUndone(ctx, root, now);
  await closeLine(ctx, line, null);
  return { ok: true };
}

/** The root and its parts with their tickets; null if one of the tickets has moved on since. */
async function undoable(
  ctx: MutationCtx,
  root: Doc<"ticketEvents">,
): Promise<Undone[] | null> {
  const parts = await eventsPartOf(ctx, root._id, END_BATCH);
  const events = root.ticketId === null ? parts : [root, ...parts];
  const undone: Undone[] = [];
  for (const event of events) {
    const ticketId = must(event.ticketId, "ticket of an event");
    const ticket = must(await ctx.db.get("tickets", ticketId), "ticket");
    if (ticket.state.status !== event.after?.status) return null;
    // Meanwhile the customer has chosen another time, or is in the line.
    const { slot } = event.after;
    if (event.kind === "rebook" && !isAt(ticket, slot)) return null;
    undone.push({ event, ticket });
  }
  return undone;
}

function isAt({ state }: Doc<"tickets">, slot: TicketState["slot"]): boolean {
  return state.isScheduled && state.slot?.start === slot?.start;
}

async function undoMoves(
  ctx: MutationCtx,
  line: OpenLine,
  root: Doc<"ticketEvents">,
  parts: readonly Undone[],
): Promise<boolean> {
  if (root.generation !== line.state.generation) return false;
  const slots = parts.flatMap(({ event, ticket }) => {
    const { slot } = must(event.before, "state before an action");
    const hasIt = slot?.start === ticket.state.slot?.start;
    return slot === undefined || hasIt ? [] : [slot];
  });
  const own = new Set(parts.map(({ ticket }) => ticket._id));
  if (!(await haveRoom(ctx, line.row, slots, own))) return false;
  for (const { event, ticket } of parts) {
    const before = stateBefore(event, ticket, line.at);
    await putState(ctx, line, ticket, before, "undo");
    if (event.kind === "rebook") await putTime(ctx, ticket, before.orderAt);
    await record(ctx, line, root._id, event, ticket, before);
  }
  const figures = must(root.figuresBefore, "figures of an action");
  if (root.kind === "call") {
    line.state = { ...line.state, pace: figures.pace };
  }
  return true;
}

/** Only while nobody has joined the new generation: its numbers would be given out twice. */
async function undoReset(
  ctx: MutationCtx,
  line: OpenLine,
  root: Doc<"ticketEvents">,
  parts: readonly Undone[],
): Promise<boolean> {
  const { generation, lastNumber } = line.state;
  if (generation !== root.generation + 1 || lastNumber !== 0) return false;
  const restored = [];
  for (const { event, ticket } of parts) {
    const state = stateBefore(event, ticket, line.at);
    await ctx.db.patch("tickets", ticket._id, { state });
    await setAlarms(ctx, ticket._id, ticket.state, state);
    await record(ctx, line, root._id, event, ticket, state);
    restored.push({ member: memberOf(ticket, line.business.timezone), state });
  }
  const figures = must(root.figuresBefore, "figures of a reset");
  line.state = withCallsOfCalled(lineOfTickets(figures, restored));
  return true;
}

/** The earlier state, except that what the phone has rung for stays rung for. */
function stateBefore(
  event: Doc<"ticketEvents">,
  ticket: Doc<"tickets">,
  now: number,
): TicketState {
  const before = must(event.before, "state before an action");
  const { graceEndsAt } = before;
  return {
    ...before,
    callCount: ticket.state.callCount,
    graceEndsAt:
      graceEndsAt !== null && graceEndsAt <= now
        ? now + NO_SHOW_AGAIN_MS
        : graceEndsAt,
  };
}

async function record(
  ctx: MutationCtx,
  line: OpenLine,
  rootId: Id<"ticketEvents">,
  event: Doc<"ticketEvents">,
  ticket: Doc<"tickets">,
  after: TicketState,
): Promise<void> {
  const kind = event.kind as MoveKind;
  const before = must(event.before, "state before an action");
  countMove(line, ticket, before, kind, event.at, -1);
  if (event._id !== rootId) await markUndone(ctx, event, line.at);
  await insertEvent(ctx, {
    ...eventOf(line, ticket),
    kind: "undo",
    before: ticket.state,
    after,
    partOf: rootId,
  });
}
