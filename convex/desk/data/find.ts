/** Finds people in a queue. Reads as many rows as the plan allows, and no ended tickets, however long the history. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { TicketRow } from "../../queue/rules/answers";
import { findAmong } from "../rules/find";
import type { Staff } from "../../account/data/access";
import { calledRows, rowOf } from "./board";
import { lineOf } from "../../queue/data/lines";
import { firstBooked, firstWaiting } from "../../queue/data/tickets";

/** The largest plan's people in one queue (product.md P3), and as many bookings. */
const MOST_OF_EACH = 1_000;

/** Called people first, then those waiting, then those with an appointment. */
export async function findInQueue(
  ctx: QueryCtx & Staff,
  queue: Doc<"queues">,
  asked: string,
): Promise<TicketRow[]> {
  const line = await lineOf(ctx, queue._id);
  const people = [
    ...(await firstWaiting(ctx, line, MOST_OF_EACH)),
    ...(await firstBooked(ctx, line, MOST_OF_EACH)),
  ];
  const rows = people.map((ticket) => rowOf(ticket, queue, ctx));
  const called = await calledRows(ctx, line, queue);
  return findAmong([...called, ...rows], asked);
}
