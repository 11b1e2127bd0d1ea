import { expect, test } from "vitest";
import { StepLines } from "../../functions/running/step-lines.ts";

type Step = { readonly of: string | null; readonly ms: number };

/** Adds `count` steps of a network that take so long. */
const add = (
  lines: StepLines<Step>,
  of: string | null,
  ms: number,
  count: number,
) => {
  for (let i = 0; i < count; i++) lines.add(of, { of, ms });
};

/** Runs so many steps. @returns their networks */
const run = (lines: StepLines<Step>, count: number) =>
  Array.from({ length: count }, () => {
    const step = lines.next();
    if (step === undefined) return undefined;
    lines.spent(step.ms);
    return step.of;
  });

test("[FN51] a network with 64 expensive steps waiting: another's step runs next", () => {
  const lines = new StepLines<Step>();
  add(lines, "slow", 200, 64);
  expect(run(lines, 2)).toEqual(["slow", "slow"]);
  const running = lines.next();
  add(lines, "quick", 1, 3);
  lines.spent(running?.ms ?? 0);
  expect(run(lines, 4)).toEqual(["quick", "quick", "quick", "slow"]);
  // After a pause, too.
  add(lines, "quick", 1, 1);
  expect(run(lines, 2)).toEqual(["quick", "slow"]);
});

test("[FN51] networks whose steps take as long take turns, and each step runs once, in its line's order", () => {
  const lines = new StepLines<number>();
  for (let i = 0; i < 300; i++) lines.add(`${i % 3}`, i);
  const done: (number | undefined)[] = [];
  while (lines.size > 0) {
    done.push(lines.next());
    lines.spent(1);
  }
  expect(done).toEqual(Array.from({ length: 300 }, (_, i) => i));
  expect(lines.next()).toBeUndefined();
});

test("[FN51] a network that floods with cheap steps gets as much time as one with expensive ones, and both end", () => {
  const lines = new StepLines<Step>();
  add(lines, "slow", 100, 10);
  add(lines, "flood", 1, 2_000);
  const first = run(lines, 505);
  expect(first.filter((of) => of === "slow")).toHaveLength(5);
  const rest = run(lines, 1_505);
  expect(rest.filter((of) => of === "slow")).toHaveLength(5);
  expect(lines.size).toBe(0);
});

test("[FN51] the engine's own steps get as much time as all networks together", () => {
  const lines = new StepLines<Step>();
  for (let n = 0; n < 50; n++) add(lines, `${n}`, 1, 100);
  add(lines, null, 1, 1_000);
  const own = run(lines, 1_000).filter((of) => of === null);
  expect(own.length).toBeGreaterThan(450);
  expect(own.length).toBeLessThan(550);
});

test("[FN51] time used before all lines were empty is forgotten", () => {
  const lines = new StepLines<Step>();
  add(lines, "slow", 200, 1);
  run(lines, 1);
  add(lines, "slow", 200, 1);
  add(lines, "quick", 1, 1);
  expect(run(lines, 2)).toEqual(["slow", "quick"]);
});
