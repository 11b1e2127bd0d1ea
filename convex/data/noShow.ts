/** Where a person goes who did not come when called. The counter and the alarm of grace both ask. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { orderBehind } from "../model/places";
import type { Move } from "../model/tickets";
import type { OpenLine } from "./moves";
import { firstWaiting } from "./tickets";

/** How far the first no-show goes back (decisions §1.5). */
const PLACES_BACK = 2;
/** More than anybody needs to find a gap in the order. */
const PLACES_LOOKED_AT = 64;

/** The move of a person who did not come, with their place two back. */
export async function noShowMove(
  ctx: MutationCtx,
  line: OpenLine,
  ticket: Doc<"tickets">,
): Promise<Extract<Move, { kind: "noShow" }>> {
  const next = await firstWaiting(ctx, line, PLACES_LOOKED_AT);
  const orders = next.map(({ state }) => state.orderAt);
  const returnedTo = orderBehind(orders, PLACES_BACK, ticket.state.orderAt);
  return { kind: "noShow", returnedTo };
}
