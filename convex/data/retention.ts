/**
 * What is known of customers goes 30 days after the end of their visit; the
 * visit itself stays, without them, as long as its figures do (product.md U7).
 * Texts go by themselves (N3), and tickets that came to nothing with
 * data/maintenance.ts.
 */
import type { PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { NOBODY, PERSON_KEPT_MS } from "../model/retention";
import { forgetSubscriptions } from "./pushSubscriptions";

/** More mails than a booking has; of a longer life, sweepMails takes the rest. */
const MAILS_OF_ONE = 100;
const PAGE = 200;

/** Takes the person out of a batch of visits that ended long ago, and their mails and browsers with them. */
export async function blankPeople(
  ctx: MutationCtx,
  batch: number,
  now: number,
): Promise<Doc<"tickets">[]> {
  const ended = await ctx.db
    .query("tickets")
    .withIndex("by_blankedAt_and_end", (q) =>
      q
        .eq("blankedAt", undefined)
        .gt("state.endedAt", 0)
        .lte("state.endedAt", now - PERSON_KEPT_MS),
    )
    .take(batch);
  for (const { _id } of ended) {
    await deleteMailsOf(ctx, _id);
    await forgetSubscriptions(ctx, _id);
    await ctx.db.patch("tickets", _id, { ...NOBODY, blankedAt: now });
  }
  return ended;
}

/** Deletes what was written to a ticket's holder. */
export async function deleteMailsOf(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
): Promise<void> {
  const mails = await ctx.db
    .query("mails")
    .withIndex("by_ticketId_and_kind", (q) => q.eq("ticketId", ticketId))
    .take(MAILS_OF_ONE);
  for (const { _id } of mails) await ctx.db.delete("mails", _id);
}

/** One page of the mails that are as old: deletes those whose ticket has gone, or has nobody any more. */
export async function sweepMails(
  ctx: MutationCtx,
  cursor: string | null,
  now: number,
): Promise<Pick<PaginationResult<unknown>, "isDone" | "continueCursor">> {
  const found = await ctx.db
    .query("mails")
    .withIndex("by_at", (q) => q.lt("at", now - PERSON_KEPT_MS))
    .paginate({ cursor, numItems: PAGE });
  for (const { _id, ticketId } of found.page) {
    if (ticketId === null) continue;
    const ticket = await ctx.db.get("tickets", ticketId);
    const isNobodys = ticket === null || ticket.blankedAt !== undefined;
    if (isNobodys) await ctx.db.delete("mails", _id);
  }
  return found;
}
