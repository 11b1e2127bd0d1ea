/**
 * Which actions can be taken back after others have been done (product.md
 * D12): those whose people are still where they put them. Then what is left is
 * the line that the other actions alone would have made, because an action
 * changes nobody's state but that of its own people. Pure; the rows are
 * data/undoable.ts.
 */
import type { EventKind } from "../../queue/rules/events";
import type { TicketState } from "../../queue/rules/ticketState";

/** Actions on one person, those that were part of them, and what is set of the queue: undone on their own, whatever was done to others since. */
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

/** What others than staff change of a state without moving anybody: rings, answers, and the clock that those stop. */
type Side = "callCount" | "acknowledgedAt" | "graceEndsAt" | "servedAssumed";
const sides: ReadonlySet<string> = new Set<Side>([
  "callCount",
  "acknowledgedAt",
  "graceEndsAt",
  "servedAssumed",
]);

/** Whether a ticket is where the action put it, which left it in the state `put`. */
export function isWherePut(now: TicketState, put: TicketState): boolean {
  const fields = new Set([...Object.keys(now), ...Object.keys(put)]);
  for (const field of fields) {
    if (sides.has(field)) continue;
    if (!isSame(valueOf(now, field), valueOf(put, field))) return false;
  }
  return now.servedAssumed === put.servedAssumed || isAnswered(now, put);
}

/** The customer has said meanwhile whether they were served. */
function isAnswered(now: TicketState, put: TicketState): boolean {
  return (
    put.servedAssumed === "unanswered" &&
    (now.servedAssumed === "confirmed" || now.servedAssumed === "denied")
  );
}

function valueOf(state: TicketState, field: string): unknown {
  return state[field as keyof TicketState];
}

/** Fields are plain values, and one a span of two. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
