/**
 * Bookings as events of a Google calendar (product.md K3): which one a booking
 * has, what stands in it, and when a failed write is tried again. Pure; the
 * rows are data/outbox.ts, the calls services/google.ts.
 */
import { v, type Infer } from "convex/values";
import { hashSecret } from "../../base/rules/secrets";
import type { Span } from "../../base/rules/span";
import type { TicketState } from "../../queue/rules/ticketState";

/** An event as it is to be. */
export const calendarEventValidator = v.object({
  summary: v.string(),
  start: v.number(),
  end: v.number(),
  /** Where the owner finds the booking. */
  url: v.string(),
});
export type CalendarEvent = Infer<typeof calendarEventValidator>;

/**
 * What came of one write: `spent` says that Google has thrown the id away for
 * good, `refused` that it will not have this one, `revoked` that it lets us in
 * no more, and `later` anything that may be over soon.
 */
export const writtenValidator = v.union(
  v.literal("done"),
  v.literal("spent"),
  v.literal("refused"),
  v.literal("revoked"),
  v.literal("later"),
);
export type Written = Infer<typeof writtenValidator>;

/** A booking whose event Google refuses is given up after so many tries. */
export const MAX_REFUSALS = 5;
const FIRST_MS = 30_000;
const LONGEST_MS = 60 * 60_000;

/** The wait after so many failures in a row: half a minute, then twice as long each time, an hour at most. */
export function retryAfter(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
}

/**
 * The id of a booking's event, in Google's letters (0 to 9, a to v): the same
 * booking always has the same, so that a write that is repeated makes no
 * second event. @param edition raised when Google has thrown the id away
 */
export async function eventIdOf(
  ticketId: string,
  edition: number,
): Promise<string> {
  return (await hashSecret(`booking ${ticketId} ${edition}`)).slice(0, 40);
}

/**
 * The time that a ticket's event shows: null for no event. `asItIs` once the
 * visit has come to its end: what was in the calendar stays there as a record.
 */
export function eventTime({
  status,
  slot,
}: Pick<TicketState, "status" | "slot">): Span | null | "asItIs" {
  switch (status) {
    case "waiting":
    case "called":
    case "serving":
      // Who came in early, or went to another queue, has left the time to others.
      return slot ?? null;
    case "cancelled":
      return null;
    case "completed":
    case "skipped":
    case "expired":
      return "asItIs";
  }
}

/** Whether a booking's event is to be made, or to become another one or none. */
export function changesEvent(
  before: TicketState | null,
  after: TicketState,
): boolean {
  const is = eventTime(after);
  if (is === "asItIs") return false;
  const was = before && eventTime(before);
  if (before === null || was === "asItIs") return true;
  return was?.start !== is?.start || was?.end !== is?.end;
}

/** Number, name if there is one, queue: no words, because nobody knows in which language the owner reads the calendar. */
export function summaryOf(
  ticket: { number: number; name: string | null },
  queueName: string,
): string {
  const person =
    ticket.name === null
      ? `#${ticket.number}`
      : `#${ticket.number} ${ticket.name}`;
  return `${person} · ${queueName}`;
}
