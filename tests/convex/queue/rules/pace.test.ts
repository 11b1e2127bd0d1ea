/** What a queue's pace learns from calls. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  newPace,
  paceAfterBreak,
  paceAfterCall,
  paceAfterCheck,
  paceSummary,
  wasRight,
  type Pace,
} from "../../../../convex/queue/rules/pace.ts";
import {
  numberIn,
  numberText,
  spansIn,
  spanText,
} from "../../../../convex/queue/rules/paceCodec.ts";
import { MINUTE, NOON } from "../../fake-clock.ts";

/** Calls at these minutes after noon, with people waiting all the time. */
const called = (
  minutes: readonly number[],
  { chairs = 1, from = newPace(), waiting = 5 } = {},
): Pace =>
  minutes.reduce(
    (pace, minute, i) =>
      paceAfterCall(pace, {
        number: i + 1,
        at: NOON + minute * MINUTE,
        waiting,
        chairs,
      }),
    from,
  );

/** Remembered turns in minutes, which are stored with a precision of a tenth. */
const turnsOf = (pace: Pace): number[] =>
  spansIn(pace.turns).map((ms) => Math.round(ms / MINUTE));

describe("a turn", () => {
  test("is the gap between two calls of one chair, and with three chairs the time over three gaps", () => {
    expect(turnsOf(called([0, 20, 40]))).toHaveLength(2);
    const three = called([0, 10, 20, 30, 40, 50], { chairs: 3 });
    expect(turnsOf(three)).toHaveLength(3);
    for (const turn of turnsOf(three)) expect(turn).toBeCloseTo(30, -1);
    expect(three.calls).toEqual([30, 40, 50].map((m) => NOON + m * MINUTE));
  });

  test("is not learned over an empty line, a pause or a change of chairs", () => {
    const idle = called([0], { waiting: 0 });
    expect(called([30], { from: idle }).turns).toBe("");
    const paused = paceAfterBreak(called([0]));
    expect(called([30], { from: paused }).turns).toBe("");
    const changed = called([30], { from: called([0]), chairs: 2 });
    expect(changed.turns).toBe("");
    // The next call has two chairs behind it, but not two gaps.
    expect(called([40], { from: changed, chairs: 2 }).turns).toBe("");
    const settled = called([40, 50, 60], { from: changed, chairs: 2 });
    expect(turnsOf(settled)).toHaveLength(2);
  });

  test("is not learned from a slip of the finger or from a break of four usual turns", () => {
    const usual = called([0, 10, 20, 30, 40]);
    expect(called([40.05], { from: usual }).turns).toBe(usual.turns);
    expect(called([90], { from: usual }).turns).toBe(usual.turns);
    expect(called([65], { from: usual }).turns).not.toBe(usual.turns);
  });

  test("of today moves the speed a little; the next day starts afresh", () => {
    const usual = called([0, 10, 20, 30, 40]);
    const slow = called([60, 80, 100], { from: usual });
    expect(slow.stretch.turns).toBe(usual.stretch.turns + 3);
    expect(slow.stretch.sum).toBeGreaterThan(usual.stretch.sum + 3.5);
    const next = called([24 * 60], { from: slow });
    expect(next.stretch).toEqual({ turns: 0, sum: 0 });
    expect(next.turns).toBe(slow.turns);
  });

  test("is one of at most 200 that are kept, and the summary has 23 characters", () => {
    const minutes = Array.from({ length: 500 }, (_, i) => i * 10);
    const pace = called(minutes, { chairs: 4 });
    expect(pace.turns).toHaveLength(200);
    expect(paceSummary(pace)).toMatch(/^[\w-]{23}$/);
  });
});

const quote = { low: 10, high: 20, at: NOON };

test("a quote: holds within its minutes, both ends included, counted from its start", () => {
  const at = (minutes: number) => wasRight(quote, NOON + minutes * MINUTE);
  expect([9.9, 10, 20, 20.1].map(at)).toEqual([false, true, true, false]);
});

test("a quote: that fails widens its side, and one that holds narrows the range a little", () => {
  const after = (minutes: number) =>
    paceAfterCheck(newPace(), quote, NOON + minutes * MINUTE, "2026-11-20");
  const first = newPace().tails;
  expect(after(25).tails.high).toBeLessThan(first.high);
  expect(after(25).tails.low).toBeGreaterThan(first.low);
  expect(after(5).tails.low).toBeLessThan(first.low);
  expect(after(15).tails.high).toBeGreaterThan(first.high);
  expect(after(15).checks).toEqual([
    { day: "2026-11-20", quotes: 1, right: 1 },
  ]);
});

test("spans as characters: come back within seven per cent, in order", () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_000, max: 21_600_000 }), (ms) => {
      const [back] = spansIn(spanText(ms));
      expect((back ?? 0) / ms).toBeGreaterThan(0.93);
      expect((back ?? 0) / ms).toBeLessThan(1.075);
    }),
  );
  expect(spansIn(spanText(0) + spanText(1e12))).toEqual([5_000, 21_600_000]);
});

test("spans as characters: cut numbers to the scale and refuse other text", () => {
  expect([-3, 0, 7.4, 63, 99].map((n) => numberIn(numberText(n)))).toEqual([
    0, 0, 7, 63, 63,
  ]);
  expect(() => numberIn(" ")).toThrow("Not a pace");
  expect(() => spansIn("A B")).toThrow("Not a pace");
});

describe("a named chair", () => {
  const before = (minute: number, back: number) => ({
    before: { at: NOON + minute * MINUTE, back },
  });
  const call = (pace: Pace, minute: number, more: object, chairs = 2) =>
    paceAfterCall(pace, {
      ...{ number: 9, at: NOON + minute * MINUTE, waiting: 5, chairs },
      ...more,
    });

  test("measures its own turn, also while the number of chairs changes", () => {
    const two = called([0, 10], { chairs: 2 });
    const learned = call(two, 22, before(0, 2), 3);
    expect(turnsOf(learned)).toEqual([22]);
    const without = call(two, 22, {}, 3);
    expect(turnsOf(without)).toEqual([]);
  });

  test("measures nothing at its first call, or if nobody waited in between", () => {
    const two = called([0, 10], { chairs: 2 });
    expect(turnsOf(call(two, 22, { before: null }))).toEqual([]);
    const idle = called([0, 10], { chairs: 2, waiting: 0 });
    expect(turnsOf(call(idle, 22, before(0, 2)))).toEqual([]);
  });
});
