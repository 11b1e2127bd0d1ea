/** Whether a ticket has nothing more to say or to ask. */
import type { Ticket } from "../types";

/** For so long after an end that nobody saw the page asks (product.md T15). */
const ASKED_MS = 24 * 60 * 60_000;

/** Ended, and no question open; `now` in epoch ms. */
export function isSettled(ticket: Ticket, now: number): boolean {
  const { endReason, endedAt, servedAssumed, saidServed } = ticket;
  if (endReason === null) return false;
  const isAsked = servedAssumed && saidServed === null;
  return !isAsked || now > (endedAt ?? 0) + ASKED_MS;
}
