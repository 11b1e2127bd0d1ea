/**
 * Which actions can be undone after later ones (product.md D12): those whose people are still where it put them. The
 * result is what the other actions alone would have made, because an action changes only its own people's states. Pure;
 * the rows are in data/undoable.ts.
 */
import type { EventKind } from "../../queue/rules/events";
import type { TicketState } from "../../queue/rules/ticketState";

/** Actions on one person with their parts, and queue settings. Later actions on others do not matter. */
export const undoneLater: ReadonlySet<EventKind> = new Set([
  "call",
  "skip",
  "serve",
  "complete",
  "noShow",
  "notHere",
  "bringBack",
  "dismiss",
  "returnToQueue",
  "remove",
  "becomeDue",
  "rebook",
  "reorder",
  "transfer",
  "edit",
  "join",
  "crowdKept",
  "chairsSet",
  "pauseSet",
  "pauseEnded",
]);

/** State that changes without staff and without a move: rings, answers, and the clock that they stop. */
type Side = "callCount" | "acknowledgedAt" | "graceEndsAt" | "servedAssumed";
const sides: ReadonlySet<string> = new Set<Side>([
  "callCount",
  "acknowledgedAt",
  "graceEndsAt",
  "servedAssumed",
]);

/** Whether a ticket is still where the action put it, with the state `put`. */
export function isWherePut(now: TicketState, put: TicketState): boolean {
  const fields = new Set([...Object.keys(now), ...Object.keys(put)]);
  for (const field of fields) {
    if (sides.has(field)) continue;
    if (!isSame(valueOf(now, field), valueOf(put, field))) return false;
  }
  return now.servedAssumed === put.servedAssumed || isAnswered(now, put);
}

/** The customer has answered meanwhile whether they were served. */
function isAnswered(now: TicketState, put: TicketState): boolean {
  return (
    put.servedAssumed === "unanswered" &&
    (now.servedAssumed === "confirmed" || now.servedAssumed === "denied")
  );
}

function valueOf(state: TicketState, field: string): unknown {
  return state[field as keyof TicketState];
}

/** Fields are plain values, except for one span of two. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
