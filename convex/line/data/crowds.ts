/** Suspicious joins: many open tickets from one network. The thresholds are in queue/rules/joinLimits.ts. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Caller } from "../../base/rules/addresses";
import type { QueueChange } from "../../queue/rules/queueChange";
import {
  isFar,
  joinLimits,
  OWN_RUSH_MS,
  REMOVED_MS,
  type Held,
} from "../../queue/rules/joinLimits";
import { activePeople, type LineState } from "../../queue/rules/lineState";
import type { Plan } from "../../base/rules/plans";
import { joinKey } from "./joinGuard";
import { kindOfNetwork, noteOwnNetwork } from "../../queue/data/shopNetworks";
import { emptyUntil } from "../../base/data/rateLimits";
import { newestOfNetwork, ticketsOfNetwork } from "../../queue/data/tickets";
import { rowsBy, type Reader } from "../../base/data/rowBy";

const PER_QUEUE = 10;
/** The desk counts up to this; the notice then says 'over a hundred'. */
export const CROWD_COUNTED = 101;
const QUIET_MS = 60 * 60_000;

/** Notifies the desk if the network or its block now has too many tickets. @param held before the join */
export async function noteCrowd(
  ctx: MutationCtx,
  line: { queueId: Id<"queues">; state: LineState },
  plan: Plan,
  { network, block }: Caller,
  held: Held | null,
  now: number,
): Promise<void> {
  const { queueId } = line;
  const { tellFrom, heldByBlock, ownTellFrom } = joinLimits[plan];
  const always = async () => 0;
  if (held === null) {
    // Everyone in a rush is in the line, so a short line needs no check.
    if (activePeople(line.state) < ownTellFrom) return;
    const rush = [ownTellFrom, now - OWN_RUSH_MS] as const;
    const since = async () =>
      (await newestOfNetwork(ctx, queueId, network, ...rush))[ownTellFrom - 1]
        ?.joinedAt;
    await tell(ctx, { queueId, network, since }, now);
  } else if (held.byNetwork + 1 >= tellFrom) {
    await tell(ctx, { queueId, network, since: always }, now);
  } else if (block !== null && held.byBlock + 1 >= heldByBlock) {
    await tell(ctx, { queueId, network: block, since: always }, now);
  }
}

/** The suspicious joins for the desk: how many wait (CROWD_COUNTED: or more), and when the first and last joined. */
export async function crowdsOf(ctx: Reader, line: Doc<"lines">) {
  const found = [];
  for (const crowd of await crowdsIn(ctx, line.queueId)) {
    if (crowd.quietUntil > crowd.at || isRemoved(crowd)) continue;
    const people = await waitingOf(ctx, line, crowd, CROWD_COUNTED);
    if (people.length < 2) continue;
    const joined = people.map(({ joinedAt }) => joinedAt);
    found.push({
      ...{ crowdId: crowd._id, queueId: line.queueId, waiting: people.length },
      ...{ firstAt: Math.min(...joined), lastAt: Math.max(...joined) },
    });
  }
  return found;
}

export async function inCrowds(ctx: Reader, line: Doc<"lines">) {
  const crowds = await crowdsOf(ctx, line);
  return crowds.reduce((sum, { waiting }) => sum + waiting, 0);
}

/** Null if unknown, of another queue, or removed. */
export async function findCrowd(
  ctx: Reader,
  queue: Doc<"queues">,
  crowdId: string,
): Promise<Doc<"crowds"> | null> {
  const id = ctx.db.normalizeId("crowds", crowdId);
  const crowd = id === null ? null : await ctx.db.get("crowds", id);
  const isTheirs = crowd?.queueId === queue._id && !isRemoved(crowd);
  return isTheirs ? crowd : null;
}

/** Up to `count` of them that still wait. Called people are at the desk and do not count. */
export async function waitingOf(
  ctx: Reader,
  line: Doc<"lines">,
  { network, since }: Doc<"crowds">,
  count: number,
): Promise<Doc<"tickets">[]> {
  const { queueId } = line;
  const tickets =
    since === 0
      ? await ticketsOfNetwork(ctx, queueId, network, count)
      : await newestOfNetwork(ctx, queueId, network, count, since);
  return tickets.filter(
    ({ state, generation }) =>
      state.status === "waiting" && generation === line.state.generation,
  );
}

/** Blocks a foreign or unknown network for a while. Others continue, from an empty bucket. */
export async function markRemoved(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  crowd: Doc<"crowds">,
  removedBy: Id<"ticketEvents">,
  now: number,
): Promise<void> {
  const caller = { network: crowd.network, block: null };
  const kind = await kindOfNetwork(ctx, business._id, caller, now);
  const until = isFar(kind) ? now + REMOVED_MS : now;
  const line = { businessId: business._id, queueId: crowd.queueId };
  await emptyUntil(ctx, joinKey(line, crowd.network), until);
  await ctx.db.patch("crowds", crowd._id, { removedBy });
}

/** Undoes the removal: the network may join again, from an empty bucket. */
export async function restoreCrowd(
  ctx: MutationCtx,
  { businessId, queueId }: Doc<"lines">,
  removedBy: Id<"ticketEvents">,
  now: number,
): Promise<void> {
  const all = await crowdsIn(ctx, queueId);
  const crowd = all.find((one) => one.removedBy === removedBy);
  if (crowd === undefined) return;
  const { network } = crowd;
  await ctx.db.patch("crowds", crowd._id, { removedBy: undefined });
  await emptyUntil(ctx, joinKey({ businessId, queueId }, network), now);
}

function isRemoved({ removedBy }: Doc<"crowds">): boolean {
  return removedBy !== undefined;
}

const crowdsIn = rowsBy("crowds", "queueId_and_network", PER_QUEUE);

/** Confirms them as customers: notices stop for a while. @param isOwn the network becomes the shop's own */
export async function markKnown(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  crowd: Doc<"crowds">,
  isOwn: boolean,
  now: number,
): Promise<QueueChange> {
  const { _id: crowdId, network, quietUntil: before } = crowd;
  const ownNetworkId = isOwn
    ? await noteOwnNetwork(ctx, business._id, network, now)
    : null;
  const after = now + QUIET_MS;
  await ctx.db.patch("crowds", crowdId, { at: now, quietUntil: after });
  return { of: "crowd", crowdId, before, after, ownNetworkId };
}

/** Undoes that confirmation. */
export async function unsettleKnown(
  ctx: MutationCtx,
  { crowdId, before, ownNetworkId }: Extract<QueueChange, { of: "crowd" }>,
): Promise<void> {
  await ctx.db.patch("crowds", crowdId, { quietUntil: before });
  const own = ownNetworkId && (await ctx.db.get("ownNetworks", ownNetworkId));
  if (own !== null) await ctx.db.delete("ownNetworks", own._id);
}

/** Unless it has been notified already. `since`: from when joins count, undefined if too few; it reads many rows. */
async function tell(
  ctx: MutationCtx,
  crowd: Pick<Doc<"crowds">, "queueId" | "network"> & {
    since: () => Promise<number | undefined>;
  },
  now: number,
): Promise<void> {
  const { queueId, network } = crowd;
  const of = await crowdsIn(ctx, queueId);
  const told = of.find((row) => row.network === network);
  if (told !== undefined && told.quietUntil > now) return;
  // A continuing rush keeps its start. A new one leaves out the joins in between.
  const goesOn =
    told?.quietUntil === 0 && !isRemoved(told) && told.at > now - OWN_RUSH_MS;
  if (goesOn && told.at > now - OWN_RUSH_MS / 2) return;
  const since = await crowd.since();
  if (since === undefined) return;
  if (told === undefined) {
    const [oldest] = of.sort((a, b) => a.at - b.at);
    if (of.length === PER_QUEUE && oldest !== undefined) {
      await ctx.db.delete("crowds", oldest._id);
    }
    const row = { queueId, network, since, at: now, quietUntil: 0 };
    await ctx.db.insert("crowds", row);
    return;
  }
  await ctx.db.patch("crowds", told._id, {
    at: now,
    since: goesOn ? told.since : since,
    quietUntil: 0,
    removedBy: undefined,
  });
}
