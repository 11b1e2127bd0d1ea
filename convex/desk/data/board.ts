/** One queue as the desk sees it, with at most a hundred people of each kind; and finding people in it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  ticketRow,
  undoOffer,
  type TicketRow,
} from "../../queue/rules/answers";
import { must } from "../../base/rules/errors";
import { pauseValidator } from "../../queue/rules/lineState";
import { shownPersonOf } from "../../queue/rules/person";
import { canMove } from "../../queue/rules/tickets";
import { phoneSeenBy } from "../../base/rules/typedPhone";
import type { Staff } from "../../account/data/access";
import { namesInTeam } from "../../business/data/members";
import { crowdsOf } from "../../line/data/crowds";
import { chairOfPerson } from "../../queue/data/chairs";
import { lineOf } from "../../queue/data/lines";
import { ticketsNotServed } from "../../line/data/notServed";
import { firstBooked, firstWaiting } from "../../queue/data/tickets";
import { findAmong } from "../rules/find";
import { whenUnmarkedValidator } from "../../business/rules/validators";
import type { Reader } from "../../base/data/rowBy";

const SHOWN = 100;

/** After a transfer: what names the ticket in its new queue. */
export const newNameValidator = v.object({
  letter: v.nullable(v.string()),
  number: v.number(),
});

export const boardAnswer = v.object({
  queueId: v.id("queues"),
  name: v.string(),
  letter: v.nullable(v.string()),
  isActive: v.boolean(),
  chairs: v.number(),
  /** Named chairs serve the queue, so that `chairs` are those on duty. */
  hasNamedChairs: v.boolean(),
  /** The reader's named chair and the queues that it serves. */
  mine: v.nullable(
    v.object({ chairId: v.id("chairs"), queueIds: v.array(v.id("queues")) }),
  ),
  pause: v.nullable(pauseValidator),
  whenUnmarked: whenUnmarkedValidator,
  /** Minutes a called person has to come. */
  graceMinutes: v.number(),
  generation: v.number(),
  called: v.array(ticketRow),
  waiting: v.array(ticketRow),
  waitingCount: v.number(),
  scheduled: v.array(ticketRow),
  scheduledCount: v.number(),
  /** The newest action, if it is the caller's own and can be undone, and its person. */
  undo: v.nullable(
    v.object({
      ...undoOffer.fields,
      ticketId: v.nullable(v.id("tickets")),
      name: v.nullable(v.string()),
      /** They had a booking ahead of its time. Absent: no. */
      wasBooked: v.optional(v.boolean()),
      movedTo: v.optional(newNameValidator),
    }),
  ),
  /** Suspicious joins: how many wait, and when the first and the last of them joined. */
  crowds: v.array(
    v.object({
      crowdId: v.id("crowds"),
      queueId: v.id("queues"),
      waiting: v.number(),
      firstAt: v.number(),
      lastAt: v.number(),
    }),
  ),
  /** Customers who say they were not served, oldest answer first. */
  notServed: v.array(
    v.object({
      ticketId: v.id("tickets"),
      queueId: v.id("queues"),
      letter: v.nullable(v.string()),
      number: v.number(),
      name: v.nullable(v.string()),
      canBringBack: v.boolean(),
    }),
  ),
});

/** The called people come oldest call first. */
export async function board(
  ctx: QueryCtx & Staff,
  queue: Doc<"queues">,
): Promise<Infer<typeof boardAnswer>> {
  const line = await lineOf(ctx, queue._id);
  const toRow = (ticket: Doc<"tickets">) => rowOf(ticket, queue, ctx);
  const own = await chairOfPerson(ctx, ctx.business._id, ctx.userId);
  const called = await calledRows(ctx, line, queue);
  const waiting = await firstWaiting(ctx, line, SHOWN);
  const scheduled = await firstBooked(ctx, line, SHOWN);
  return {
    queueId: queue._id,
    name: queue.name,
    letter: queue.letter,
    isActive: queue.isActive,
    chairs: line.chairs,
    hasNamedChairs: line.places !== undefined,
    mine: own && { chairId: own._id, queueIds: own.queueIds },
    pause: line.pause,
    whenUnmarked: ctx.business.whenUnmarked,
    graceMinutes: ctx.business.graceMinutes,
    generation: line.state.generation,
    called,
    waiting: waiting.map(toRow),
    waitingCount: line.state.waitingCount,
    scheduled: scheduled.map(toRow),
    scheduledCount: line.state.scheduledCount,
    undo: await ownUndo(ctx, line),
    crowds: await crowdsOf(ctx, line),
    notServed: (await ticketsNotServed(ctx, line)).map(
      ({ _id: ticketId, queueId, number, name, state }) => ({
        ...{ ticketId, queueId, letter: queue.letter, number, name },
        canBringBack: canMove(state, "bringBack"),
      }),
    ),
  };
}

/** Nobody takes back another person's action by accident: those are in 'Today' (product.md D12). */
async function ownUndo(
  ctx: Reader & Staff,
  { undo }: Doc<"lines">,
): Promise<Infer<typeof boardAnswer>["undo"]> {
  if (undo === null) return null;
  const event = await ctx.db.get("ticketEvents", undo.eventId);
  const actor = event?.actor;
  if (actor?.kind === "staff" && actor.userId !== ctx.userId) return null;
  const ticketId = event?.ticketId ?? null;
  const ticket = ticketId && (await ctx.db.get("tickets", ticketId));
  const wasBooked = event?.before?.isScheduled === true;
  const name = (await chairNameOf(ctx, event)) ?? ticket?.name ?? null;
  const movedTo = event && (await newNameOf(ctx, event));
  return {
    ...{ ...undo, ticketId, name },
    ...(wasBooked && { wasBooked }),
    ...(movedTo && { movedTo }),
  };
}

/** Null without a transfer, and once the other queue is deleted. */
export async function newNameOf(
  ctx: Reader,
  { movedTo }: Doc<"ticketEvents">,
): Promise<Infer<typeof newNameValidator> | null> {
  const there = movedTo && (await ctx.db.get("queues", movedTo.queueId));
  return movedTo && there
    ? { letter: there.letter, number: movedTo.number }
    : null;
}

/** The name of the chair that an event switched. */
export async function chairNameOf(
  ctx: Reader,
  event: Doc<"ticketEvents"> | null,
): Promise<string | null> {
  const change = event?.change;
  if (change?.of !== "chair") return null;
  return (await ctx.db.get("chairs", change.chairId))?.name ?? null;
}

/** The people called and served, oldest call first, with the name of another person who called them. */
export async function calledRows(
  ctx: Reader & Staff,
  line: Doc<"lines">,
  queue: Doc<"queues">,
): Promise<TicketRow[]> {
  const nameOf = namesInTeam(ctx, ctx.business._id);
  const called = [];
  for (const { ticketId, by } of line.state.called.slice(0, SHOWN)) {
    const ticket = await ctx.db.get("tickets", ticketId);
    const row = rowOf(must(ticket, "called ticket"), queue, ctx);
    const isOther = by !== null && by !== ctx.userId;
    called.push({ ...row, by: isOther ? await nameOf(by) : null });
  }
  return called;
}

/** One person as the reader may see them. */
export function rowOf(
  ticket: Doc<"tickets">,
  { letter }: Pick<Doc<"queues">, "letter">,
  reader: Pick<Staff, "userId" | "coversPhones">,
): TicketRow {
  const { state } = ticket;
  return {
    ticketId: ticket._id,
    queueId: ticket.queueId,
    letter,
    number: ticket.number,
    ...shownPersonOf(ticket),
    phone: phoneSeenBy(reader, ticket),
    status: state.status,
    joinedAt: ticket.joinedAt,
    orderAt: state.orderAt,
    calledAt: state.calledAt,
    servingAt: state.servingAt,
    graceEndsAt: state.graceEndsAt,
    acknowledged: state.acknowledgedAt !== null,
    noShows: state.noShows,
    calledByMe: state.calledBy === reader.userId,
    ...(state.chairId !== undefined && { chairId: state.chairId }),
    by: null,
    scheduledTime: ticket.scheduledTime,
  };
}

/** The largest plan's people in one queue (product.md P3), and as many bookings. */
const MAX_OF_EACH = 1_000;

/** Called people first, then those waiting, then those with an appointment. */
export async function findInQueue(
  ctx: QueryCtx & Staff,
  queue: Doc<"queues">,
  asked: string,
): Promise<TicketRow[]> {
  const line = await lineOf(ctx, queue._id);
  const people = [
    ...(await firstWaiting(ctx, line, MAX_OF_EACH)),
    ...(await firstBooked(ctx, line, MAX_OF_EACH)),
  ];
  const rows = people.map((ticket) => rowOf(ticket, queue, ctx));
  const called = await calledRows(ctx, line, queue);
  return findAmong([...called, ...rows], asked);
}
