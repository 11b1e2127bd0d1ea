/** Rows of the event log. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Reader } from "../../base/data/rowBy";

type EventId = Id<"ticketEvents">;
type NewEvent = Omit<
  Doc<"ticketEvents">,
  "_id" | "_creationTime" | "undoneAt" | "figuresBefore" | "partOf" | "desk"
> & {
  partOf?: EventId | null;
  figuresBefore?: Doc<"ticketEvents">["figuresBefore"];
};

export async function insertEvent(ctx: MutationCtx, event: NewEvent) {
  const isAction = event.actor.kind === "staff" && !event.partOf;
  return await ctx.db.insert("ticketEvents", {
    partOf: null,
    figuresBefore: null,
    ...event,
    ...(isAction && { desk: event.queueId }),
    undoneAt: null,
  });
}

/** Up to `count` events of a ticket, oldest first by default. */
export async function eventsOfTicket(
  ctx: Reader,
  ticketId: Id<"tickets">,
  count: number,
  order: "asc" | "desc" = "asc",
): Promise<Doc<"ticketEvents">[]> {
  return await ctx.db
    .query("ticketEvents")
    .withIndex("by_ticketId", (q) => q.eq("ticketId", ticketId))
    .order(order)
    .take(count);
}

export async function markUndone(
  ctx: MutationCtx,
  event: Doc<"ticketEvents">,
  at: number,
): Promise<void> {
  await ctx.db.patch("ticketEvents", event._id, { undoneAt: at });
}
