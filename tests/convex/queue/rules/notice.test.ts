/** product.md F5: what 'running late' does to a wait. */
import { expect, test } from "vitest";
import { minutesLate } from "../../../../convex/business/rules/notice.ts";
import { runningLate } from "../../../../convex/queue/rules/runningLate.ts";
import type { Estimate } from "../../../../convex/queue/rules/waitEstimate.ts";
import { MINUTE } from "../../fake-clock.ts";

const NOW = 1_000_000;
const range = (low: number, high: number, isLate = false): Estimate => ({
  ...{ kind: "range", low, high, p50: 12, isLate },
  bounds: { lowAt: NOW + low * MINUTE, highAt: NOW + high * MINUTE },
});

test("running late moves a range by its minutes, rounded up to five", () => {
  expect(runningLate(range(10, 20), 15, NOW)).toEqual({
    ...range(25, 35),
    p50: 27,
  });
  expect(runningLate(range(0, 5, true), 7, NOW)).toEqual({
    ...range(10, 15),
    p50: 19,
  });
});

test("running late makes a customer who is next wait up to that long", () => {
  const next: Estimate = { kind: "next", isLate: true };
  expect(runningLate(next, 15, NOW)).toEqual({ ...range(0, 15), p50: 15 });
});

test("running late adds nothing to a pause, an opening or an unknown wait", () => {
  const others: Estimate[] = [
    null,
    { kind: "paused", until: NOW },
    { kind: "afterOpening", at: NOW, range: { low: 0, p50: 3, high: 5 } },
  ];
  for (const one of others) expect(runningLate(one, 15, NOW)).toBe(one);
  const found = range(10, 20);
  expect(runningLate(found, 0, NOW)).toBe(found);
});

test("running late is over at its end", () => {
  const notice = { minutes: 15, since: 0, until: NOW };
  expect(minutesLate(notice, NOW - 1)).toBe(15);
  expect(minutesLate(notice, NOW)).toBe(0);
  expect(minutesLate(null, NOW)).toBe(0);
  expect(minutesLate(undefined, NOW)).toBe(0);
});
