/**
 * How many bookings one network may hold, so that nobody books a shop out from
 * one address and yet a family books together. Not the rows:
 * data/guard.ts. What a network is to a shop is queue/rules/joinLimits.ts.
 *
 * Customers book from anywhere, so every network but the shop's own is held to
 * a few of a day's places and to some in all. Whoever sits in the shop's Wi-Fi
 * may book most of a day, never all of it. Private addresses, which nobody can
 * tell apart, are held to a pace only.
 */
import type { NetworkKind } from "../../queue/rules/joinLimits";
import type { Plan } from "../../base/rules/plans";
import type { Limit } from "../../base/rules/rateLimit";

const HOUR = 60 * 60_000;

/** Open bookings of a queue that one network may hold: of one day, and of all days ahead. An IPv6 /48 may hold half as many again. */
const limits: Readonly<Record<Plan, { aDay: number; ahead: number }>> = {
  starter: { aDay: 4, ahead: 20 },
  pro: { aDay: 6, ahead: 60 },
  enterprise: { aDay: 20, ahead: 200 },
};
const BLOCK_FACTOR = 1.5;

/** Of a day's places: what a foreign network, or its block, may have at most, and the shop's own. */
const FOREIGN_SHARE = 1 / 2;
const OWN_SHARE = 3 / 4;

/** Bookings that one network may make in an hour; giving them up gives none back. */
const paces: Readonly<Record<NetworkKind, Limit>> = {
  own: { burst: 30, perMs: HOUR },
  private: { burst: 100, perMs: HOUR },
  foreign: { burst: 10, perMs: HOUR },
  unknown: { burst: 10, perMs: HOUR },
};
/** How often one booking may be moved. */
export const movesPerBooking: Limit = { burst: 10, perMs: HOUR };

/** Open bookings that others of a network, or of its block, hold. */
export type HeldBookings = { byNetwork: number; byBlock: number };

/** How fast a network may book. */
export function bookingPace(kind: NetworkKind): Limit {
  return paces[kind];
}

/** More than this need not be counted. */
export function aheadCounted(plan: Plan): number {
  return limits[plan].ahead * BLOCK_FACTOR;
}

/**
 * Whether a network holds all it may of one day.
 * @param places of that day: slots times chairs
 */
export function holdsAllOfDay(
  plan: Plan,
  kind: NetworkKind,
  places: number,
  { byNetwork, byBlock }: HeldBookings,
): boolean {
  const share = (part: number) => Math.max(1, Math.floor(places * part));
  switch (kind) {
    case "private":
      return false;
    case "own":
      return byNetwork >= share(OWN_SHARE);
    case "foreign":
    case "unknown": {
      const { aDay } = limits[plan];
      const most = share(FOREIGN_SHARE);
      return (
        byNetwork >= Math.min(aDay, most) ||
        byBlock >= Math.min(aDay * BLOCK_FACTOR, most)
      );
    }
  }
}

/** Whether a network that is not the shop's own holds all it may of all days. */
export function holdsAllAhead(
  plan: Plan,
  { byNetwork, byBlock }: HeldBookings,
): boolean {
  const { ahead } = limits[plan];
  return byNetwork >= ahead || byBlock >= ahead * BLOCK_FACTOR;
}
