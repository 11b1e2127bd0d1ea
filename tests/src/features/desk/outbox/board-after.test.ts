/** What the board shows before the server has answered. */
import { expect, test } from "vitest";
import type { Id } from "../../../../../convex/_generated/dataModel.js";
import type { ActionKind } from "../../../../../src/features/desk/outbox/actions.ts";
import {
  boardAfter,
  boardWith,
  type Step,
} from "../../../../../src/features/desk/outbox/board-after.ts";
import type { Kept } from "../../../../../src/features/desk/outbox/outbox.ts";
import type { Board, Person } from "../../../../../src/features/desk/types.ts";
import { counterOf } from "../../../../../src/features/desk/counter-view.ts";
import { offer, board, id, NOW, person, SHOP } from "../../../samples.ts";

const numbers = (people: readonly { number: number }[]) =>
  people.map(({ number }) => number);
const step = (kind: ActionKind, number: number, more: Step["more"] = {}) =>
  ({ kind, ticketId: `ticket-${number}`, more, at: NOW }) as Step;
const after = (at: Board, ...given: Parameters<typeof step>) =>
  boardAfter(at, step(...given));

test.each(["callNext", "callFirst", "call"] as const)(
  "a call: %s moves that customer to the called ones and completes the caller's previous one",
  (kind) => {
    const now = after(board(), kind, 2);
    expect(numbers(now.called)).toEqual([2]);
    expect(numbers(now.waiting)).toEqual([3]);
    expect(now.waitingCount).toBe(1);
    expect(now.called[0]).toMatchObject({
      ...{ status: "called", calledAt: NOW, calledByMe: true },
    });
  },
);

test("a call: keeps a customer called less than three minutes ago where the desk asks, and other staff's", () => {
  const since = (calledAt: number) =>
    board({
      whenUnmarked: "ask",
      called: [
        person(1, { ...{ status: "called", calledByMe: true }, calledAt }),
      ],
    });
  const justCalled = since(NOW - 179_000);
  expect(numbers(after(justCalled, "call", 2).called)).toEqual([1, 2]);
  expect(numbers(after(since(NOW - 180_000), "call", 2).called)).toEqual([2]);
  const [one] = board().called.map((row) => ({ ...row, calledByMe: false }));
  const others = board({ called: one === undefined ? [] : [one] });
  expect(numbers(after(others, "call", 2).called)).toEqual([1, 2]);
});

test("a call: leaves one of two called customers when there are two chairs", () => {
  const once = after(board({ chairs: 2 }), "call", 2);
  expect(numbers(once.called)).toEqual([1, 2]);
  expect(numbers(after(once, "call", 3).called)).toEqual([2, 3]);
});

test("a call: also takes a customer from the middle of the line", () => {
  const now = after(board(), "call", 3);
  expect(numbers(now.called)).toEqual([3]);
  expect(numbers(now.waiting)).toEqual([2]);
});

test("serving stops the hold clock and keeps the order", () => {
  expect(after(board(), "serve", 1).called).toMatchObject([
    { number: 1, status: "serving", servingAt: NOW, graceEndsAt: null },
  ]);
});

test.each(["done", "remove"] as const)("%s removes who is called", (kind) => {
  const now = after(board(), kind, 1);
  expect(now.called).toEqual([]);
  expect(now.waitingCount).toBe(2);
});

test.each(["skip", "remove"] as const)("%s shortens the line", (kind) => {
  const now = after(board(), kind, 2);
  expect(numbers(now.waiting)).toEqual([3]);
  expect(now.waitingCount).toBe(1);
});

test("a no-show goes two places back, and is out the second time", () => {
  const waiting = [2, 3, 4].map((number) => person(number));
  const once = after(board({ waiting, waitingCount: 3 }), "noShow", 1);
  expect(numbers(once.waiting)).toEqual([2, 3, 1, 4]);
  expect(once.waiting[2]).toMatchObject({ status: "waiting", noShows: 1 });
  const missed = board({ called: [person(1, { noShows: 1 })] });
  const twice = after(missed, "noShow", 1);
  expect(numbers(twice.waiting)).toEqual([2, 3]);
  expect(twice.called).toEqual([]);
});

test("a returned customer is sorted by the time of joining", () => {
  const called = [person(1, { joinedAt: NOW - 150_000 })];
  const waiting = [
    person(2, { joinedAt: NOW - 200_000 }),
    person(3, { joinedAt: NOW - 100_000 }),
  ];
  const now = after(board({ called, waiting }), "returnToQueue", 1);
  expect(numbers(now.waiting)).toEqual([2, 1, 3]);
  expect(now.waitingCount).toBe(3);
});

test("a moved customer is at the place that staff chose", () => {
  const waiting = [2, 3, 4].map((number) => person(number));
  const at = board({ waiting, waitingCount: 3 });
  const back = after(at, "reorder", 2, { places: 1, to: 1 });
  expect(numbers(back.waiting)).toEqual([3, 2, 4]);
  const front = after(back, "reorder", 4, { places: -2, to: 0 });
  expect(numbers(front.waiting)).toEqual([4, 3, 2]);
  expect(front.waitingCount).toBe(3);
});

test("an edit shows in the line, among the called customers and on a booking", () => {
  const note = { note: "dog" };
  expect(after(board(), "edit", 2, note).waiting[0]).toMatchObject({
    ...{ name: "Ana", note: "dog" },
  });
  expect(after(board(), "edit", 1, note).called[0]).toMatchObject(note);
  const scheduled = [person(7)];
  expect(
    after(board({ scheduled }), "edit", 7, note).scheduled[0],
  ).toMatchObject(note);
});

const booked = person(7, {
  ...{ scheduledTime: NOW + 3_600_000, orderAt: 2.5 },
});
const withBooking = () => board({ scheduled: [booked], scheduledCount: 1 });

test("Call Now puts a booking first in line", () => {
  const now = after(withBooking(), "callNow", 7);
  expect(numbers(now.waiting)).toEqual([7, 2, 3]);
  expect(now).toMatchObject({
    ...{ waitingCount: 3, scheduled: [], scheduledCount: 0 },
  });
});

test("Here puts a booking into the line by its order", () => {
  expect(numbers(after(withBooking(), "checkIn", 7).waiting)).toEqual([
    2, 7, 3,
  ]);
  const late = { ...booked, orderAt: 9 };
  const last = after(board({ scheduled: [late] }), "checkIn", 7);
  expect(numbers(last.waiting)).toEqual([2, 3, 7]);
});

test("Move one back and Undo wait for the server", () => {
  const now = board();
  for (const kind of ["moveOneBack", "undo"] as const) {
    expect(after(now, kind, 2, { eventId: "event" })).toBe(now);
  }
});

test.each<[string, Step, Board?]>([
  ["Call Now", step("callNow", 7), withBooking()],
  ["Here", step("checkIn", 7), withBooking()],
  ["Move to front", step("reorder", 3, { places: -1, to: 0 })],
  ["Move one back", step("reorder", 2, { places: 1, to: 1 })],
  ["Didn't come", step("noShow", 1)],
  ["Move back in line", step("returnToQueue", 1)],
])("sorted with other queues, %s keeps the shown order", (_name, one, at) => {
  const queueId = id<never>("other");
  const other = board({
    ...{ queueId, called: [] },
    waiting: [
      person(20, { queueId, ticketId: id("before"), orderAt: 0.5 }),
      person(21, { queueId, ticketId: id("after"), orderAt: 99 }),
    ],
  });
  const now = boardAfter(at ?? board(), one);
  expect(now.waiting.length).toBeGreaterThan(1);
  const { waiting } = counterOf([other, now], true, SHOP, NOW);
  const own = waiting.filter((person) => person.queueId === now.queueId);
  expect(numbers(own)).toEqual(numbers(now.waiting));
});

test("many moves keep the shown order when sorted", () => {
  const waiting = [1, 2, 3, 4, 5].map((number) => person(number));
  let at = board({ waiting, waitingCount: 5, called: [] });
  for (const [number, to] of [
    ...[
      [5, 1],
      [1, 3],
      [2, 0],
      [4, 4],
      [3, 2],
      [5, 0],
      [1, 1],
    ],
  ] as const) {
    at = after(at, "reorder", number ?? 0, { places: 0, to: to ?? 0 });
    const { waiting: sorted } = counterOf([at], false, SHOP, NOW);
    expect(numbers(sorted)).toEqual(numbers(at.waiting));
  }
});

const steps: readonly Step[] = [
  ...["call", "skip", "remove", "transfer"].map((kind) =>
    step(kind as ActionKind, 2),
  ),
  step("reorder", 2, { places: 1, to: 1 }),
  ...["serve", "done", "noShow", "returnToQueue"].map((kind) =>
    step(kind as ActionKind, 1),
  ),
];

test.each(steps)("$kind changes nothing on a board that has it", (one) => {
  const now = boardAfter(board(), one);
  expect(boardAfter(now, one)).toEqual(now);
});

test("an action on a customer who has moved on shows nothing", () => {
  const now = board();
  for (const { kind } of steps) expect(after(now, kind, 99)).toBe(now);
});

test("with saved actions the server's offer to undo is outdated", () => {
  const undo = offer("call");
  const saved = {
    ...{ ...step("call", 2), key: "key", number: 2, waited: true },
    queueId: board().queueId,
  } as Kept;
  expect(boardWith(board({ undo }), [saved]).undo).toBeNull();
  const elsewhere = { ...saved, queueId: "another" } as Kept;
  expect(boardWith(board({ undo }), [elsewhere]).undo).toBe(undo);
});

test("a board shows the saved actions of its own queue, in order", () => {
  const kept = (number: number, kind: ActionKind, queueId: string): Kept => ({
    ...step(kind, number),
    ...{ key: `${number} ${kind}`, queueId, number, waited: true },
  });
  const at = board();
  const mine = at.queueId;
  expect(boardWith(at, [])).toBe(at);
  const now = boardWith(at, [
    kept(2, "callNext", mine),
    kept(3, "remove", "another"),
    kept(2, "serve", mine),
  ]);
  expect(now.called).toMatchObject([{ number: 2, status: "serving" }]);
  expect(numbers(now.waiting)).toEqual([3]);
});

const CHAIR = { chairId: id<Id<"chairs">>("one"), queueIds: [] };

test("a call to a named chair: completes who sits there, and nobody else whom the caller called", () => {
  const at = (number: number, more: Partial<Person>) =>
    person(number, {
      ...{ status: "serving", calledByMe: true, calledAt: NOW - 60_000 },
      ...more,
    });
  const busy = board({
    ...{ chairs: 2, mine: CHAIR },
    called: [at(7, { chairId: CHAIR.chairId }), at(8, {})],
  });
  const now = after(busy, "callNext", 2);
  expect(numbers(now.called)).toEqual([8, 2]);
  expect(now.called[1]).toMatchObject({ chairId: "one" });
  const elsewhere = after(busy, "callNext", 2, { chairId: "two" });
  expect(numbers(elsewhere.called)).toEqual([7, 8, 2]);
});

test("a call of another queue to a named chair: completes who sits there in this queue, and keeps who came later", () => {
  const serving = (calledAt: number) =>
    board({
      mine: CHAIR,
      called: [
        person(7, { status: "serving", chairId: CHAIR.chairId, calledAt }),
      ],
    });
  const kept = {
    ...{ key: "k", kind: "callFirst", queueId: "other", ticketId: "t-9" },
    ...{ letter: null, number: 9, more: {}, at: NOW, waited: false },
  } as unknown as Kept;
  const offer = serving(NOW - 1);
  expect(numbers(boardWith(offer, [kept]).called)).toEqual([]);
  expect(boardWith(offer, [kept]).undo).toBe(offer.undo);
  expect(numbers(boardWith(serving(NOW + 1), [kept]).called)).toEqual([7]);
  expect(
    numbers(boardWith(board({ called: offer.called }), [kept]).called),
  ).toEqual([7]);
});
