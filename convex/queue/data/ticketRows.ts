/**
 * Writes of ticket rows that move nobody. Where a ticket stands changes in
 * line/data/moves.ts alone; a lint rule keeps all other files from writing
 * these rows.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** Where a ticket stands: only a move changes it. */
type Standing = "businessId" | "queueId" | "generation" | "number" | "state";
type Fields = Omit<Doc<"tickets">, "_id" | "_creationTime" | Standing>;

/** Changes fields of a ticket; undefined removes one. */
export async function patchTicket(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
  fields: { [Name in keyof Fields]?: Fields[Name] | undefined },
): Promise<void> {
  // The type lets a required field be absent, not undefined.
  await ctx.db.patch("tickets", ticketId, fields as Partial<Fields>);
}

/** Deletes a ticket; its events and mails are the caller's. */
export async function deleteTicket(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
): Promise<void> {
  await ctx.db.delete("tickets", ticketId);
}
