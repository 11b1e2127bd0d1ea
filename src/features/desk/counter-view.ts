/** What the counter shows, made from the boards of its queues: one, or all of them together. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { must } from "../../lib/must";
import { businessDay } from "../../../convex/business/rules/opening";
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import { UNDO_MS } from "../../../convex/queue/rules/events";
import type { Board, Person } from "./types";

type OneOffer = NonNullable<Board["undo"]> & Pick<Board, "letter" | "queueId">;
/** `also`: what the same press did in other queues. */
type Offer = OneOffer & {
  also: readonly Pick<OneOffer, "queueId" | "eventId">[];
};

/** Sent for each queue by one press (pause-or-late.tsx). */
const ofAllQueues: ReadonlySet<OneOffer["code"]> = new Set([
  "pauseSet",
  "pauseEnded",
]);
/** Longer than its calls take, shorter than between two presses. */
const ONE_PRESS_MS = 3_000;

export type Chairs = FunctionReturnType<typeof api.desk.chairs.list>;

export type Counter = {
  /** In the order of the queues. */
  boards: readonly Board[];
  isAll: boolean;
  /** Newest call first. */
  called: readonly Person[];
  /** Next first. */
  waiting: readonly Person[];
  /** Those beyond the rows that the server sends count, too. */
  waitingCount: number;
  /** Booked for later today, earliest first. */
  booked: readonly Person[];
  /** Whom Call Next calls. */
  next: Person | undefined;
  /** The newest action that can be undone. */
  undo: Offer | null;
  /** The named chairs of the shop, with its word for one; null until they are known. */
  chairs: Chairs | null;
};

export function counterOf(
  boards: readonly Board[],
  isAll: boolean,
  shop: ShopHours,
  now: number,
  chairs: Chairs | null = null,
): Counter {
  const today = businessDay(shop, now);
  const people = boards.flatMap((board) => board.waiting);
  const byNumber = inOrder(people, ({ number }) => number);
  const waiting = inOrder(byNumber, ({ orderAt }) => orderAt);
  const mine = boards[0]?.mine?.queueIds;
  const callable = new Set<string>(
    boards
      .filter(({ pause }) => pause === null)
      .map(({ queueId }) => queueId)
      .filter((queueId) => mine?.includes(queueId) ?? true),
  );
  // The server undoes actions of the same business day only.
  const offers = boards.flatMap(({ undo, letter, queueId }) =>
    undo !== null && businessDay(shop, actedAt(undo)) === today
      ? [{ ...undo, letter, queueId }]
      : [],
  );
  return {
    boards,
    isAll,
    called: inOrder(
      boards.flatMap((board) => board.called),
      ({ calledAt }) => -(calledAt ?? 0),
    ),
    waiting,
    waitingCount: boards.reduce((sum, board) => sum + board.waitingCount, 0),
    booked: inOrder(
      boards
        .flatMap((board) => board.scheduled)
        .filter((one) => businessDay(shop, timeOf(one)) === today),
      timeOf,
    ),
    // One queue can be called while it is paused, and without serving it.
    next: isAll
      ? waiting.find(({ queueId }) => callable.has(queueId))
      : waiting[0],
    undo: newestOf(offers),
    chairs,
  };
}

function newestOf(offers: readonly OneOffer[]): Offer | null {
  const [newest, ...others] = inOrder(offers, ({ expiresAt }) => -expiresAt);
  if (newest === undefined) return null;
  const also = others.filter(
    ({ code, expiresAt }) =>
      ofAllQueues.has(code) &&
      code === newest.code &&
      newest.expiresAt - expiresAt < ONE_PRESS_MS,
  );
  return { ...newest, also };
}

/** The named chairs, where a shown queue has any. */
export function namedChairs({ boards, chairs }: Counter): Chairs | null {
  return boards.some((board) => board.hasNamedChairs) ? chairs : null;
}

/** When it was done, epoch ms. */
export function actedAt({ expiresAt }: Pick<OneOffer, "expiresAt">): number {
  return expiresAt - UNDO_MS;
}

export function boardOf(counter: Counter, queueId: string): Board {
  const found = counter.boards.find((one) => one.queueId === queueId);
  return must(found, "board of a person");
}

/** When someone with a booking is due, epoch ms. */
export function timeOf({ scheduledTime }: Person): number {
  return scheduledTime ?? 0;
}

/** Equal ones keep their order. */
function inOrder<One>(all: readonly One[], by: (one: One) => number): One[] {
  return all.toSorted((a, b) => by(a) - by(b));
}

export type Row = { person: Person; isBooked: boolean };

/**
 * Those waiting and those booked for today in one list. A booking stands before the first person whose turn is likely to
 * come later than its time. @param minutesLeft of a person waiting; null without an estimate
 */
export function rowsOf(
  { waiting, booked }: Pick<Counter, "waiting" | "booked">,
  minutesLeft: (person: Person) => number | null,
  now: number,
): Row[] {
  const ahead = booked.map((person) => ({ person, isBooked: true }));
  const rows: Row[] = [];
  for (const person of waiting) {
    while (
      ahead[0] !== undefined &&
      timeOf(ahead[0].person) < now + (minutesLeft(person) ?? 0) * 60_000
    ) {
      rows.push(...ahead.splice(0, 1));
    }
    rows.push({ person, isBooked: false });
  }
  return [...rows, ...ahead];
}
