/**
 * Limits on joins per network. One address cannot close a shop, yet thirty customers behind its Wi-Fi can join within
 * ten minutes.
 *
 * Own network (the desk was open in it, or the owner confirmed its people): it may fill the queue, at human pace.
 *
 * Any other network holds only a few places. Each join counts against its own bucket, even after it leaves, and
 * repeated joins against one that all such networks share; a network without joins for ten minutes does not need that.
 * So blocking new networks takes joins from five hundred networks, or seventeen IPv6 providers, every ten minutes.
 *
 * Private addresses cannot be told apart: only the pace of a script is stopped, per queue. Until the desk has been open
 * somewhere, any network may be the own one: it joins at that pace, and holds at most three fifths of the places.
 */
import type { Caller } from "../../base/rules/addresses";
import { plans, type Plan } from "../../base/rules/plans";
import type { Limit } from "../../base/rules/rateLimit";

const MINUTE = 60_000;

/** What a network is to a shop; `unknown` while no own network is known. */
export type NetworkKind = "own" | "private" | FarKind;
type FarKind = "foreign" | "unknown";
export function isFar(kind: NetworkKind): kind is FarKind {
  return kind === "foreign" || kind === "unknown";
}

type JoinLimits = {
  /** Open tickets of a queue that a foreign network may hold, an IPv6 /48 as a whole, and an unknown network. */
  readonly held: number;
  readonly heldByBlock: number;
  readonly heldByUnknown: number;
  /** From this many open tickets of one foreign network, the desk sees suspicious joins. */
  readonly tellFrom: number;
  /** Joins of the own network at once, and as many again within ten minutes. */
  readonly ownAtOnce: number;
  /** From this many joins of the own network within OWN_RUSH_MS, the desk sees suspicious joins. */
  readonly ownTellFrom: number;
};

/** A busy shop's rush is three joins a minute and rarely ten. A script joins all at once. */
export const OWN_RUSH_MS = MINUTE;

/** Starter: 6 of 10 raise the notice, so 4 remain. Pro: 50 less 20 leave thirty. Enterprise: an event's Wi-Fi. */
export const joinLimits: Readonly<Record<Plan, JoinLimits>> = {
  starter: {
    held: 4,
    heldByBlock: 6,
    heldByUnknown: 6,
    tellFrom: 3,
    ownAtOnce: 30,
    ownTellFrom: 6,
  },
  pro: {
    held: 15,
    heldByBlock: 20,
    heldByUnknown: 30,
    tellFrom: 8,
    ownAtOnce: 30,
    ownTellFrom: 10,
  },
  enterprise: {
    held: 100,
    heldByBlock: 150,
    heldByUnknown: 200,
    tellFrom: 30,
    ownAtOnce: 1_000,
    ownTellFrom: 60,
  },
};

/** Joins of a foreign network to one business. Leaving gives none back. */
const perNetwork: Limit = { burst: 15, perMs: 5 * MINUTE };
/** For an IPv6 /48: a site's whole network, or many phones of one provider. */
const perBlock: Limit = { burst: 30, perMs: 5 * MINUTE };

/** Open tickets or bookings that a network and its block hold. */
export type Held = { byNetwork: number; byBlock: number };

/** Whether a network other than the shop's own, or its block, holds all it may. */
export function holdsAll(
  plan: Plan,
  kind: FarKind,
  { byNetwork, byBlock }: Held,
): boolean {
  const { held, heldByBlock, heldByUnknown } = joinLimits[plan];
  return kind === "foreign"
    ? byNetwork >= held || byBlock >= heldByBlock
    : Math.max(byNetwork, byBlock) >= heldByUnknown;
}

/** A network or IPv6 /48 counts as new to a business after this long without a join. */
export const NEW_MS = 10 * MINUTE;
/** Joins of new networks to one queue. Bounds what a large attack can store. */
const newcomers: Limit = { burst: 500, perMs: NEW_MS };
/** Of those, from one IPv6 /32: one provider's customers, or one attacker's 65,536 blocks. */
const newcomersOfProvider: Limit = { burst: 30, perMs: NEW_MS };

/** `newcomers` and `allFar` are shared by all networks of a queue but its own. */
export type JoinBucket = {
  of: "network" | "block" | "provider" | "newcomers" | "allFar";
  limit: Limit;
};

/**
 * The buckets from which a join takes a token. `own`: from each, in this order, so a refused caller takes nothing that
 * others need. `shared`: from the first list with tokens; `allFar` is larger than one /48 can use up.
 * @param isNew neither the network nor its block has joined within NEW_MS
 */
export function joinBuckets(
  plan: Plan,
  { block, provider }: Caller,
  kind: NetworkKind,
  isNew: boolean,
): { own: readonly JoinBucket[]; shared: readonly (readonly JoinBucket[])[] } {
  const perMs = 10 * MINUTE;
  const own: Limit = { burst: joinLimits[plan].ownAtOnce, perMs };
  const many = 2 * plans[plan].peoplePerQueue + 100;
  if (kind === "own" || kind === "private") {
    const limit = kind === "own" ? own : { burst: many, perMs };
    return { own: [{ of: "network", limit }], shared: [] };
  }
  const isForeign = kind === "foreign";
  const ofProvider: JoinBucket = { of: "provider", limit: newcomersOfProvider };
  const ofNew: readonly JoinBucket[] = [
    ...(provider === undefined ? [] : [ofProvider]),
    { of: "newcomers", limit: newcomers },
  ];
  const burst = 2 * own.burst + many;
  const ofFar = [{ of: "allFar", limit: { burst, perMs } }] as const;
  return {
    own: [
      ...(block === null
        ? []
        : [{ of: "block" as const, limit: isForeign ? perBlock : own }]),
      { of: "network", limit: isForeign ? perNetwork : own },
    ],
    shared: isNew ? [ofNew, ofFar] : [ofFar],
  };
}

/** The desk's network is noted again after this long. */
export const NOTED_MS = 60 * MINUTE;
/** A foreign network cannot join for this long after the desk removed its tickets. */
export const REMOVED_MS = 30 * MINUTE;
