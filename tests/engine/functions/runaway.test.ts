/** When a step of user code counts as running away; that it is then ended: isolation.test.ts. */
import { describe, expect, test } from "vitest";
import { Runaway } from "../../../engine/functions/runaway.ts";

/** ms that the thread had had the processor when the step began. */
const BEFORE = 5000;
const LIMITS = { userTime: 1000, stepTime: 16_000 };

/** ms until a step is taken for a loop whose thread has the processor for a share of the time; null when it never is. */
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

describe("a step that runs away", () => {
  test("[FN34] is found after its time", () => {
    expect(endOf(1)).toBe(1000);
    expect(endOf(null)).toBe(1000);
  });

  // Canary: count every look in runaway.ts.
  test("[FN34] is found by the time in which it has the processor, on a busy machine too", () => {
    expect(endOf(0.4)).toBe(2500);
    expect(endOf(0.1)).toBe(10_000);
    expect(endOf(0)).toBe(LIMITS.stepTime);
  });

  test("[FN34] is not one that calls the engine now and then, until the time of a whole step", () => {
    expect(endOf(1, { progressEvery: 500 })).toBe(LIMITS.stepTime);
  });

  test("[FN34] is not made of several short ones", () => {
    const runaway = new Runaway(LIMITS);
    for (let look = 0; look < 1000; look++)
      expect(runaway.look(1 + Math.floor(look / 10), 0, look * 50)).toBe(false);
  });
});
