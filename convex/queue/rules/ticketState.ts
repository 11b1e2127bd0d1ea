/** The state of a ticket: the part of its row that moves read and write. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import type { Span } from "../../base/rules/span";

export const ticketStatusValidator = oneOf(
  "waiting",
  "called",
  "serving",
  "completed",
  "skipped",
  "cancelled",
  "expired",
);
export type TicketStatus = Infer<typeof ticketStatusValidator>;

export const endReasonValidator = oneOf(
  "served",
  "noShow",
  "skippedByStaff",
  "removedByStaff",
  "left",
  "reset",
  "queueClosed",
  "stale",
);
export type EndReason = Infer<typeof endReasonValidator>;

/** Every state that can still change. */
export const ACTIVE = ["waiting", "called", "serving"] as const;
export type ActiveStatus = (typeof ACTIVE)[number];

export function isActive(status: TicketStatus): status is ActiveStatus {
  return (ACTIVE as readonly TicketStatus[]).includes(status);
}

/** What is known about a visit that the next call ended unseen. `denied` is open until the desk has decided. */
export const servedAssumedValidator = oneOf(
  "unanswered",
  "confirmed",
  "denied",
  "dismissed",
);

/** The whole state; undo restores it. */
export const ticketStateValidator = v.object({
  status: ticketStatusValidator,
  endReason: v.nullable(endReasonValidator),
  /** A booking that is not due yet, so not in the waiting order. */
  isScheduled: v.boolean(),
  /** The only ordering key of the line, ms; ties go to the lower number. */
  orderAt: v.number(),
  /** How often the phone was asked to ring. Only rises. */
  callCount: v.number(),
  /** The first call that stands. Ends the measured wait, which counts once. */
  firstCalledAt: v.nullable(v.number()),
  calledAt: v.nullable(v.number()),
  calledBy: v.nullable(v.id("users")),
  /** The named chair that it was called to; absent without one. */
  chairId: v.optional(v.id("chairs")),
  acknowledgedAt: v.nullable(v.number()),
  /** When the grace ends; null when none is running. */
  graceEndsAt: v.nullable(v.number()),
  servingAt: v.nullable(v.number()),
  endedAt: v.nullable(v.number()),
  /** Missed calls; the second one ends the ticket. */
  noShows: v.number(),
  missedCallAt: v.optional(v.number()),
  /** Set on a completed ticket whose visit is only assumed (product.md T15). */
  servedAssumed: v.optional(servedAssumedValidator),
  /** The desk brought the person back after such an end; allowed only once. */
  broughtBack: v.optional(v.literal(true)),
  /** The slot that it holds, in ms; absent without a booking, or once given up or over. */
  slot: v.optional(v.object({ start: v.number(), end: v.number() })),
});
export type TicketState = Infer<typeof ticketStateValidator>;

/** Only the ring count of the call stays. */
export const NOT_CALLED = {
  calledAt: null,
  calledBy: null,
  chairId: undefined,
  acknowledgedAt: null,
  graceEndsAt: null,
  servingAt: null,
} as const;

/** A ticket still open this long after joining or its booked time, whichever is later, counts as forgotten. */
export const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/** When the ticket counts as forgotten (product.md T11). */
export function staleAt(joinedAt: number, scheduledTime: number | null) {
  return Math.max(joinedAt, scheduledTime ?? joinedAt) + STALE_AFTER_MS;
}

export function newTicketState(
  orderAt: number,
  isScheduled: boolean,
): TicketState {
  return {
    ...NOT_CALLED,
    status: "waiting",
    endReason: null,
    isScheduled,
    orderAt,
    callCount: 0,
    firstCalledAt: null,
    endedAt: null,
    noShows: 0,
  };
}

/** Called, and it is unknown whether the person came. */
export function isUnseen(
  state: Pick<TicketState, "status" | "acknowledgedAt">,
): boolean {
  return state.status === "called" && state.acknowledgedAt === null;
}

/** What the customer said about an assumed visit; null if nothing. */
export function saidServed(known: TicketState["servedAssumed"]) {
  return known === undefined || known === "unanswered"
    ? null
    : known === "confirmed";
}

export function newBookingState(slot: Span): TicketState {
  return { ...newTicketState(slot.start, true), slot: { ...slot } };
}

/** When a booking becomes due; null once it is in the line or has ended. */
export function dueTime(state: TicketState): number | null {
  const isAhead = state.status === "waiting" && state.isScheduled;
  return isAhead ? state.orderAt : null;
}
