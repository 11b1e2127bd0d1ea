/** Calls that come together are shown and announced one after another (product.md TV4). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  CallsInTurn,
  HOLD_MS,
} from "../../../../src/features/display/calls-in-turn.ts";
import type { Call } from "../../../../src/features/display/types.ts";

const NOON = Date.parse("2026-11-23T12:00:00Z");

const call = (number: number, more: Partial<Call> = {}): Call => ({
  ...{ queueName: "Haircut", number, initials: null },
  ...{ at: NOON + number, callCount: 1 },
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

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

test("three calls in one second are announced in order, each to its end", async () => {
  const { inTurn, said, shown } = open([call(1)], 5_000);
  inTurn.receive([call(1), call(2)], NOON);
  inTurn.receive([call(1), call(2), call(3), call(4)], NOON + 500);
  expect(shown()).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(shown()).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(shown()).toEqual([3, 2, 1]);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([4, 3, 2, 1]);
  expect(said).toEqual([
    [2, 0],
    [3, 5_000],
    [4, 10_000],
  ]);
});

test("a silent board gives each four seconds, and the next one after a pause at once", async () => {
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

test("what was called before the board was opened is shown and not announced", () => {
  const { said, shown } = open([call(1), call(2)]);
  expect(shown()).toEqual([2, 1]);
  expect(said).toEqual([]);
});

test("what was called during a long cut is shown and not announced", async () => {
  const { inTurn, said, shown } = open([call(1)]);
  const calls = [call(1), call(2), call(3, { at: NOON + 300_000 })];
  inTurn.receive(calls, NOON + 310_000);
  expect(shown()).toEqual([3, 2, 1]);
  await vi.runAllTimersAsync();
  expect(said).toEqual([[3, 0]]);
});

test("a call that is taken back goes at once, shown or not", async () => {
  const { inTurn, said, shown } = open([call(1)]);
  inTurn.receive([call(1), call(2), call(3), call(4)], NOON);
  inTurn.receive([call(1), call(4)], NOON);
  expect(shown()).toEqual([1]);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([4, 1]);
  expect(said.map(([number]) => number)).toEqual([2, 4]);
});

test("a person who is rung again is announced again and stands there once", async () => {
  const { inTurn, said, shown } = open([call(1), call(2)]);
  const again = call(1, { at: NOON + 9_000, callCount: 2 });
  inTurn.receive([call(2), again], NOON + 9_000);
  await vi.runAllTimersAsync();
  expect(said.map(([number]) => number)).toEqual([1]);
  expect(shown()).toEqual([1, 2]);
});

test("whoever is rung twice before their turn is announced once", async () => {
  const { inTurn, said } = open([]);
  inTurn.receive([call(1), call(2)], NOON);
  const again = call(2, { at: NOON + 2_000, callCount: 2 });
  inTurn.receive([call(1), again], NOON + 2_000);
  await vi.runAllTimersAsync();
  expect(said.map(([number]) => number)).toEqual([1, 2]);
});

test("a call that the server's short list has no room for keeps its turn", async () => {
  const { inTurn, said } = open([]);
  const ten = Array.from({ length: 10 }, (_, i) => call(i + 1));
  inTurn.receive(ten.slice(0, 8), NOON);
  inTurn.receive(ten.slice(2), NOON + 100);
  await vi.runAllTimersAsync();
  expect(said.map(([number]) => number)).toEqual(
    ten.map(({ number }) => number),
  );
});

test("the same number of two queues is two people", async () => {
  const { inTurn, said, shown } = open([]);
  const other = call(1, { queueName: "Beard", at: NOON + 2 });
  inTurn.receive([call(1), other], NOON);
  await vi.runAllTimersAsync();
  expect(said).toHaveLength(2);
  expect(shown()).toEqual([1, 1]);
});
