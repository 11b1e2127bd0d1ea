/** The life of a ticket: the one table of possible moves and their results. Pure. */
import type { CalledTo } from "./chairState";
import type { EventKind } from "./events";
import type { Span } from "../../base/rules/span";
import {
  ACTIVE,
  isUnseen,
  NOT_CALLED,
  type EndReason,
  type TicketState,
  type TicketStatus,
} from "./ticketState";

/**
 * `returnedTo`, `orderAt`: the place taken. `byNextCall`: calling another person completed this ticket. `chair`: where
 * the person is called to.
 */
export type Move<User extends string = string> =
  | { kind: "call"; by: User; graceMs: number; chair?: CalledTo | undefined }
  | { kind: "recall"; graceMs: number }
  | { kind: "acknowledge" }
  | { kind: "serve" }
  | { kind: "complete"; byNextCall?: true }
  | { kind: "noShow"; returnedTo: number }
  | { kind: "notHere"; returnedTo: number }
  | { kind: "confirmServed" }
  | { kind: "denyServed" }
  | { kind: "bringBack"; returnedTo: number }
  | { kind: "dismiss" }
  | { kind: "returnToQueue" }
  | { kind: "skip" }
  | { kind: "remove" }
  | { kind: "leave" }
  | { kind: "becomeDue"; orderAt: number }
  | { kind: "rebook"; slot: Span }
  | { kind: "reorder"; orderAt: number }
  | { kind: "transfer" }
  | { kind: "reset" }
  | { kind: "closeQueue" }
  | { kind: "expire" };

export type MoveKind = Move["kind"];

/** The states from which each move is allowed (product.md T2). Moves from an ended state are for assumed visits. */
export const allowedFrom = {
  call: ["waiting"],
  recall: ["called"],
  acknowledge: ["called"],
  serve: ["called"],
  complete: ["called", "serving"],
  noShow: ["called"],
  notHere: ["completed"],
  confirmServed: ["completed"],
  denyServed: ["completed"],
  bringBack: ["completed"],
  dismiss: ["completed"],
  returnToQueue: ["called"],
  skip: ["waiting"],
  remove: ["waiting", "called", "serving"],
  leave: ["waiting", "called"],
  becomeDue: ["waiting"],
  rebook: ["waiting"],
  reorder: ["waiting"],
  transfer: ACTIVE,
  reset: ACTIVE,
  closeQueue: ACTIVE,
  expire: ACTIVE,
} as const satisfies Record<MoveKind, readonly TicketStatus[]>;

/** Only bookings become due or change their time; only people in the line change or lose their place. */
const ofBookings: ReadonlySet<MoveKind> = new Set(["becomeDue", "rebook"]);
const inTheLine: ReadonlySet<MoveKind> = new Set([
  "skip",
  "reorder",
  "transfer",
]);

/** What must be known about the visit for moves from an ended state. */
const assumedFrom: Partial<
  Record<MoveKind, readonly TicketState["servedAssumed"][]>
> = {
  notHere: ["unanswered", "denied"],
  confirmServed: ["unanswered"],
  denyServed: ["unanswered"],
  bringBack: ["denied"],
  dismiss: ["denied"],
};

export function isMoveKind(kind: EventKind): kind is MoveKind {
  return Object.hasOwn(allowedFrom, kind);
}

/** Whether the table allows `move` for this ticket. */
export function canMove(state: TicketState, move: MoveKind): boolean {
  const from: readonly TicketStatus[] = allowedFrom[move];
  if (!from.includes(state.status)) return false;
  if (ofBookings.has(move)) return state.isScheduled;
  if (inTheLine.has(move)) return !state.isScheduled;
  if (move === "bringBack" && state.broughtBack === true) return false;
  return assumedFrom[move]?.includes(state.servedAssumed) ?? true;
}

/** The ticket after `move` at `at`; null if the table does not allow it. */
export function afterMove(
  state: TicketState,
  move: Move<NonNullable<TicketState["calledBy"]>>,
  at: number,
): TicketState | null {
  if (!canMove(state, move.kind)) return null;
  const ended = (status: TicketStatus, endReason: EndReason) =>
    endOf(state, status, endReason, at);
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
        chairId: move.chair?.id,
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
      return move.byNextCall === true && isUnseen(state)
        ? { ...ended("completed", "served"), servedAssumed: "unanswered" }
        : ended("completed", "served");
    case "noShow":
      return missed(state, move.returnedTo, at);
    case "notHere":
      return missed(takenBack(state), move.returnedTo, at);
    case "confirmServed":
      return { ...state, servedAssumed: "confirmed" };
    case "denyServed":
      return { ...state, servedAssumed: "denied" };
    case "bringBack":
      return {
        ...secondChance(takenBack(state), move.returnedTo, at),
        broughtBack: true,
      };
    case "dismiss":
      return { ...state, servedAssumed: "dismissed" };
    case "returnToQueue":
      return { ...state, ...NOT_CALLED, status: "waiting" };
    case "skip":
      return ended("skipped", "skippedByStaff");
    case "remove":
      return ended("cancelled", "removedByStaff");
    case "leave":
      return ended("cancelled", "left");
    case "becomeDue":
      return { ...state, ...intoTheLine(state, at), orderAt: move.orderAt };
    case "rebook":
      return { ...state, orderAt: move.slot.start, slot: { ...move.slot } };
    case "reorder":
      return { ...state, orderAt: move.orderAt };
    case "transfer":
      // The slot belonged to the other queue.
      return { ...state, ...NOT_CALLED, status: "waiting", slot: undefined };
    case "reset":
      return ended("cancelled", "reset");
    case "closeQueue":
      return ended("cancelled", "queueClosed");
    case "expire":
      return ended("expired", "stale");
  }
}

/** product.md T6. */
function missed(
  state: TicketState,
  returnedTo: number,
  at: number,
): TicketState {
  return state.noShows === 0
    ? secondChance(state, returnedTo, at)
    : { ...endOf(state, "skipped", "noShow", at), noShows: state.noShows + 1 };
}

/** Any end: stops the grace and frees the slot. */
function endOf(
  state: TicketState,
  status: TicketStatus,
  endReason: EndReason,
  at: number,
): TicketState {
  const freed = { graceEndsAt: null, slot: undefined };
  return { ...state, ...freed, status, endReason, endedAt: at };
}

/** Back in the line at `orderAt`; the next call is the last. */
function secondChance(
  state: TicketState,
  orderAt: number,
  at: number,
): TicketState {
  return {
    ...state,
    ...NOT_CALLED,
    status: "waiting",
    orderAt,
    noShows: Math.max(1, state.noShows),
    missedCallAt: state.calledAt ?? at,
  };
}

/** A booking that enters early stands there as of now, and frees its slot (product.md B4). */
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

function takenBack(state: TicketState): TicketState {
  const next = { ...state, endReason: null, endedAt: null };
  delete next.servedAssumed;
  return next;
}

function graceEnd(at: number, graceMs: number): number | null {
  return graceMs > 0 ? at + graceMs : null;
}
