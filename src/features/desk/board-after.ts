/**
 * What the board will look like once the server has agreed: shown at once, put
 * right by the server's own answer a moment later. Only moves whose result is
 * certain; a no-show's new place, for one, is the server's to say.
 */
import { endedByCall } from "../../../convex/model/chairs";
import type { Board, Person } from "./types";

export type CertainMove =
  | { kind: "callNext" }
  | { kind: "call" | "serve" | "done" | "skip" | "remove"; ticketId: string };

/** The board after `move` at `now` (epoch ms); unchanged when the person is not where the move expects them. */
export function boardAfter(
  board: Board,
  move: CertainMove,
  now: number,
): Board {
  const { called, waiting } = board;
  switch (move.kind) {
    case "callNext":
    case "call": {
      const person =
        move.kind === "callNext"
          ? waiting[0]
          : waiting.find(({ ticketId }) => ticketId === move.ticketId);
      if (person === undefined) return board;
      const ended = board.autoComplete
        ? endedByCall(called, ({ calledByMe }) => calledByMe, board.chairs)
        : [];
      const next = {
        ...{ ...person, calledByMe: true, calledAt: now },
        status: "called" as const,
      };
      return {
        ...withoutWaiting(board, person),
        called: [...called.filter((one) => !ended.includes(one)), next],
      };
    }
    case "skip": {
      const person = waiting.find(({ ticketId }) => ticketId === move.ticketId);
      return person === undefined ? board : withoutWaiting(board, person);
    }
    case "serve":
      return {
        ...board,
        called: called.map((person) =>
          person.ticketId === move.ticketId
            ? {
                ...person,
                status: "serving",
                servingAt: now,
                graceEndsAt: null,
              }
            : person,
        ),
      };
    case "done":
      return withoutCalled(board, move.ticketId);
    case "remove": {
      const person = waiting.find(({ ticketId }) => ticketId === move.ticketId);
      return person === undefined
        ? withoutCalled(board, move.ticketId)
        : withoutWaiting(board, person);
    }
  }
}

function withoutWaiting(board: Board, person: Person): Board {
  return {
    ...board,
    waiting: board.waiting.filter(
      ({ ticketId }) => ticketId !== person.ticketId,
    ),
    waitingCount: board.waitingCount - 1,
  };
}

function withoutCalled(board: Board, ticketId: string): Board {
  return {
    ...board,
    called: board.called.filter((person) => person.ticketId !== ticketId),
  };
}
