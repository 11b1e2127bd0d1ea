/** The end of a called person's time to appear. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { businessOf } from "./businesses";
import { noShowMove } from "./noShow";
import { findLine } from "./lines";
import { closeLine, moveTicket, openLine } from "./moves";

/** Treats the person as not having come, unless the clock that this alarm belongs to no longer runs. */
export async function endGrace(
  ctx: MutationCtx,
  ticketId: Id<"tickets">,
  graceEndsAt: number,
  now: number,
): Promise<void> {
  const ticket = await ctx.db.get("tickets", ticketId);
  if (ticket?.state.status !== "called") return;
  if (ticket.state.graceEndsAt !== graceEndsAt) return;
  const row = await findLine(ctx, ticket.queueId);
  if (row === null) return;
  const business = await businessOf(ctx, ticket);
  const line = openLine(business, row, { kind: "system" }, now);
  const move = await noShowMove(ctx, line, ticket);
  if ((await moveTicket(ctx, line, ticket, move)) !== null) {
    await closeLine(ctx, line);
  }
}
