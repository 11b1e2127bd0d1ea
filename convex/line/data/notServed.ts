/** Rows of tickets whose customers say they were not served, for the desk. Written by consequences.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { must } from "../../base/rules/errors";
import type { Change } from "../../queue/data/change";
import { rowBy, rowsBy } from "../../base/data/rowBy";

/** Staff settle one to see the next. */
const SHOWN = 20;

const rowsOf = rowsBy("notServed", "queueId_and_generation", SHOWN);
const rowOf = rowBy("notServed", "ticketId");

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
    const row = await rowOf(ctx, ticketId);
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
  const rows = await rowsOf(ctx, line.queueId, line.state.generation);
  const tickets: Doc<"tickets">[] = [];
  for (const { ticketId } of rows) {
    tickets.push(must(await ctx.db.get("tickets", ticketId), "ticket"));
  }
  return tickets;
}
