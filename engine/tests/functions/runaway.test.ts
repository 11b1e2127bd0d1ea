import { describe, expect, test } from "vitest";
import { Runaway } from "../../functions/running/runaway.ts";

/** Processor time in ms that the thread had used when the step started. */
const BEFORE = 5000;
const LIMITS = { userTime: 1000, stepTime: 16_000, stepMemory: 1000 };

/** Milliseconds until a step counts as a loop, with this share of the processor; null when it never does. */
function endOf(
  share: number | null,
  { progressEvery = Infinity }: { readonly progressEvery?: number } = {},
): number | null {
  const runaway = new Runaway(LIMITS);
  for (let now = 0; now < 60_000; now += runaway.interval) {
    const progress = Math.floor(now / progressEvery);
    const ran = share === null ? 0 : BEFORE + now * share;
    if (runaway.look(1, progress, ran)) return now;
  }
  return null;
}

describe("a runaway step", () => {
  test("[FN34] is detected after its time", () => {
    expect(endOf(1)).toBe(1000);
    expect(endOf(null)).toBe(1000);
  });

  test("[FN34] is detected by its processor time, and at the latest by the clock", () => {
    expect(endOf(0.4)).toBe(2500);
    expect(endOf(0.1)).toBe(10_000);
    expect(endOf(0)).toBe(LIMITS.stepTime);
  });

  test("[FN34] is given a whole step's time when it calls the engine now and then", () =>
    expect(endOf(1, { progressEvery: 500 })).toBe(LIMITS.stepTime));

  test("[FN34] is never a sequence of short steps", () => {
    const runaway = new Runaway(LIMITS);
    for (let look = 0; look < 1000; look++)
      expect(runaway.look(1 + Math.floor(look / 10), 0, look * 50)).toBe(false);
  });

  test("[FN49] has its memory checked from the second look on", () => {
    const runaway = new Runaway(LIMITS);
    const asked = [1, 2, 2, 2, 0, 3, 3, -3].map((step) => {
      runaway.look(step, 0, 0);
      return runaway.isLong;
    });
    expect(asked).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  test("[FN49] may grow by the limit above its own minimum", () => {
    const runaway = new Runaway(LIMITS);
    runaway.look(1, 0, 0);
    const outgrows = (held: number) => runaway.outgrows(1, held);
    expect([5000, 6000, 6001].map(outgrows)).toEqual([false, false, true]);
    // The leftovers of earlier steps have been collected meanwhile.
    expect([2000, 3000, 3001].map(outgrows)).toEqual([false, false, true]);
  });

  test("[FN49] is not charged for memory that another step held", () => {
    const runaway = new Runaway(LIMITS);
    runaway.look(1, 0, 0);
    expect(runaway.outgrows(1, 100)).toBe(false);
    runaway.look(2, 0, 0);
    expect(runaway.outgrows(1, 9000)).toBe(false);
    expect(runaway.outgrows(2, 9000)).toBe(false);
    expect(runaway.outgrows(2, 10_001)).toBe(true);
  });

  test("[FN49] is looked at every 50 ms, however long it may run", () =>
    expect(new Runaway({ ...LIMITS, userTime: 600_000 }).interval).toBe(50));
});
