/** The board as it will look after the server agrees. Applying a step twice changes nothing. */
import { endedByCall } from "../../../../convex/queue/rules/chairs";
import { isOverAtNextCall } from "../../../../convex/business/rules/unmarked";
import { PLACES_BACK } from "../../../../convex/business/rules/noShow";
import type { PersonEdit } from "../../../../convex/queue/rules/person";
import type { ActionKind } from "./actions";
import type { Kept, KeptOf } from "./outbox";
import type { Board, Person } from "../types";

export type Step = {
  [Kind in ActionKind]: Pick<KeptOf<Kind>, "kind" | "ticketId" | "more" | "at">;
}[ActionKind];

/** The board with every pending action of its queue. The server's undo offer is outdated then, so it is removed. */
export function boardWith(board: Board, kept: readonly Kept[]): Board {
  const own = kept.filter(({ queueId }) => queueId === board.queueId);
  if (own.length === 0) return board;
  return own.reduce(boardAfter, { ...board, undo: null });
}

export function boardAfter(board: Board, step: Step): Board {
  const waiting = find(board.waiting, step);
  const called = find(board.called, step);
  const booked = find(board.scheduled, step);
  switch (step.kind) {
    case "callNext":
    case "callFirst":
    case "call":
      return waiting ? afterCall(board, waiting, step.at) : board;
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

function afterCall(board: Board, person: Person, at: number): Board {
  const ended = endedByCall(
    board.called,
    ({ calledByMe }) => calledByMe,
    board.chairs,
  ).filter(({ status, calledAt }) =>
    isOverAtNextCall(
      { serving: status === "serving", at: calledAt ?? at },
      board.whenUnmarked,
      at,
    ),
  );
  const next = { ...person, calledByMe: true, calledAt: at };
  return {
    ...withoutWaiting(board, person),
    called: [
      ...board.called.filter((one) => !ended.includes(one)),
      { ...next, status: "called" },
    ],
  };
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
  };
}
