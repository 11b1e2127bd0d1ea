/** Finds ticket rows. */
import type { IndexRangeBuilder } from "convex/server";
import type { DataModel, Doc, Id } from "../../_generated/dataModel";
import type { Span } from "../../base/rules/span";
import { ensureOwn, type OfBusiness } from "../../business/data/ownRow";
import { dueTime } from "../rules/ticketState";
import { rowBy, type Reader } from "../../base/data/rowBy";

type Line = { queueId: Id<"queues">; state: { generation: number } };

/** The ticket whose secret has this hash (base/rules/secrets). */
export const ticketBySecretHash = rowBy("tickets", "secretHash");

/** Null for an invalid id. */
export async function findTicket(ctx: Reader, ticketId: string) {
  const id = ctx.db.normalizeId("tickets", ticketId);
  return id === null ? null : await ctx.db.get("tickets", id);
}

/** @throws notFound alike for another business's ticket or an invalid id */
export async function ensureOwnTicket(ctx: OfBusiness, ticketId: string) {
  return await ensureOwn(ctx, "tickets", ticketId);
}

/** The first `count` tickets waiting now, in calling order. */
export async function firstWaiting(ctx: Reader, line: Line, count: number) {
  return await waiting(ctx, line, false).take(count);
}

/** The first `count` bookings that are not due yet. */
export async function firstBooked(ctx: Reader, line: Line, count: number) {
  return await waiting(ctx, line, true).take(count);
}

/** Up to `count` bookings within `span` that are not due yet, in order. */
export async function bookedWithin(
  ctx: Reader,
  line: Line,
  span: Span,
  count: number,
): Promise<Doc<"tickets">[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_line_and_order", (q) =>
      inLine(q, line, true)
        .gte("state.orderAt", span.start)
        .lt("state.orderAt", span.end),
    )
    .take(count);
}

/** The same for all queues of a business. Reads no line row, because every join writes one. */
export async function bookedAnywhere(
  ctx: Reader,
  businessId: Id<"businesses">,
  span: Span,
  count: number,
): Promise<Doc<"tickets">[]> {
  const booked = ctx.db
    .query("tickets")
    .withIndex("by_businessId_and_slot", (q) =>
      q
        .eq("businessId", businessId)
        .gte("state.slot.start", span.start)
        .lt("state.slot.start", span.end),
    );
  const ahead: Doc<"tickets">[] = [];
  for await (const ticket of booked) {
    // A ticket that is already in the line still holds its slot.
    if (dueTime(ticket.state) !== null) ahead.push(ticket);
    if (ahead.length === count) break;
  }
  return ahead;
}

/** Up to `count` waiting tickets behind (1) or ahead of (-1) a place in the order, nearest first. */
export async function waitingBeside(
  ctx: Reader,
  line: Line,
  place: { number: number; state: { orderAt: number } },
  way: 1 | -1,
  count: number,
): Promise<Doc<"tickets">[]> {
  const { number, state } = place;
  const order = way === 1 ? "asc" : "desc";
  const tied = await ctx.db
    .query("tickets")
    .withIndex("by_line_and_order", (q) => {
      const same = inLine(q, line, false).eq("state.orderAt", state.orderAt);
      return way === 1 ? same.gt("number", number) : same.lt("number", number);
    })
    .order(order)
    .take(count);
  if (tied.length === count) return tied;
  const others = await ctx.db
    .query("tickets")
    .withIndex("by_line_and_order", (q) => {
      const all = inLine(q, line, false);
      return way === 1
        ? all.gt("state.orderAt", state.orderAt)
        : all.lt("state.orderAt", state.orderAt);
    })
    .order(order)
    .take(count - tied.length);
  return [...tied, ...others];
}

/** Up to `count` open tickets of one generation, in any state. */
export async function openTickets(
  ctx: Reader,
  queueId: Id<"queues">,
  generation: number,
  count: number,
): Promise<Doc<"tickets">[]> {
  const found: Doc<"tickets">[] = [];
  for (const status of ["called", "serving", "waiting"] as const) {
    const tickets = await ctx.db
      .query("tickets")
      .withIndex("by_line_and_order", (q) =>
        q
          .eq("queueId", queueId)
          .eq("generation", generation)
          .eq("state.status", status),
      )
      .take(count - found.length);
    found.push(...tickets);
    if (found.length === count) break;
  }
  return found;
}

/** In a queue's line, or bookings ahead. @param network a Caller's id; a block's id covers its networks */
export async function ticketsOfNetwork(
  ctx: Reader,
  queueId: Id<"queues">,
  network: string,
  count: number,
  isScheduled = false,
): Promise<Doc<"tickets">[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_network", (q) =>
      // '/' is the character after the dot that ends a block's id.
      q
        .eq("queueId", queueId)
        .eq("state.isScheduled", isScheduled)
        .gte("network", network)
        .lt("network", `${network}/`),
    )
    .take(count);
}

/** Tickets in the line from one network (not a block) that joined since `since`, newest first. */
export async function newestOfNetwork(
  ctx: Reader,
  queueId: Id<"queues">,
  network: string,
  count: number,
  since = 0,
): Promise<Doc<"tickets">[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_network", (q) =>
      q
        .eq("queueId", queueId)
        .eq("state.isScheduled", false)
        .eq("network", network)
        .gte("joinedAt", since),
    )
    .order("desc")
    .take(count);
}

/** Up to `count` tickets that hold a slot beginning within `span`, in order. */
export async function slotHolders(
  ctx: Reader,
  line: Line,
  span: Span,
  count: number,
): Promise<Doc<"tickets">[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_slot", (q) =>
      q
        .eq("queueId", line.queueId)
        .eq("generation", line.state.generation)
        .gte("state.slot.start", span.start)
        .lt("state.slot.start", span.end),
    )
    .take(count);
}

type LineRange = IndexRangeBuilder<
  Doc<"tickets">,
  DataModel["tickets"]["indexes"]["by_line_and_order"]
>;

function inLine(q: LineRange, { queueId, state }: Line, isScheduled: boolean) {
  return q
    .eq("queueId", queueId)
    .eq("generation", state.generation)
    .eq("state.status", "waiting")
    .eq("state.isScheduled", isScheduled);
}

function waiting(ctx: Reader, line: Line, isScheduled: boolean) {
  return ctx.db
    .query("tickets")
    .withIndex("by_line_and_order", (q) => inLine(q, line, isScheduled));
}
