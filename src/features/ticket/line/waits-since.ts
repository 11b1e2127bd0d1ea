/** When a customer's wait began: for a booking, at its time. */
import type { Ticket } from "../types";

export function waitsSince({
  joinedAt,
  scheduledTime,
}: Pick<Ticket, "joinedAt" | "scheduledTime">): number {
  return Math.max(joinedAt, scheduledTime ?? 0);
}
