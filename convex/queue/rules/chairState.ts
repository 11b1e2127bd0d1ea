/** A named chair: who works there, and until when it is on duty (product.md CH1). */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import {
  closingFrom,
  nextOpen,
  type ShopHours,
} from "../../business/rules/openSpans";
import type { TicketState } from "./ticketState";

export const dutyValidator = oneOf("on", "break", "off");
export type Duty = Infer<typeof dutyValidator>;

/** What switching a chair changes; undo restores it. */
export const chairStateValidator = v.object({
  /** Who works there; a user has one chair at most. */
  personId: v.nullable(v.id("users")),
  duty: dutyValidator,
  /** When `duty` last changed, ms. */
  since: v.number(),
  /** When the break or the duty ends, ms; null if off. */
  until: v.nullable(v.number()),
});
export type ChairState = Infer<typeof chairStateValidator>;

/** The chair of a call. `worksSince`: since when all its time went to this queue; null if it also serves others. */
export type CalledTo = {
  readonly id: NonNullable<TicketState["chairId"]>;
  readonly worksSince: number | null;
};

const HOUR_MS = 60 * 60_000;
/** A chair goes off duty so long after closing. */
const AFTER_CLOSING_MS = 2 * HOUR_MS;
/** Somebody who begins so long before opening works through the day. */
const BEFORE_OPENING_MS = 4 * HOUR_MS;
/** The longest duty outside opening hours, and in a shop that does not close. */
const OUT_OF_HOURS_MS = 12 * HOUR_MS;

/** When a chair that is on duty at `now` goes off duty on its own. */
export function endOfDuty(hours: ShopHours, now: number): number {
  const open = nextOpen(hours, now);
  if (open === null) return now + OUT_OF_HOURS_MS;
  if (open.opens - now > BEFORE_OPENING_MS)
    return Math.min(now + OUT_OF_HOURS_MS, open.opens);
  const closes = closingFrom(hours, open.closes, now);
  return closes === null ? now + OUT_OF_HOURS_MS : closes + AFTER_CLOSING_MS;
}

/**
 * The state that follows when its time is over: a duty goes off, and a break ends, unless the duty that it interrupted
 * would be over by now, too.
 * @param hours those of the shop
 */
export function stateAfter(
  { personId, duty, since }: ChairState,
  hours: ShopHours,
  now: number,
): ChairState {
  const until = endOfDuty(hours, since);
  return duty === "break" && until > now
    ? { personId, duty: "on", since: now, until }
    : { ...offDuty(now), personId };
}

/** Nobody's, and off duty. */
export function offDuty(now: number): ChairState {
  return { personId: null, duty: "off", since: now, until: null };
}
