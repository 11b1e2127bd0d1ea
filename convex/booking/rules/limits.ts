/**
 * How many bookings one network may hold, so that one address cannot book out a shop but a family can book.
 * Private addresses are indistinguishable, so only their rate is limited.
 */
import type { Held, NetworkKind } from "../../queue/rules/joinLimits";
import type { Plan } from "../../base/rules/plans";
import type { Limit } from "../../base/rules/rateLimit";

const HOUR = 60 * 60_000;

/** Open bookings that one network may hold of a queue: for a day, and for all days. An IPv6 /48 may hold 50% more. */
const limits: Readonly<Record<Plan, { aDay: number; ahead: number }>> = {
  starter: { aDay: 4, ahead: 20 },
  pro: { aDay: 6, ahead: 60 },
  enterprise: { aDay: 20, ahead: 200 },
};
const BLOCK_FACTOR = 1.5;

/** For a foreign network or its block, and for the shop's own. */
const FOREIGN_SHARE = 1 / 2;
const OWN_SHARE = 3 / 4;

/** How fast a network may book. Cancelling gives nothing back. */
export const bookingPaces: Readonly<Record<NetworkKind, Limit>> = {
  own: { burst: 30, perMs: HOUR },
  private: { burst: 100, perMs: HOUR },
  foreign: { burst: 10, perMs: HOUR },
  unknown: { burst: 10, perMs: HOUR },
};
/** How often a customer may move one booking. */
export const movesPerBooking: Limit = { burst: 10, perMs: HOUR };
/** Changes after which a customer can move it no more: each move leaves alarms until the booking's time. */
export const MAX_CHANGES = 30;

/** Counting can stop at this number. */
export function aheadCounted(plan: Plan): number {
  return limits[plan].ahead * BLOCK_FACTOR;
}

/** Whether a network holds all it may of one day. @param places of that day: slots times chairs */
export function holdsAllOfDay(
  plan: Plan,
  kind: NetworkKind,
  places: number,
  { byNetwork, byBlock }: Held,
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

/** Whether a network that is not the shop's own holds all it may over all days. */
export function holdsAllAhead(
  plan: Plan,
  { byNetwork, byBlock }: Held,
): boolean {
  const { ahead } = limits[plan];
  return byNetwork >= ahead || byBlock >= ahead * BLOCK_FACTOR;
}
