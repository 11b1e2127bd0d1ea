/** Whether a ticket is over and its page has no open question. */
import type { Ticket } from "../types";

/** How long the page asks after an unseen visit (product.md T15). */
const ASKED_MS = 24 * 60 * 60_000;

export function isSettled(ticket: Ticket, now: number): boolean {
  const { endReason, endedAt, servedAssumed, saidServed } = ticket;
  if (endReason === null) return false;
  const isAsked = servedAssumed && saidServed === null;
  return !isAsked || now > (endedAt ?? 0) + ASKED_MS;
}
