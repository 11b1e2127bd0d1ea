/**
 * How many may join from one network, so that nobody closes a shop from one
 * address and yet thirty customers behind the shop's Wi-Fi join within ten
 * minutes. Not the rows: line/data/joinGuard.ts.
 *
 * A network is the shop's own while the business's desk has been open in it
 * lately, or its owner has said that its people are customers. Behind the
 * shop's Wi-Fi everybody has one address, so the own network may fill the
 * queue, at the pace of people. Any other network may hold a few places at a
 * time: a family, or some customers of one mobile provider. What it joins and
 * leaves counts against it, and what it joins again against a bucket that all
 * such networks share. Who has not joined for ten minutes does not need that
 * one: however often others come and go, a customer on their own phone gets in
 * as long as the queue has room. To keep those out, too, takes a join in ten
 * minutes from each of five hundred networks, or of seventeen IPv6 providers.
 *
 * Loopback and private addresses are told apart by nobody: a phone in the
 * shop's local network, or everybody behind a proxy that passes no address on.
 * Only a script's pace is stopped there, for each queue by itself.
 * Before the desk has been open anywhere, every network may be the shop's own:
 * it joins at that pace, and holds no more than three fifths of the places.
 */
import type { Caller } from "../../base/rules/addresses";
import { plans, type Plan } from "../../base/rules/plans";
import type { Limit } from "../../base/rules/rateLimit";

const MINUTE = 60_000;

/** What a network is to a shop; `unknown` as long as no own one is known. */
export type NetworkKind = "own" | "private" | "foreign" | "unknown";

type JoinLimits = {
  /** Open tickets of a queue that a foreign network may hold, and an IPv6 /48 as a whole. */
  readonly held: number;
  readonly heldByBlock: number;
  /** The same of an unknown one. */
  readonly heldByUnknown: number;
  /** Open tickets of one foreign network that the desk is told about. */
  readonly tellFrom: number;
  /** Joins of the own network at once, and as many again within ten minutes. */
  readonly ownAtOnce: number;
  /** Joins of the own network within OWN_RUSH_MS that the desk is told about. */
  readonly ownTellFrom: number;
};

/** Three a minute, which is a busy shop's rush, rarely brings ten in one; a script does at once. */
export const OWN_RUSH_MS = MINUTE;

/**
 * Starter: 10 places less 6 leave 4 to others while the desk is told, and
 * thirty join in ten minutes if they are served as they come. Pro: 50 less 20
 * leave all thirty their place. Enterprise: an event's Wi-Fi fills the queue.
 */
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

/** Joins of a foreign network to one business: leaving gives none back. */
const perNetwork: Limit = { burst: 15, perMs: 5 * MINUTE };
/** Of an IPv6 /48: a site's whole network, or many phones of one provider. */
const perBlock: Limit = { burst: 30, perMs: 5 * MINUTE };

/** Open tickets of a queue that a network and its block hold. */
export type Held = { byNetwork: number; byBlock: number };

/** Whether a network that is not the shop's own, or its block, holds all it may. */
export function holdsAll(
  plan: Plan,
  kind: "foreign" | "unknown",
  { byNetwork, byBlock }: Held,
): boolean {
  const { held, heldByBlock, heldByUnknown } = joinLimits[plan];
  return kind === "foreign"
    ? byNetwork >= held || byBlock >= heldByBlock
    : Math.max(byNetwork, byBlock) >= heldByUnknown;
}

/** A network, and an IPv6 /48, is new to a business again after this long without a join. */
export const NEW_MS = 10 * MINUTE;
/** Joins of new networks to one queue: bounds what is stored when very many attack. */
const newcomers: Limit = { burst: 500, perMs: NEW_MS };
/** Of those, from the /48s of one IPv6 /32: one provider's customers, or one attacker's 65,536 blocks. */
const newcomersOfProvider: Limit = { burst: 30, perMs: NEW_MS };

/** A bucket by whose it is: `newcomers` and `allFar` are of one queue and all networks but its own together. */
export type JoinBucket = {
  of: "network" | "block" | "provider" | "newcomers" | "allFar";
  limit: Limit;
};

/**
 * The buckets that a join takes a token of.
 * @param isNew neither its network nor its block has joined within NEW_MS
 * @returns `own`, of each of which, in this order: of who is refused there
 * nothing is taken that others need; and `shared`, of all of the first list
 * that has them. `allFar` is more than one /48 can use up.
 */
export function joinBuckets(
  plan: Plan,
  { block, provider }: Caller,
  kind: NetworkKind,
  isNew: boolean,
): { own: readonly JoinBucket[]; shared: readonly (readonly JoinBucket[])[] } {
  const perMs = 10 * MINUTE;
  const own: Limit = { burst: joinLimits[plan].ownAtOnce, perMs };
  if (kind === "own") {
    return { own: [{ of: "network", limit: own }], shared: [] };
  }
  const many = 2 * plans[plan].peoplePerQueue + 100;
  if (kind === "private") {
    const all: Limit = { burst: many, perMs };
    return { own: [{ of: "network", limit: all }], shared: [] };
  }
  const isForeign = kind === "foreign";
  const ofProvider: JoinBucket = { of: "provider", limit: newcomersOfProvider };
  const ofNew: readonly JoinBucket[] = [
    ...(provider === undefined ? [] : [ofProvider]),
    { of: "newcomers", limit: newcomers },
  ];
  const burst = 2 * own.burst + many;
  const ofFar: readonly JoinBucket[] = [
    { of: "allFar", limit: { burst, perMs } },
  ];
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

/** The desk was open in this network this recently: past a weekend and a holiday. */
export const OWN_MS = 7 * 24 * 60 * MINUTE;
/** The desk's network is noted again after this long. */
export const NOTED_MS = 60 * MINUTE;
/** A foreign network whose tickets the desk has removed joins nothing for this long. */
export const REMOVED_MS = 30 * MINUTE;
