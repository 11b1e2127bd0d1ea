/** Decides whether a network may make one more booking, by places held and by rate (rules/limits.ts). */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PRIVATE, type Caller } from "../../base/rules/addresses";
import {
  aheadCounted,
  bookingPaces,
  holdsAllAhead,
  holdsAllOfDay,
} from "../rules/limits";
import { isFar } from "../../queue/rules/joinLimits";
import type { Plan } from "../../base/rules/plans";
import { heldOf, takeJoin, type JoinStop } from "../../line/data/joinGuard";
import { kindOfNetwork } from "../../queue/data/shopNetworks";
import { takeFromAll } from "../../base/data/rateLimits";
import type { ChosenSlot } from "./slots";
import { ticketsOfNetwork } from "../../queue/data/tickets";

/** There is no time to wait for: the network must give up a booking first. */
const HOLDS_ALL: JoinStop = { retryAfterMs: null };

/** Counts one booking; returns why it is refused, or null. A network that may not join may not book either. */
export async function countBooking(
  ctx: MutationCtx,
  line: Doc<"lines">,
  plan: Plan,
  chosen: ChosenSlot,
  caller: Caller,
  now: number,
): Promise<JoinStop | null> {
  const { businessId, queueId } = line;
  const kind = await kindOfNetwork(ctx, businessId, caller, now);
  if (holdsAllOfDay(plan, kind, chosen.places, heldOf(chosen.others, caller)))
    return HOLDS_ALL;
  if (isFar(kind) && (await isAllAheadHeld(ctx, line, plan, caller)))
    return HOLDS_ALL;
  const to = caller.network === PRIVATE ? queueId : businessId;
  const ownKey = `book:${to}:${caller.network}`;
  const wait = await takeFromAll(ctx, now, [ownKey, bookingPaces[kind]]);
  return wait ?? (await takeJoin(ctx, line, plan, caller, kind, now));
}

/** Whether a booking may move to this day, within what its network may book there. */
export async function mayMoveTo(
  ctx: MutationCtx,
  line: Doc<"lines">,
  plan: Plan,
  chosen: ChosenSlot,
  caller: Caller,
  now: number,
): Promise<boolean> {
  const kind = await kindOfNetwork(ctx, line.businessId, caller, now);
  const held = heldOf(chosen.others, caller);
  return !holdsAllOfDay(plan, kind, chosen.places, held);
}

async function isAllAheadHeld(
  ctx: MutationCtx,
  { queueId }: Doc<"lines">,
  plan: Plan,
  caller: Caller,
): Promise<boolean> {
  const of = caller.block ?? caller.network;
  const count = aheadCounted(plan);
  const ahead = await ticketsOfNetwork(ctx, queueId, of, count, true);
  return holdsAllAhead(plan, heldOf(ahead, caller));
}
