/**
 * The benchmark's replay in short, with its goals: four weeks of seven shops
 * after four in which the estimator and its rivals have learned. The whole of
 * it is `npm run bench -- --only waits`. Canaries: with turns not divided by
 * chairs, or the tails left as they begin, a goal is missed.
 */
import { expect, test } from "vitest";
import { replay } from "../../bench/waits/replay.ts";
import { histories } from "../../bench/waits/scenarios.ts";
import { errorRatio, scoreOf } from "../../bench/waits/score.ts";

test("ranges hold eight times in ten, and their middle beats the best simple rival by a third", () => {
  const outcomes = histories(1, 8).flatMap(replay);
  const score = scoreOf(outcomes);
  expect(score.promises).toBeGreaterThan(3_000);
  expect(score.hitRate).toBeGreaterThan(0.75);
  expect(score.hitRate).toBeLessThan(0.85);
  expect(errorRatio(score)).toBeLessThan(0.7);
  // Narrow enough to be worth reading.
  expect(score.width).toBeLessThanOrEqual(55);
});

test("the same seed gives the same days, another seed others", () => {
  const [first, again, other] = [5, 5, 6].map((seed) => histories(seed, 2)[2]);
  expect(again).toEqual(first);
  expect(other?.days[0]).not.toEqual(first?.days[0]);
  for (const { happenings } of first?.days ?? []) {
    const times = happenings.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  }
});
