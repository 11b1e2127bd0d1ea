/**
 * A short form of the benchmark's replay, with its goals: four weeks of seven shops. In the four weeks before, the
 * estimator and its rivals have learned. `npm run bench -- --only waits` runs all of it.
 */
import { expect, test } from "vitest";
import { replay } from "../../bench/waits/replay.ts";
import { histories } from "../../bench/waits/scenarios.ts";
import { errorRatio, scoreOf } from "../../bench/waits/score.ts";

test("ranges hold about 8 times in 10, and their middle beats the best simple rival by 30%", () => {
  const score = scoreOf(histories(1, 8).flatMap(replay));
  expect(score.promises).toBeGreaterThan(3_000);
  expect(score.hitRate).toBeGreaterThan(0.75);
  expect(score.hitRate).toBeLessThan(0.85);
  expect(errorRatio(score)).toBeLessThan(0.7);
  // Narrow enough to be useful.
  expect(score.width).toBeLessThanOrEqual(55);
});
