/**
 * What the board shows before the server has answered.
 * Canary: with endedByCall left out of boardAfter, the called one stays until the answer is in.
 */
import { describe, expect, test } from "vitest";
import { boardAfter } from "../../../../src/features/desk/board-after.ts";
import { board, NOW } from "../../samples.ts";

const numbers = (people: readonly { number: number }[]) =>
  people.map(({ number }) => number);

describe("Call Next", () => {
  test("moves the first in line to the counter, and completes whom the caller had called", () => {
    const after = boardAfter(board(), { kind: "callNext" }, NOW);
    expect(numbers(after.called)).toEqual([2]);
    expect(numbers(after.waiting)).toEqual([3]);
    expect(after.waitingCount).toBe(1);
    expect(after.called[0]).toMatchObject({
      status: "called",
      calledAt: NOW,
      calledByMe: true,
    });
  });

  test("leaves everybody where the setting is off, and who was called by others", () => {
    const off = board({ autoComplete: false });
    const after = boardAfter(off, { kind: "callNext" }, NOW);
    expect(numbers(after.called)).toEqual([1, 2]);
    const [one] = board().called.map((row) => ({ ...row, calledByMe: false }));
    const others = board({ called: one === undefined ? [] : [one] });
    expect(
      numbers(boardAfter(others, { kind: "callNext" }, NOW).called),
    ).toEqual([1, 2]);
  });

  test("with two chairs leaves one of the two", () => {
    const once = boardAfter(board({ chairs: 2 }), { kind: "callNext" }, NOW);
    expect(numbers(once.called)).toEqual([1, 2]);
    const twice = boardAfter(once, { kind: "callNext" }, NOW);
    expect(numbers(twice.called)).toEqual([2, 3]);
  });

  test("changes nothing when nobody waits", () => {
    const empty = board({ waiting: [], waitingCount: 0 });
    expect(boardAfter(empty, { kind: "callNext" }, NOW)).toBe(empty);
  });

  test("twice calls two different people", () => {
    const once = boardAfter(board(), { kind: "callNext" }, NOW);
    const twice = boardAfter(once, { kind: "callNext" }, NOW);
    expect(numbers(twice.called)).toEqual([3]);
    expect(twice.waitingCount).toBe(0);
  });
});

test("calling out of turn takes that person and nobody else", () => {
  const after = boardAfter(
    board(),
    { kind: "call", ticketId: "ticket-3" },
    NOW,
  );
  expect(numbers(after.called)).toEqual([3]);
  expect(numbers(after.waiting)).toEqual([2]);
});

test("serving stops the hold clock and keeps the place", () => {
  const after = boardAfter(
    board(),
    { kind: "serve", ticketId: "ticket-1" },
    NOW,
  );
  expect(after.called).toMatchObject([
    { number: 1, status: "serving", servingAt: NOW, graceEndsAt: null },
  ]);
});

test.each(["done", "remove"] as const)(
  "%s takes a called person away",
  (kind) => {
    const after = boardAfter(board(), { kind, ticketId: "ticket-1" }, NOW);
    expect(after.called).toEqual([]);
    expect(after.waitingCount).toBe(2);
  },
);

test("removing a waiting person shortens the line", () => {
  const after = boardAfter(
    board(),
    { kind: "remove", ticketId: "ticket-2" },
    NOW,
  );
  expect(numbers(after.waiting)).toEqual([3]);
  expect(after.waitingCount).toBe(1);
});

test.each(["call", "skip"] as const)(
  "%s of somebody who has moved on changes nothing",
  (kind) => {
    const now = board();
    expect(boardAfter(now, { kind, ticketId: "ticket-99" }, NOW)).toBe(now);
  },
);
