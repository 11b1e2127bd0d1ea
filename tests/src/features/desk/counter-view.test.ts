/** What the counter shows of one queue, and of all queues together. */
import { expect, test } from "vitest";
import type { Id } from "../../../../convex/_generated/dataModel.js";
import { UNDO_MS } from "../../../../convex/queue/rules/events.ts";
import {
  counterOf,
  rowsOf,
} from "../../../../src/features/desk/counter-view.ts";
import type { Board, Person } from "../../../../src/features/desk/types.ts";
import { board, id, NOW, person, SHOP } from "../../samples.ts";
import { seeded } from "../../../seed.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const names = (people: readonly Person[]) =>
  people.map(({ letter, number }) => `${letter}${number}`);

/** A board of the queue with this letter. */
const queueOf = (letter: string, more: Partial<Board> = {}) =>
  board({ letter, queueId: id(letter), called: [], waiting: [], ...more });
const of = (letter: string, number: number, more: Partial<Person> = {}) =>
  person(number, {
    ...{ letter, queueId: id(letter), ticketId: id(`${letter}${number}`) },
    ...more,
  });
const allOf = (...boards: Board[]) => counterOf(boards, true, SHOP, NOW);

test("all queues are one line by order; equal ones stand in the order of the queues", () => {
  const counter = allOf(
    queueOf("A", {
      waiting: [of("A", 1, { orderAt: 20 }), of("A", 2, { orderAt: 40 })],
      waitingCount: 152,
    }),
    queueOf("B", {
      waiting: [
        of("B", 1, { orderAt: 10 }),
        of("B", 2, { orderAt: 20 }),
        of("B", 3, { orderAt: 30 }),
      ],
      waitingCount: 3,
    }),
  );
  expect(names(counter.waiting)).toEqual(["B1", "A1", "B2", "B3", "A2"]);
  expect(counter.waitingCount).toBe(155);
  expect(counter.next).toBe(counter.waiting[0]);
});

test("at a named chair the next one is the first of the queues that it serves; equal ones by number", () => {
  const mine = {
    chairId: id<Id<"chairs">>("c"),
    queueIds: [id<Id<"queues">>("B"), id<Id<"queues">>("C")],
  };
  const queue = (letter: string, number: number, orderAt: number) =>
    queueOf(letter, { mine, waiting: [of(letter, number, { orderAt })] });
  const all = [queue("A", 1, 10), queue("B", 9, 20), queue("C", 3, 20)];
  const counter = allOf(...all);
  expect(names(counter.waiting)).toEqual(["A1", "C3", "B9"]);
  expect(counter.next).toBe(counter.waiting[1]);
});

test("the newest call of all queues comes first", () => {
  const at = (letter: string, calledAt: number) =>
    queueOf(letter, { called: [of(letter, 1, { calledAt })] });
  const counter = allOf(at("A", NOW - 2), at("B", NOW - 1), at("C", NOW - 3));
  expect(names(counter.called)).toEqual(["B1", "A1", "C1"]);
});

test("Call Next of all queues passes over paused ones; of one queue it does not", () => {
  const pause = { since: NOW, until: null };
  const paused = queueOf("A", {
    ...{ pause, waiting: [of("A", 1, { orderAt: 1 })] },
  });
  const open = queueOf("B", { waiting: [of("B", 1, { orderAt: 2 })] });
  expect(allOf(paused, open).next?.letter).toBe("B");
  expect(allOf(paused).next).toBeUndefined();
  expect(counterOf([paused], false, SHOP, NOW).next?.letter).toBe("A");
});

test("bookings are those of today's business day, earliest first", () => {
  const booked = (letter: string, number: number, scheduledTime: number) =>
    of(letter, number, { scheduledTime });
  const counter = allOf(
    queueOf("A", {
      scheduled: [
        booked("A", 1, NOW + 3 * 60 * MINUTE),
        booked("A", 2, NOW + DAY),
      ],
    }),
    queueOf("B", { scheduled: [booked("B", 1, NOW + 60 * MINUTE)] }),
  );
  expect(names(counter.booked)).toEqual(["B1", "A1"]);
});

const offerAt = (eventId: string, at: number): Board["undo"] => ({
  ...{ eventId: id(eventId), code: "call", number: 1, name: null },
  ...{ ticketId: null, expiresAt: at + UNDO_MS },
});

test("the newest offer of all queues can be undone, with its queue's letter", () => {
  const counter = allOf(
    queueOf("A", { undo: offerAt("older", NOW - 2_000) }),
    queueOf("B", { undo: offerAt("newer", NOW - 1_000) }),
    queueOf("C"),
  );
  expect(counter.undo).toMatchObject({
    ...{ eventId: "newer", letter: "B", queueId: "B" },
  });
  expect(allOf(queueOf("C")).undo).toBeNull();
});

test("an offer lasts for the business day of its action", () => {
  const offered = (at: number, now: number) =>
    counterOf([board({ undo: offerAt("e", at) })], false, SHOP, now).undo;
  const night = Date.parse("2026-11-24T00:00:00Z");
  expect(offered(night - 8 * 60 * MINUTE, night - MINUTE)).not.toBeNull();
  expect(offered(night - MINUTE, night + MINUTE)).toBeNull();
  // Pressed before midnight, it expires after it.
  expect(offered(night - 1, night + 1), "of yesterday").toBeNull();
  expect(offered(night, night + 1)).not.toBeNull();
});

const booking = (number: number, minutes: number) =>
  person(number, { scheduledTime: NOW + minutes * MINUTE });
const minutesOf =
  ({ waiting }: { waiting: Person[] }, left: (number | null)[]) =>
  (one: Person) =>
    left[waiting.indexOf(one)] ?? null;
const numbersOf = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ person: { number } }) => number);

test("a booking stands before the first person whose turn comes after its time", () => {
  const people = {
    waiting: [person(1), person(2), person(3)],
    booked: [booking(7, 15), booking(8, 20), booking(9, 90)],
  };
  const rows = rowsOf(people, minutesOf(people, [0, 20, 40]), NOW);
  expect(numbersOf(rows)).toEqual([1, 7, 2, 8, 3, 9]);
  expect(rows.filter(({ isBooked }) => isBooked).map(numberOf)).toEqual([
    7, 8, 9,
  ]);
});
const numberOf = ({ person: { number } }: { person: Person }) => number;

test("without an estimate bookings stand last", () => {
  const people = { waiting: [person(1), person(2)], booked: [booking(7, 15)] };
  expect(numbersOf(rowsOf(people, () => null, NOW))).toEqual([1, 2, 7]);
});

test("with any estimates the list loses nobody and keeps both orders", () => {
  const below = seeded(20_261_129);
  const many = <One>(make: (at: number) => One) =>
    Array.from({ length: below(12) }, (_, at) => make(at));
  for (let run = 0; run < 300; run += 1) {
    const waiting = many((at) => person(at + 1));
    const booked = many((at) => booking(at + 100, below(200)));
    booked.sort((a, b) => (a.scheduledTime ?? 0) - (b.scheduledTime ?? 0));
    // Also estimates that fall, and none.
    const left = waiting.map(() => (below(5) === 0 ? null : below(200)));
    const rows = rowsOf({ waiting, booked }, minutesOf({ waiting }, left), NOW);
    const of = (isBooked: boolean) =>
      rows.filter((row) => row.isBooked === isBooked).map((row) => row.person);
    expect(of(false), `run ${run}`).toEqual(waiting);
    expect(of(true), `run ${run}`).toEqual(booked);
  }
});
