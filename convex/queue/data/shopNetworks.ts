/** The networks that are a business's own: the shop's Wi-Fi, learned from its open desk. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { callerBehind, PRIVATE, type Caller } from "../../base/rules/addresses";
import { KEPT_MS } from "../../base/rules/kept";
import { isFar, NOTED_MS, type NetworkKind } from "../rules/joinLimits";
import { rowsBy, type Reader } from "../../base/data/rowBy";

const PER_BUSINESS = 5;

/** Notes that the desk is open in this network, at most once an hour. @returns the row of a new network */
export async function noteOwnNetwork(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  network: string,
  now: number,
): Promise<Id<"ownNetworks"> | null> {
  if (network === PRIVATE) return null;
  const known = await ownNetworks(ctx, businessId);
  const row = known.find((one) => one.network === network);
  if (row !== undefined) {
    if (row.at <= now - NOTED_MS) {
      await ctx.db.patch("ownNetworks", row._id, { at: now });
    }
    return null;
  }
  const [oldest] = known.sort((a, b) => a.at - b.at);
  if (known.length === PER_BUSINESS && oldest !== undefined) {
    await ctx.db.delete("ownNetworks", oldest._id);
  }
  return await ctx.db.insert("ownNetworks", { businessId, network, at: now });
}

/** Classifies the caller's network. A stored block makes all of its networks the shop's own. */
export async function kindOfNetwork(
  ctx: Reader,
  businessId: Id<"businesses">,
  { network, block }: Caller,
  now: number,
): Promise<NetworkKind> {
  if (network === PRIVATE) return "private";
  const known = (await ownNetworks(ctx, businessId)).filter(
    ({ at }) => at > now - KEPT_MS.ownNetworks,
  );
  if (known.length === 0) return "unknown";
  const isOwn = known.some(
    (row) => row.network === network || row.network === block,
  );
  return isOwn ? "own" : "foreign";
}

/** Who a ticket came from; null if that is the shop's own network or cannot be told apart. */
export async function strangerBehind(
  ctx: Reader,
  { businessId, network }: Doc<"tickets">,
  now: number,
): Promise<Caller | null> {
  if (network === undefined) return null;
  const caller = callerBehind(network);
  const kind = await kindOfNetwork(ctx, businessId, caller, now);
  return isFar(kind) ? caller : null;
}

/** Removes all own networks. The next open desk adds one again. */
export async function forgetOwnNetworks(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
): Promise<void> {
  for (const { _id } of await ownNetworks(ctx, businessId)) {
    await ctx.db.delete("ownNetworks", _id);
  }
}

const ownNetworks = rowsBy("ownNetworks", "businessId", PER_BUSINESS);
