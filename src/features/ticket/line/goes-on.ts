/** Whether people are being called. If not, customers are not asked to come close. */
import { openingForWaiting } from "../../../../convex/business/rules/opening";
import type { Line, Profile, Ticket } from "../types";
import { waitsSince } from "../../../lib/time/waits-since";

/** Open for this customer, not paused, and a chair is on duty. `now` in epoch ms. */
export function goesOn(
  profile: Profile,
  line: Line,
  ticket: Ticket,
  now: number,
): boolean {
  const since = waitsSince(ticket);
  const opening = openingForWaiting(profile, now, since, line.lastCallAt);
  return line.pause === null && line.chairs > 0 && opening.isOpen;
}
