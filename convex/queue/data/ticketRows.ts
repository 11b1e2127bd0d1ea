/** Writes to ticket rows that do not move the ticket. A lint rule limits writes to this file and line/data/moves.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { eachRow, job } from "../../base/data/job";

/** A ticket's place. Only a move changes it. */
type Standing = "businessId" | "queueId" | "generation" | "number" | "state";
type Fields = Omit<Doc<"tickets">, "_id" | "_creationTime" | Standing>;

/** Changes fields of a ticket. Undefined removes a field. */
export async function patchTicket(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
  fields: { [Name in keyof Fields]?: Fields[Name] | undefined },
): Promise<void> {
  // The type allows an absent required field, but not undefined.
  await ctx.db.patch("tickets", ticketId, fields as Partial<Fields>);
}

/** Forgets the networks of ended tickets that cannot come back any more. */
export const endedNetworks = job<Doc<"tickets">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("tickets")
      .withIndex("by_endedNetwork_end", (q) =>
        q.gte("endedNetwork.until", 0).lt("endedNetwork.until", at),
      )
      .paginate(page),
  work: eachRow(async (ctx, { _id }) => {
    await patchTicket(ctx, _id, { endedNetwork: undefined });
  }),
});

/** For tests that do not wait: see hurryCalls in lines.ts. */
export async function setCalledAt(
  ctx: MutationCtx,
  { _id, state }: Doc<"tickets">,
  calledAt: number,
): Promise<void> {
  await ctx.db.patch("tickets", _id, { state: { ...state, calledAt } });
}

/** Deletes a ticket. The caller deletes its events and mails. */
export async function deleteTicket(ctx: MutationCtx, ticketId: Id<"tickets">) {
  await ctx.db.delete("tickets", ticketId);
}
