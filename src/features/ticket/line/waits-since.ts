/** Since when somebody waits: who comes by appointment does so from then on. */
import type { Ticket } from "../types";

/** Epoch ms. */
export function waitsSince({
  joinedAt,
  scheduledTime,
}: Pick<Ticket, "joinedAt" | "scheduledTime">): number {
  return Math.max(joinedAt, scheduledTime ?? 0);
}
