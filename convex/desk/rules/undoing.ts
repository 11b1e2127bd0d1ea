/**
 * An action can be undone after later ones (product.md D12) while its people are still where it put them. An action
 * changes only its own people, so the result is what the other actions alone would have made.
 */
import type { TicketState } from "../../queue/rules/ticketState";

/** State that changes without staff and without a move: rings, answers, and the clock that they stop. */
const sides: ReadonlySet<string> = new Set<keyof TicketState>([
  "callCount",
  "acknowledgedAt",
  "graceEndsAt",
  "servedAssumed",
]);

/** Whether a ticket is still where the action put it, with the state `put`. */
export function isWherePut(now: TicketState, put: TicketState): boolean {
  const fields = Object.keys({ ...now, ...put }) as (keyof TicketState)[];
  // Fields are plain values, except for one span of two.
  const isMoved = (field: keyof TicketState) =>
    !sides.has(field) &&
    JSON.stringify(now[field]) !== JSON.stringify(put[field]);
  if (fields.some(isMoved)) return false;
  const isAnswered =
    put.servedAssumed === "unanswered" &&
    (now.servedAssumed === "confirmed" || now.servedAssumed === "denied");
  return now.servedAssumed === put.servedAssumed || isAnswered;
}
