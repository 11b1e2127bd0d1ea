/** Calls that come together are shown and announced one after another (product.md TV4). */
import { beforeEach, expect, test, vi } from "vitest";
import {
  CallsInTurn,
  HOLD_MS,
} from "../../../../src/features/display/calls-in-turn.ts";
import type { Call } from "../../../../src/features/display/types.ts";

const NOON = Date.parse("2026-11-23T12:00:00Z");
const call = (number: number, more: Partial<Call> = {}): Call => ({
  ...{ queueName: "Haircut", letter: null, number, initials: null },
  ...{ at: NOON + number, callCount: 1, place: null, placeParts: null },
  ...more,
});
beforeEach(() => vi.useFakeTimers({ now: NOON }));

/** A display with its announcements and their times in ms since noon. Each takes `takes` ms to say. */
function open(calls: readonly Call[], takes = 0) {
  const inTurn = new CallsInTurn();
  const said: [number: number, at: number][] = [];
  inTurn.announceWith(async ({ number }) => {
    said.push([number, Date.now() - NOON]);
    await new Promise((resolve) => setTimeout(resolve, takes));
  });
  inTurn.receive(calls, NOON);
  const shown = () => inTurn.read().map(({ number }) => number);
  return { inTurn, said, shown };
}

test("a silent display holds each call four seconds, and shows the next at once after a pause", async () => {
  const { inTurn, said } = open([]);
  inTurn.receive([call(1), call(2)], NOON);
  await vi.advanceTimersByTimeAsync(60_000);
  inTurn.receive(
    [call(1), call(2), call(3, { at: NOON + 60_000 })],
    NOON + 60_000,
  );
  expect(said).toEqual([
    [1, 0],
    [2, HOLD_MS],
    [3, 60_000],
  ]);
});

test("calls from before the display was opened are shown but not announced", () => {
  const { said, shown } = open([call(1), call(2)]);
  expect(shown()).toEqual([2, 1]);
  expect(said).toEqual([]);
});

test("calls from a long lost connection are shown, and only the newest is announced", async () => {
  const { inTurn, said, shown } = open([call(1)]);
  const calls = [call(1), call(2), call(3, { at: NOON + 300_000 })];
  inTurn.receive(calls, NOON + 310_000);
  expect(shown()).toEqual([3, 2, 1]);
  await vi.runAllTimersAsync();
  expect(said).toEqual([[3, 0]]);
});

test("calls that waited over a minute for others are shown at once, and not announced", async () => {
  const { inTurn, said, shown } = open([call(1)], 35_000);
  const calls = [1, 2, 3, 4, 5].map((number) => call(number));
  inTurn.receive(calls, NOON);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(shown()).toEqual([5, 4, 3, 2, 1]);
  inTurn.receive([...calls, call(6, { at: NOON + 70_000 })], NOON + 70_000);
  expect(said).toEqual([
    [2, 0],
    [3, 35_000],
    [6, 70_000],
  ]);
});

test("an announcement that fails holds up none of the calls after it", async () => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  const { inTurn, shown } = open([]);
  const announce = vi.fn(async () => {
    throw new Error("no voice");
  });
  inTurn.announceWith(announce);
  inTurn.receive([call(1), call(2)], NOON);
  await vi.runAllTimersAsync();
  inTurn.receive([call(1), call(2), call(3)], NOON);
  expect(shown()).toEqual([3, 2, 1]);
  expect(announce).toHaveBeenCalledTimes(3);
  expect(errors).toHaveBeenCalled();
});

test("an undone call disappears at once, shown or not", async () => {
  const { inTurn, said, shown } = open([call(1)]);
  inTurn.receive([call(1), call(2), call(3), call(4)], NOON);
  inTurn.receive([call(1), call(4)], NOON);
  expect(shown()).toEqual([1]);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([4, 1]);
  expect(said.map(([number]) => number)).toEqual([2, 4]);
});

test("a recalled customer is announced again and is listed once", async () => {
  const { inTurn, said, shown } = open([call(1), call(2)]);
  const again = call(1, { at: NOON + 9_000, callCount: 2 });
  inTurn.receive([call(2), again], NOON + 9_000);
  await vi.runAllTimersAsync();
  expect(said.map(([number]) => number)).toEqual([1]);
  expect(shown()).toEqual([1, 2]);
});

test("a customer who is recalled before their turn is announced once", async () => {
  const { inTurn, said } = open([]);
  inTurn.receive([call(1), call(2)], NOON);
  const again = call(2, { at: NOON + 2_000, callCount: 2 });
  inTurn.receive([call(1), again], NOON + 2_000);
  await vi.runAllTimersAsync();
  expect(said.map(([number]) => number)).toEqual([1, 2]);
});

test("a call that no longer fits into the server's list keeps its turn", async () => {
  const { inTurn, said } = open([]);
  const ten = Array.from({ length: 10 }, (_, i) => call(i + 1));
  inTurn.receive(ten.slice(0, 8), NOON);
  inTurn.receive(ten.slice(2), NOON + 100);
  await vi.runAllTimersAsync();
  expect(said.map(([number]) => number)).toEqual(
    ten.map(({ number }) => number),
  );
});

test("the same number in two queues counts as two customers", async () => {
  const { inTurn, said, shown } = open([]);
  const other = call(1, { queueName: "Beard", at: NOON + 2 });
  inTurn.receive([call(1), other], NOON);
  await vi.runAllTimersAsync();
  expect(said).toHaveLength(2);
  expect(shown()).toEqual([1, 1]);
});
