/**
 * The life of a ticket: its states, and the one table of what may happen to it
 * and what comes of that. Pure: time, the person acting and the place in the
 * line are parameters. Writing rows, counters and events is data/moves.ts.
 */
import { v, type Infer } from "convex/values";
import type { Span } from "./slots";

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

/** The part of a ticket that the table below reads and writes; also what undo restores. */
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
  /** The booked time that it keeps from others, in ms; absent once it is over, given up, or was never booked. */
  slot: v.optional(v.object({ start: v.number(), end: v.number() })),
});
export type TicketState = Infer<typeof ticketStateValidator>;

/**
 * What can happen to a ticket. `returnedTo` of `noShow` is the orderAt two
 * places back, `orderAt` of `becomeDue` the place a booking takes, `slot` of
 * `rebook` its new time.
 */
export type Move<User extends string = string> =
  | { kind: "call"; by: User; graceMs: number }
  | { kind: "recall"; graceMs: number }
  | { kind: "acknowledge" }
  | { kind: "serve" }
  | { kind: "complete" }
  | { kind: "noShow"; returnedTo: number }
  | { kind: "returnToQueue" }
  | { kind: "skip" }
  | { kind: "remove" }
  | { kind: "leave" }
  | { kind: "becomeDue"; orderAt: number }
  | { kind: "rebook"; slot: Span }
  | { kind: "reset" }
  | { kind: "closeQueue" }
  | { kind: "expire" };

export type MoveKind = Move["kind"];

/** Who may be moved how: the table of product.md T2. */
export const allowedFrom = {
  call: ["waiting"],
  recall: ["called"],
  acknowledge: ["called"],
  serve: ["called"],
  complete: ["called", "serving"],
  noShow: ["called"],
  returnToQueue: ["called"],
  skip: ["waiting"],
  remove: ["waiting", "called", "serving"],
  leave: ["waiting", "called"],
  becomeDue: ["waiting"],
  rebook: ["waiting"],
  reset: ACTIVE,
  closeQueue: ACTIVE,
  expire: ACTIVE,
} as const satisfies Record<MoveKind, readonly ActiveStatus[]>;

/** Whether `move` is in the table for this ticket. */
export function canMove(state: TicketState, move: MoveKind): boolean {
  const from: readonly TicketStatus[] = allowedFrom[move];
  if (!from.includes(state.status)) return false;
  // Only a booking becomes due or is moved, and only a person in the line is skipped.
  if (move === "becomeDue" || move === "rebook") return state.isScheduled;
  if (move === "skip") return !state.isScheduled;
  return true;
}

/** A person stops being called: nothing of that call stays, except how often it rang. */
const NOT_CALLED = {
  calledAt: null,
  calledBy: null,
  acknowledgedAt: null,
  graceEndsAt: null,
  servingAt: null,
} as const;

/** The ticket after `move` at `at`, or null if the table does not allow it. */
export function afterMove(
  state: TicketState,
  move: Move<NonNullable<TicketState["calledBy"]>>,
  at: number,
): TicketState | null {
  if (!canMove(state, move.kind)) return null;
  const ended = (status: TicketStatus, endReason: EndReason): TicketState => ({
    ...state,
    status,
    endReason,
    endedAt: at,
    graceEndsAt: null,
    slot: undefined,
  });
  switch (move.kind) {
    case "call":
      return {
        ...state,
        ...NOT_CALLED,
        ...intoTheLine(state, at),
        status: "called",
        callCount: state.callCount + 1,
        firstCalledAt: state.firstCalledAt ?? at,
        calledAt: at,
        calledBy: move.by,
        graceEndsAt: graceEnd(at, move.graceMs),
      };
    case "recall":
      return {
        ...state,
        callCount: state.callCount + 1,
        acknowledgedAt: null,
        graceEndsAt: graceEnd(at, move.graceMs),
      };
    case "acknowledge":
      return { ...state, acknowledgedAt: at, graceEndsAt: null };
    case "serve":
      return { ...state, status: "serving", servingAt: at, graceEndsAt: null };
    case "complete":
      return ended("completed", "served");
    case "noShow":
      return state.noShows > 0
        ? { ...ended("skipped", "noShow"), noShows: state.noShows + 1 }
        : {
            ...state,
            ...NOT_CALLED,
            status: "waiting",
            orderAt: move.returnedTo,
            noShows: 1,
            missedCallAt: state.calledAt ?? at,
          };
    case "returnToQueue":
      return { ...state, ...NOT_CALLED, status: "waiting" };
    case "skip":
      return ended("skipped", "skippedByStaff");
    case "remove":
      return ended("cancelled", "removedByStaff");
    case "leave":
      return ended("cancelled", "left");
    case "becomeDue":
      return {
        ...state,
        ...intoTheLine(state, at),
        orderAt: move.orderAt,
      };
    case "rebook":
      return { ...state, orderAt: move.slot.start, slot: { ...move.slot } };
    case "reset":
      return ended("cancelled", "reset");
    case "closeQueue":
      return ended("cancelled", "queueClosed");
    case "expire":
      return ended("expired", "stale");
  }
}

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

/** When a booking comes into the line by itself; null for whoever is in it, or has ended. */
export function dueTime(state: TicketState): number | null {
  const isAhead = state.status === "waiting" && state.isScheduled;
  return isAhead ? state.orderAt : null;
}

/** A booking as it begins. */
export function newBookingState(slot: Span): TicketState {
  return { ...newTicketState(slot.start, true), slot: { ...slot } };
}

/** Whoever comes into the line ahead of the booked time stands there as of now, and leaves the slot to others (product.md B4). */
function intoTheLine(
  { isScheduled, orderAt, slot }: TicketState,
  at: number,
): Pick<TicketState, "isScheduled" | "orderAt" | "slot"> {
  const isEarly = isScheduled && at < orderAt;
  return {
    isScheduled: false,
    orderAt: isEarly ? at : orderAt,
    slot: isEarly ? undefined : slot,
  };
}

function graceEnd(at: number, graceMs: number): number | null {
  return graceMs > 0 ? at + graceMs : null;
}
