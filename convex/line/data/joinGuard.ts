/** Whether one more ticket may join from a network, by places held and by rate (queue/rules/joinLimits.ts). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PRIVATE, type Caller } from "../../base/rules/addresses";
import {
  holdsAll,
  isFar,
  joinBuckets,
  joinLimits,
  NEW_MS,
  type Held,
  type JoinBucket,
  type NetworkKind,
} from "../../queue/rules/joinLimits";
import { refuse } from "../../base/rules/errors";
import type { Plan } from "../../base/rules/plans";
import type { Refused } from "../../base/rules/refusals";
import { kindOfNetwork } from "../../queue/data/shopNetworks";
import { isStill, takeFromAll, type Wait } from "../../base/data/rateLimits";
import { ticketsOfNetwork } from "../../queue/data/tickets";

/** `retryAfterMs` is null if the network must give up a place first. */
export type JoinStop = { retryAfterMs: number | null };

/** Checks and counts one join. `held` is null for the shop's own and private networks. */
export async function countJoin(
  ctx: MutationCtx,
  line: Doc<"lines">,
  plan: Plan,
  caller: Caller,
  now: number,
): Promise<{ held: Held | null; stop: JoinStop | null }> {
  const { businessId, queueId } = line;
  const kind = await kindOfNetwork(ctx, businessId, caller, now);
  let held: Held | null = null;
  if (isFar(kind)) {
    held = await heldBy(ctx, queueId, plan, caller);
    if (holdsAll(plan, kind, held))
      return { held, stop: { retryAfterMs: null } };
  }
  return { held, stop: await takeJoin(ctx, line, plan, caller, kind, now) };
}

/** Takes the tokens of one join or booking, or returns how long to wait. */
export async function takeJoin(
  ctx: MutationCtx,
  line: Doc<"lines">,
  plan: Plan,
  caller: Caller,
  kind: NetworkKind,
  now: number,
): Promise<Wait | null> {
  const { queueId } = line;
  const keys: Record<JoinBucket["of"], string> = {
    network: joinKey(line, caller.network),
    block: joinKey(line, caller.block ?? ""),
    provider: `join:${queueId}:new:${caller.provider ?? ""}`,
    newcomers: `join:${queueId}:new`,
    allFar: `join:${queueId}`,
  };
  const isNew =
    (await isStill(ctx, keys.network, now - NEW_MS)) &&
    (caller.block === null || (await isStill(ctx, keys.block, now - NEW_MS)));
  const { own, shared } = joinBuckets(plan, caller, kind, isNew);
  const take = async (buckets: readonly JoinBucket[]) =>
    await takeFromAll(
      ctx,
      now,
      ...buckets.map(({ of, limit }) => [keys[of], limit] as const),
    );
  let wait = await take(own);
  if (wait !== null) return wait;
  for (const buckets of shared) {
    wait = await take(buckets);
    if (wait === null) break;
  }
  return wait;
}

export function stopped({
  retryAfterMs,
}: JoinStop): Refused<"tooManyHeld" | "tooManyJoins"> {
  return retryAfterMs === null
    ? refuse("tooManyHeld")
    : refuse("tooManyJoins", { retryAfterMs });
}

/** Private addresses have one bucket per queue. */
export function joinKey(
  { businessId, queueId }: Pick<Doc<"lines">, "businessId" | "queueId">,
  network: string,
): string {
  const to = network === PRIVATE ? queueId : businessId;
  return `join:${to}:${network}`;
}

async function heldBy(
  ctx: MutationCtx,
  queueId: Id<"queues">,
  plan: Plan,
  caller: Caller,
): Promise<Held> {
  const { heldByBlock, heldByUnknown } = joinLimits[plan];
  const count = Math.max(heldByBlock, heldByUnknown);
  const of = caller.block ?? caller.network;
  return heldOf(await ticketsOfNetwork(ctx, queueId, of, count), caller);
}

/** How many of these are the caller's network's and its block's. */
export function heldOf(
  tickets: readonly Doc<"tickets">[],
  { network, block }: Caller,
): Held {
  const of = (isTheirs: (network: string) => boolean) =>
    tickets.filter((one) => isTheirs(one.network ?? "")).length;
  return {
    byNetwork: of((other) => other === network),
    byBlock: block === null ? 0 : of((other) => other.startsWith(`${block}.`)),
  };
}
