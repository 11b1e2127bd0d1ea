/** Upcoming bookings for the desk, and staff moving them. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { actedOrRefused } from "../../queue/rules/answers";
import { must, refuse } from "../../base/rules/errors";
import { UNDO_MS } from "../../queue/rules/events";
import { canMove } from "../../queue/rules/tickets";
import { refused } from "../../base/rules/refusals";
import { HORIZON_MS } from "../../calendar/rules/busy";
import type { Span } from "../../base/rules/span";
import { nextDay } from "../../base/rules/timezones";
import { beginOfDay, businessDay } from "../../business/rules/opening";
import { phoneSeenBy } from "../../base/rules/typedPhone";
import type { CounterCtx, Staff } from "../../account/data/access";
import { rebook } from "./bookings";
import { findLine, lineOf } from "../../queue/data/lines";
import { closeLine, openAsStaff } from "../../line/data/openLine";
import { listQueues } from "../../queue/data/queues";
import { chooseSlot } from "./slots";
import {
  bookedAnywhere,
  bookedWithin,
  ensureOwnTicket,
} from "../../queue/data/tickets";

/** For one answer: more than any shop's day, and than two months of most shops. */
const MAX_ROWS = 2_000;
const DAY_MS = 24 * 60 * 60_000;

export const appointmentRow = v.object({
  ticketId: v.id("tickets"),
  queueId: v.id("queues"),
  queueName: v.string(),
  letter: v.nullable(v.string()),
  number: v.number(),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  startsAt: v.number(),
});

export const bookedDay = v.object({ day: v.string(), count: v.number() });

export const movedOrRefused = v.union(
  actedOrRefused,
  refused("slotTaken", "slotNotBookable", "notScheduled"),
);

/** The bookings of that business day, earliest first. @param queue null for all queues */
export async function appointmentsOf(
  ctx: QueryCtx & Staff,
  queue: Doc<"queues"> | null,
  day: string,
): Promise<Infer<typeof appointmentRow>[]> {
  const span = {
    start: beginOfDay(ctx.business, day),
    end: beginOfDay(ctx.business, nextDay(day)),
  };
  const found = await bookedIn(ctx, queue, span);
  return found.map(({ ticket, from: { name: queueName, letter } }) => ({
    ticketId: ticket._id,
    queueId: ticket.queueId,
    queueName,
    letter,
    number: ticket.number,
    name: ticket.name,
    phone: phoneSeenBy(ctx, ticket),
    email: ticket.email ?? null,
    startsAt: ticket.state.orderAt,
  }));
}

/** The days with bookings from this one on, with their numbers. @param queue null for all queues */
export async function bookedDays(
  ctx: QueryCtx & Staff,
  queue: Doc<"queues"> | null,
  from: string,
): Promise<Infer<typeof bookedDay>[]> {
  const start = beginOfDay(ctx.business, from);
  const end = start + HORIZON_MS + DAY_MS;
  const counts = new Map<string, number>();
  for (const { ticket } of await bookedIn(ctx, queue, { start, end })) {
    const day = businessDay(ctx.business, ticket.state.orderAt);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts].map(([day, count]) => ({ day, count }));
}

/** Staff move a booking; undo restores the old time. @throws notFound */
export async function moveAppointment(
  ctx: CounterCtx,
  ticketId: string,
  startsAt: number,
  now: number,
): Promise<Infer<typeof movedOrRefused>> {
  const ticket = await ensureOwnTicket(ctx, ticketId);
  const row = await findLine(ctx, ticket.queueId);
  if (row === null || ticket.generation !== row.state.generation)
    return refuse("customerMovedOn");
  if (!canMove(ticket.state, "rebook")) return refuse("notScheduled");
  const { business } = ctx;
  const { _id, number, name } = ticket;
  const chosen = await chooseSlot(ctx, row, business, startsAt, now, _id);
  if (!chosen.ok) return chosen;
  const line = openAsStaff(ctx, row, now);
  const moved = await rebook(ctx, line, ticket, chosen.slot, {
    undoable: true,
  });
  const eventId = must(moved, "event of a booking that can move");
  const expiresAt = now + UNDO_MS;
  await closeLine(ctx, line, { eventId, code: "rebook", number, expiresAt });
  return { ok: true, ticketId: _id, number, name, eventId, completed: [] };
}

/** The earliest ones if there are more than MAX_ROWS. */
async function bookedIn(
  ctx: QueryCtx & Staff,
  queue: Doc<"queues"> | null,
  span: Span,
) {
  if (queue !== null) {
    const line = await lineOf(ctx, queue._id);
    const tickets = await bookedWithin(ctx, line, span, MAX_ROWS);
    return tickets.map((ticket) => ({ ticket, from: queue }));
  }
  const queues = await listQueues(ctx, ctx.business._id);
  const byId = new Map(queues.map((one) => [one._id, one]));
  const tickets = await bookedAnywhere(ctx, ctx.business._id, span, MAX_ROWS);
  const found = tickets.flatMap((ticket) => {
    const from = byId.get(ticket.queueId);
    return from === undefined ? [] : [{ ticket, from }];
  });
  return found.sort(
    (a, b) =>
      a.ticket.state.orderAt - b.ticket.state.orderAt ||
      a.ticket.number - b.ticket.number,
  );
}
