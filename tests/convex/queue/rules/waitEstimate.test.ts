/** Estimates: what must hold for every pace, every position and every number of chairs. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  newPace,
  paceAfterCall,
  paceAfterCheck,
  paceSummary,
} from "../../../../convex/queue/rules/pace.ts";
import {
  estimate,
  quoteOf,
  rightInTen,
  type Estimate,
  type WaitFacts,
} from "../../../../convex/queue/rules/waitEstimate.ts";
import { MINUTE, NOON } from "../../fake-clock.ts";

/** Chairs in constant use, with calls in gaps of these minutes. The last call is at NOON. */
function busy(gaps: readonly number[], chairs = 1): WaitFacts {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  let at = NOON - total * MINUTE;
  let pace = newPace();
  for (const gap of [0, ...gaps]) {
    at += gap * MINUTE;
    const call = { number: pace.currentNumber + 1, at, waiting: 9, chairs };
    pace = paceAfterCall(pace, call);
  }
  return {
    ...{ pace: paceSummary(pace), lastCallAt: at, chairs, atCounter: chairs },
    pause: null,
  };
}

function range(found: Estimate) {
  if (found?.kind !== "range") throw new Error(`no range: ${found?.kind}`);
  return found;
}

/** The bounds in ms from `now` of an estimate that has a number. */
function boundsOf(facts: WaitFacts, ahead: number, now: number) {
  const found = estimate(facts, ahead, now);
  if (found?.kind === "next") return { low: 0, high: 0 };
  const { bounds } = range(found);
  return { low: bounds.lowAt - now, high: bounds.highAt - now };
}

const anyBusy = fc
  .record({
    gaps: fc.array(fc.double({ min: 0.2, max: 90, noNaN: true }), {
      minLength: 24,
      maxLength: 60,
    }),
    chairs: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ gaps, chairs }) => busy(gaps, chairs))
  .filter(({ pace }) => pace !== null);
const later = fc.integer({ min: 0, max: 120 * MINUTE }).map((ms) => NOON + ms);

describe("the estimate", () => {
  test("is null without a basis: no calls, or only two turns", () => {
    expect(estimate(busy([]), 3, NOON)).toBeNull();
    expect(estimate(busy([10, 10]), 3, NOON)).toBeNull();
    expect(estimate(busy([10, 10, 10]), 3, NOON)).not.toBeNull();
  });

  test("of even turns is their plain sum, rounded outward to five minutes", () => {
    const even = busy(Array.from({ length: 60 }, () => 10));
    expect(estimate(even, 2, NOON)).toMatchObject({
      kind: "range",
      low: 25,
      high: 35,
      p50: 30,
    });
    expect(estimate(even, 0, NOON + 9 * MINUTE)).toMatchObject({
      kind: "next",
    });
  });

  test("is always the same for the same facts", () => {
    const facts = busy([12, 25, 9, 40, 18, 22, 31, 14]);
    const all = Array.from({ length: 5 }, () => estimate(facts, 4, NOON));
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test("never shrinks with more customers ahead", () => {
    fc.assert(
      fc.property(anyBusy, fc.nat(60), later, (facts, ahead, now) => {
        const near = boundsOf(facts, ahead, now);
        const far = boundsOf(facts, ahead + 1, now);
        expect(near.low).toBeLessThanOrEqual(far.low);
        expect(near.high).toBeLessThanOrEqual(far.high);
      }),
      { numRuns: 60 },
    );
  });

  test("never grows with more chairs", () => {
    fc.assert(
      fc.property(anyBusy, fc.integer({ min: 1, max: 40 }), (facts, ahead) => {
        const more = { ...facts, chairs: facts.chairs + 1 };
        const [few, many] = [facts, more].map((one) =>
          boundsOf(one, ahead, NOON),
        );
        expect(many?.low).toBeLessThanOrEqual(few?.low ?? 0);
        expect(many?.high).toBeLessThanOrEqual(few?.high ?? 0);
      }),
      { numRuns: 60 },
    );
  });

  test("has a middle above zero, and ordered bounds in steps of five minutes", () => {
    fc.assert(
      fc.property(anyBusy, fc.nat(30), later, (facts, ahead, now) => {
        const found = estimate(facts, ahead, now);
        if (found?.kind === "next") return;
        const { low, p50, high } = range(found);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(p50).toBeGreaterThan(0);
        expect(high).toBeGreaterThan(low);
        expect(low % 5).toBe(0);
        expect(high % 5).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  test("is not late before the line's first call", () => {
    const facts = { ...busy([10, 10, 10, 10]), lastCallAt: null };
    expect(estimate(facts, 3, NOON)).toMatchObject({ isLate: false });
  });

  test("has no number while the queue is paused, until the pause's end", () => {
    const facts = busy([10, 10, 10, 10]);
    const paused = (until: number | null) =>
      estimate({ ...facts, pause: { since: NOON, until } }, 3, NOON + MINUTE);
    expect(paused(null)).toEqual({ kind: "paused", until: null });
    const until = NOON + 30 * MINUTE;
    expect(paused(until)).toEqual({ kind: "paused", until });
    expect(paused(NOON + MINUTE)).toMatchObject({ kind: "range" });
  });

  test("counts from the opening while the shop is closed, with every chair free", () => {
    const facts = busy(Array.from({ length: 60 }, () => 10));
    const opensAt = NOON + 600 * MINUTE;
    const at = (ahead: number, one = facts) =>
      estimate(one, ahead, NOON, { isOpen: false, opensAt });
    expect(at(0)).toEqual({ kind: "afterOpening", at: opensAt, range: null });
    expect(at(3)).toMatchObject({ range: { low: 25, high: 35 } });
    expect(at(3, busy([]))).toMatchObject({ at: opensAt, range: null });
    expect(estimate(facts, 3, NOON, { isOpen: false, opensAt: null })).toEqual({
      kind: "afterOpening",
      at: null,
      range: null,
    });
    expect(quoteOf(at(3), NOON)).toEqual({ low: 25, high: 35, at: opensAt });
    expect(quoteOf(at(0), NOON)).toBeNull();
  });

  test("is 'next' with a free chair and nobody ahead", () => {
    const facts = { ...busy([10, 10, 10]), atCounter: 0 };
    const next = { kind: "next", isLate: false };
    expect(estimate(facts, 0, NOON)).toEqual(next);
    expect(estimate({ ...busy([]), atCounter: 0 }, 0, NOON)).toEqual(next);
  });

  test("is late once the next call takes longer than nearly any turn", () => {
    const facts = busy(Array.from({ length: 20 }, () => 10));
    expect(estimate(facts, 0, NOON + 9 * MINUTE)).toEqual({
      kind: "next",
      isLate: false,
    });
    expect(estimate(facts, 0, NOON + 14 * MINUTE)).toEqual({
      kind: "next",
      isLate: true,
    });
    expect(range(estimate(facts, 3, NOON + 14 * MINUTE)).isLate).toBe(true);
  });

  test("keeps shown bounds that would move by less than three minutes", () => {
    fc.assert(
      fc.property(anyBusy, fc.integer({ min: 1, max: 9 }), (facts, ahead) => {
        const first = range(estimate(facts, ahead, NOON));
        let { bounds } = first;
        for (let now = NOON; now < NOON + 40 * MINUTE; now += MINUTE / 2) {
          const next = range(
            estimate(facts, ahead, now, undefined, bounds),
          ).bounds;
          for (const side of ["lowAt", "highAt"] as const) {
            const moved = Math.abs(next[side] - bounds[side]);
            expect(moved === 0 || moved >= 3 * MINUTE).toBe(true);
          }
          bounds = next;
        }
      }),
      { numRuns: 10 },
    );
  });

  test("says how many of ten quotes held only after twenty of this week", () => {
    let pace = newPace();
    for (let at = NOON; at < NOON + 50 * MINUTE; at += 10 * MINUTE)
      pace = paceAfterCall(pace, { number: 1, at, waiting: 1, chairs: 1 });
    const told = () => rightInTen({ ...busy([]), pace: paceSummary(pace) });
    const quote = { low: 10, high: 20, at: NOON };
    for (let i = 0; i < 20; i += 1) {
      expect(told()).toBeNull();
      const wait = i % 5 === 0 ? 25 : 15;
      pace = paceAfterCheck(pace, quote, NOON + wait * MINUTE, "2026-11-20");
    }
    expect(told()).toBe(8);
    // A week later those days are dropped.
    pace = paceAfterCheck(pace, quote, NOON + 15 * MINUTE, "2026-11-27");
    expect(pace.checks).toEqual([{ day: "2026-11-27", quotes: 1, right: 1 }]);
    expect(told()).toBeNull();
  });
});

test("without a chair on duty there are no minutes while the shop is open; before, its home chairs count", () => {
  const facts = { ...busy([20, 20, 20, 20]), chairs: 0 };
  expect(estimate(facts, 2, NOON)).toEqual({ kind: "noChair" });
  expect(quoteOf(estimate(facts, 0, NOON), NOON)).toBeNull();
  const closed = { isOpen: false, opensAt: NOON + 60 * MINUTE } as const;
  expect(estimate(facts, 2, NOON, closed)).toMatchObject({ range: null });
  const home = estimate({ ...facts, places: 1 }, 2, NOON, closed);
  expect(home).toEqual(estimate({ ...facts, chairs: 1 }, 2, NOON, closed));
  expect(home).not.toMatchObject({ range: null });
});
