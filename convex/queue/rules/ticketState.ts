/**
 * The state of a ticket: the part of its row that moves read and write. What may
 * happen to it is tickets.ts.
 */
import { v, type Infer } from "convex/values";
import type { Span } from "../../base/rules/span";

export const ticketStatusValidator = v.union(
  v.literal("waiting"),
  v.literal("called"),
  v.literal("serving"),
  v.literal("completed"),
  v.literal("skipped"),
  v.literal("cancelled"),
  v.literal("expired"),
);
export type TicketStatus = Infer<typeof ticketStatusValidator>;

export const endReasonValidator = v.union(
  v.literal("served"),
  v.literal("noShow"),
  v.literal("skippedByStaff"),
  v.literal("removedByStaff"),
  v.literal("left"),
  v.literal("reset"),
  v.literal("queueClosed"),
  v.literal("stale"),
);
export type EndReason = Infer<typeof endReasonValidator>;

/** Every state that can still change. Derived, never stored a second time. */
export const ACTIVE = ["waiting", "called", "serving"] as const;
export type ActiveStatus = (typeof ACTIVE)[number];

/** Whether the ticket is still in play. */
export function isActive(status: TicketStatus): status is ActiveStatus {
  return (ACTIVE as readonly TicketStatus[]).includes(status);
}

/**
 * What is known about a visit that nobody saw: the next call ended it, and the
 * person had neither been marked as serving nor said that they come. Denied is
 * open until the desk brings the person back or dismisses it.
 */
export const servedAssumedValidator = v.union(
  v.literal("unanswered"),
  v.literal("confirmed"),
  v.literal("denied"),
  v.literal("dismissed"),
);

/** All of it; also what undo restores. */
export const ticketStateValidator = v.object({
  status: ticketStatusValidator,
  endReason: v.nullable(endReasonValidator),
  /** A booking whose time has not come: not in the waiting order. */
  isScheduled: v.boolean(),
  /** The one ordering key of the line, ms; ties go to the lower number. */
  orderAt: v.number(),
  /** How often the phone was told to ring. Only rises, so that undo rings nobody. */
  callCount: v.number(),
  /** The first call that stands: ends the measured wait, which is counted once. */
  firstCalledAt: v.nullable(v.number()),
  calledAt: v.nullable(v.number()),
  calledBy: v.nullable(v.id("users")),
  acknowledgedAt: v.nullable(v.number()),
  /** When the no-show clock runs out; null when none is running. */
  graceEndsAt: v.nullable(v.number()),
  servingAt: v.nullable(v.number()),
  endedAt: v.nullable(v.number()),
  /** Times called without coming; the second one ends the ticket. */
  noShows: v.number(),
  /** When the call was made that the person missed; absent if they missed none. */
  missedCallAt: v.optional(v.number()),
  /** Of a completed ticket whose visit is only assumed (product.md T15). */
  servedAssumed: v.optional(servedAssumedValidator),
  /** The desk has brought the person back after such an end: not a second time. */
  broughtBack: v.optional(v.literal(true)),
  /** The booked time that it keeps from others, in ms; absent once it is given up or over, and where none was booked. */
  slot: v.optional(v.object({ start: v.number(), end: v.number() })),
});
export type TicketState = Infer<typeof ticketStateValidator>;

/** A person stops being called: nothing of that call stays, except how often it rang. */
export const NOT_CALLED = {
  calledAt: null,
  calledBy: null,
  acknowledgedAt: null,
  graceEndsAt: null,
  servingAt: null,
} as const;

/** Tickets still open this long after the later of joining and their booked time are forgotten ones. */
export const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/** When the ticket counts as forgotten; never before a booking's own time (product.md T11). */
export function staleAt(joinedAt: number, scheduledTime: number | null) {
  return Math.max(joinedAt, scheduledTime ?? joinedAt) + STALE_AFTER_MS;
}

/** A ticket as it begins, in the line or booked ahead. */
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

/** Called, and nobody knows whether the person came. */
export function isUnseen(
  state: Pick<TicketState, "status" | "acknowledgedAt">,
): boolean {
  return state.status === "called" && state.acknowledgedAt === null;
}

/** What the customer has said about an assumed visit; null if nothing. */
export function saidServed(
  known: TicketState["servedAssumed"],
): boolean | null {
  if (known === undefined || known === "unanswered") return null;
  return known === "confirmed";
}

/** A booking as it begins. */
export function newBookingState(slot: Span): TicketState {
  return { ...newTicketState(slot.start, true), slot: { ...slot } };
}

/** When a booking comes into the line by itself; null for whoever is in it, or has ended. */
export function dueTime(state: TicketState): number | null {
  const isAhead = state.status === "waiting" && state.isScheduled;
  return isAhead ? state.orderAt : null;
}
