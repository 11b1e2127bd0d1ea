/** Rows of the event log. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

type EventId = Id<"ticketEvents">;
type NewEvent = Omit<
  Doc<"ticketEvents">,
  "_id" | "_creationTime" | "undoneAt" | "figuresBefore" | "partOf"
> & {
  partOf?: EventId | null;
  figuresBefore?: Doc<"ticketEvents">["figuresBefore"];
};

/** One more row of the log. */
export async function insertEvent(
  ctx: MutationCtx,
  event: NewEvent,
): Promise<EventId> {
  return await ctx.db.insert("ticketEvents", {
    partOf: null,
    figuresBefore: null,
    ...event,
    undoneAt: null,
  });
}

/** Up to `count` events that were part of this one, such as the completions that a call brought. */
export async function eventsPartOf(
  ctx: MutationCtx,
  eventId: EventId,
  count: number,
): Promise<Doc<"ticketEvents">[]> {
  return await ctx.db
    .query("ticketEvents")
    .withIndex("by_partOf", (q) => q.eq("partOf", eventId))
    .take(count);
}

/** Marks an event as taken back; the row itself stays. */
export async function markUndone(
  ctx: MutationCtx,
  event: Doc<"ticketEvents">,
  at: number,
): Promise<void> {
  await ctx.db.patch("ticketEvents", event._id, { undoneAt: at });
}
