/** The board as it will look after the server agrees. Applying a step twice changes nothing. */
import { withoutChair } from "../../../../convex/queue/rules/chairs";
import {
  isOverAtNextCall,
  PLACES_BACK,
} from "../../../../convex/business/rules/unmarked";
import type { PersonEdit } from "../../../../convex/queue/rules/person";
import type { ActionKind } from "./actions";
import type { Kept, KeptOf } from "./outbox";
import type { Board, Person } from "../types";

export type Step = {
  [Kind in ActionKind]: Pick<KeptOf<Kind>, "kind" | "ticketId" | "more" | "at">;
}[ActionKind];

/**
 * The board with every pending action of its queue. The server's undo offer is outdated then, so it is removed. A call
 * of another queue to the same named chair counts, too.
 */
export function boardWith(board: Board, kept: readonly Kept[]): Board {
  const isOwn = ({ queueId }: Kept) => queueId === board.queueId;
  const start = kept.some(isOwn) ? { ...board, undo: null } : board;
  return kept
    .filter((one) => isOwn(one) || isCall(one))
    .reduce(boardAfter, start);
}

const isCall = ({ kind }: Step) =>
  kind === "callNext" || kind === "callFirst" || kind === "call";

export function boardAfter(board: Board, step: Step): Board {
  const waiting = find(board.waiting, step);
  const called = find(board.called, step);
  const booked = find(board.scheduled, step);
  switch (step.kind) {
    case "callNext":
    case "callFirst":
    case "call":
      return called ? board : afterCall(board, waiting, step);
    case "skip":
    case "transfer":
    case "remove":
    case "removeTest":
      if (waiting) return withoutWaiting(board, waiting);
      if (booked) return withoutBooked(board, booked);
      return called ? withoutCalled(board, called) : board;
    case "callNow":
      return booked
        ? waitingAt(withoutBooked(board, booked), booked, 0)
        : board;
    case "checkIn":
      return booked ? afterCheckIn(board, booked) : board;
    case "serve":
      return called?.status === "called"
        ? afterServe(board, called, step.at)
        : board;
    case "done":
      return called ? withoutCalled(board, called) : board;
    case "noShow":
      return called ? afterNoShow(board, called) : board;
    case "returnToQueue":
      return called ? afterReturn(board, called) : board;
    case "reorder":
      return waiting ? afterReorder(board, waiting, step.more.to) : board;
    case "edit":
      return afterEdit(board, step, step.more);
    case "bringBack":
    case "dismiss":
      return { ...board, notServed: without(board.notServed, step) };
    case "recall":
    case "notHere":
    case "moveOneBack":
    case "undo":
      return board;
  }
}

type Who = { ticketId: string | null };

const find = (people: readonly Person[], { ticketId }: Who) =>
  people.find((one) => one.ticketId === ticketId);

function without<P extends Who>(people: P[], { ticketId }: Who): P[] {
  return people.filter((one) => one.ticketId !== ticketId);
}

function withoutWaiting(board: Board, person: Person): Board {
  return {
    ...board,
    waiting: without(board.waiting, person),
    waitingCount: board.waitingCount - 1,
  };
}

function withoutCalled(board: Board, person: Person): Board {
  return { ...board, called: without(board.called, person) };
}

function withoutBooked(board: Board, person: Person): Board {
  return {
    ...board,
    scheduled: without(board.scheduled, person),
    scheduledCount: board.scheduledCount - 1,
  };
}

function waitingAt(board: Board, person: Person, place: number): Board {
  const waits = { ...person, status: "waiting", calledAt: null } as const;
  return {
    ...board,
    waiting: inserted(board.waiting, waits, place),
    waitingCount: board.waitingCount + 1,
  };
}

/** With an order between those of the neighbours. */
function inserted(people: Person[], person: Person, place: number): Person[] {
  const before = people[place - 1]?.orderAt;
  const after = people[place]?.orderAt;
  const orderAt =
    before === undefined
      ? (after ?? person.orderAt + 1) - 1
      : (before + (after ?? before + 2)) / 2;
  return people.toSpliced(place, 0, { ...person, orderAt });
}

/** Keeps its place by its time. */
function afterCheckIn(board: Board, person: Person): Board {
  const later = board.waiting.findIndex(
    ({ orderAt }) => orderAt > person.orderAt,
  );
  const place = later < 0 ? board.waiting.length : later;
  return waitingAt(withoutBooked(board, person), person, place);
}

type CallStep = { at: number; more: { chairId?: string } };

/** @param person undefined for someone in another queue */
function afterCall(
  board: Board,
  person: Person | undefined,
  { at, more }: CallStep,
): Board {
  const chairId = more.chairId ?? board.mine?.chairId;
  if (person === undefined && chairId === undefined) return board;
  const ended = endedBefore(board, chairId, at);
  const called = board.called.filter((one) => !ended.includes(one));
  if (person === undefined) {
    return ended.length === 0 ? board : { ...board, called };
  }
  const next = {
    ...({
      ...person,
      status: "called",
      calledByMe: true,
      calledAt: at,
    } as const),
    ...(chairId !== undefined && { chairId: chairId as Person["chairId"] }),
  };
  return { ...withoutWaiting(board, person), called: [...called, next] };
}

/** The people whom the call completes (product.md T8). */
function endedBefore(
  { called, chairs, whenUnmarked }: Board,
  chairId: string | undefined,
  at: number,
): Person[] {
  const isBefore = (one: Person) => (one.calledAt ?? at) < at;
  const before =
    chairId === undefined
      ? withoutChair(
          called,
          (one) => one.calledByMe && one.chairId === undefined,
          chairs,
          1,
        )
      : called.filter((one) => one.chairId === chairId && isBefore(one));
  return before.filter(({ status, calledAt }) =>
    isOverAtNextCall(
      { serving: status === "serving", at: calledAt ?? at },
      whenUnmarked,
      at,
    ),
  );
}

function afterServe(board: Board, person: Person, at: number): Board {
  const served = { ...person, servingAt: at, graceEndsAt: null };
  return {
    ...board,
    called: board.called.map((one) =>
      one === person ? { ...served, status: "serving" } : one,
    ),
  };
}

/** product.md T6. */
function afterNoShow(board: Board, person: Person): Board {
  const rest = withoutCalled(board, person);
  if (person.noShows > 0) return rest;
  return waitingAt(rest, { ...person, noShows: 1 }, PLACES_BACK);
}

/** Back to the old place, as well as the desk can tell: by time of joining. */
function afterReturn(board: Board, person: Person): Board {
  const later = board.waiting.findIndex(
    ({ joinedAt }) => joinedAt > person.joinedAt,
  );
  const place = later < 0 ? board.waiting.length : later;
  return waitingAt(withoutCalled(board, person), person, place);
}

function afterReorder(board: Board, person: Person, to: number): Board {
  const others = without(board.waiting, person);
  return { ...board, waiting: inserted(others, person, to) };
}

function afterEdit(board: Board, { ticketId }: Who, edited: PersonEdit): Board {
  const edit = (people: Person[]) =>
    people.map((one) =>
      one.ticketId === ticketId ? { ...one, ...edited } : one,
    );
  return {
    ...board,
    called: edit(board.called),
    waiting: edit(board.waiting),
    scheduled: edit(board.scheduled),
  };
}
