/** Bookings as Google calendar events (product.md K3): ids, content and retries. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { hashSecret } from "../../base/rules/secrets";
import type { Span } from "../../base/rules/span";
import { ticketName } from "../../queue/rules/ticketName";
import type { TicketState } from "../../queue/rules/ticketState";

export const calendarEventValidator = v.object({
  summary: v.string(),
  start: v.number(),
  end: v.number(),
  /** The page that shows the booking to the owner. */
  url: v.string(),
});
export type CalendarEvent = Infer<typeof calendarEventValidator>;

/** `spent`: Google will never accept this id again. `revoked`: nor the token. `later`: any failure that may pass. */
export const writtenValidator = oneOf(
  "done",
  "spent",
  "refused",
  "revoked",
  "later",
);
export type Written = Infer<typeof writtenValidator>;

/** Tries before a booking whose event Google refuses is given up. */
export const MAX_REFUSALS = 5;
const FIRST_MS = 30_000;
const LONGEST_MS = 60 * 60_000;

/** The wait after this many failures in a row: half a minute, doubled each time, an hour at most. */
export function retryAfter(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
}

/** A booking's event id, always the same, in Google's alphabet (0 to 9, a to v). @param edition raised when spent */
export async function eventIdOf(ticketId: string, edition: number) {
  return (await hashSecret(`booking ${ticketId} ${edition}`)).slice(0, 40);
}

/** The time that a ticket's event shows; null: no event. `asItIs` after the visit: the event stays as a record. */
export function eventTime({
  status,
  slot,
}: Pick<TicketState, "status" | "slot">): Span | null | "asItIs" {
  switch (status) {
    case "waiting":
    case "called":
    case "serving":
      // A booking that joined the line early, or moved to another queue, has given up its slot.
      return slot ?? null;
    case "cancelled":
      return null;
    case "completed":
    case "skipped":
    case "expired":
      return "asItIs";
  }
}

/** Whether a booking's event must be created, changed or deleted. */
export function changesEvent(before: TicketState | null, after: TicketState) {
  const is = eventTime(after);
  if (is === "asItIs") return false;
  const was = before && eventTime(before);
  if (before === null || was === "asItIs") return true;
  return was?.start !== is?.start || was?.end !== is?.end;
}

/** Number, name if there is one, and queue. No words, because the owner's language is unknown. */
export function summaryOf(
  ticket: Person,
  queue: { letter: string | null; name: string },
): string {
  return `${personIn(ticket, queue.letter)} · ${queue.name}`;
}

type Person = { number: number; name: string | null };

/** "H8 Zoë", or "H8" without a name. */
export function personIn(
  { number, name }: Person,
  letter: string | null,
): string {
  const ticket = ticketName(letter, number);
  return name === null ? ticket : `${ticket} ${name}`;
}
