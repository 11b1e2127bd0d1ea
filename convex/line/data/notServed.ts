/** Rows of tickets whose customers say they were not served, for the desk. Written by consequences.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import type { Change } from "../../queue/data/change";

/** Staff settle one to see the next. */
const SHOWN = 20;

/** Keeps the row in step with its ticket. Tickets that would expire at once get none. */
export async function noteNotServed(
  ctx: MutationCtx,
  { ticket, before, at }: Pick<Change, "ticket" | "before" | "at">,
): Promise<void> {
  const { _id: ticketId, queueId, generation, staleAt, state } = ticket;
  const was = before?.servedAssumed === "denied";
  const is = state.servedAssumed === "denied";
  if (was === is) return;
  if (!is) {
    const row = await ctx.db
      .query("notServed")
      .withIndex("by_ticketId", (q) => q.eq("ticketId", ticketId))
      .unique();
    if (row !== null) await ctx.db.delete("notServed", row._id);
  } else if (at < staleAt) {
    const row = { queueId, generation, ticketId, until: staleAt };
    await ctx.db.insert("notServed", row);
  }
}

/** The current generation's tickets whose customers say so. Oldest answer first. */
export async function ticketsNotServed(
  ctx: QueryCtx,
  line: { queueId: Id<"queues">; state: { generation: number } },
): Promise<Doc<"tickets">[]> {
  const rows = await ctx.db
    .query("notServed")
    .withIndex("by_queueId_and_generation", (q) =>
      q.eq("queueId", line.queueId).eq("generation", line.state.generation),
    )
    .take(SHOWN);
  const tickets: Doc<"tickets">[] = [];
  for (const { ticketId } of rows) {
    tickets.push(must(await ctx.db.get("tickets", ticketId), "ticket"));
  }
  return tickets;
}
