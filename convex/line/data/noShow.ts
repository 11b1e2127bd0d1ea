/** No-shows: their new place in the line, and the end of the grace. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PLACES_BACK, graceMsOf } from "../../business/rules/unmarked";
import { isEarly, orderPast } from "../../queue/rules/places";
import { businessOf } from "../../business/data/businesses";
import { findLine } from "../../queue/data/lines";
import { moveTicket, stopGrace } from "./moves";
import { closeLine, openLine, type OpenLine } from "./openLine";
import { firstWaiting } from "../../queue/data/tickets";

/** More than it takes to find a gap in the order. */
const PLACES_LOOKED_AT = 64;

/** The orderAt of a person who goes behind so many others; early ones do not count. Their own if nobody counts. */
export async function placeBehind(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
  places: number,
): Promise<number> {
  const next = await firstWaiting(ctx, line, PLACES_LOOKED_AT);
  const orders = next
    .filter((one) => one._id !== ticket._id && !isEarly(one, line.at))
    .map(({ state }) => state.orderAt);
  return orderPast(orders, places, 1) ?? ticket.state.orderAt;
}

/** Treats the person as a no-show, unless this alarm's clock no longer runs or the shop has no such clock. */
export async function endNoShowGrace(
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
  if (graceMsOf(business) === 0) {
    // The shop has switched the clock off since the call.
    await stopGrace(ctx, ticket);
    return;
  }
  const line = openLine(business, row, { kind: "system" }, now);
  const returnedTo = await placeBehind(ctx, line, ticket, PLACES_BACK);
  const move = { kind: "noShow", returnedTo } as const;
  const moved = await moveTicket(ctx, line, ticket, move);
  if (moved !== null) await closeLine(ctx, line);
}
