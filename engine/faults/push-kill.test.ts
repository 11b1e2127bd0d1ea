/** kill -9 at random moments of pushes and environment changes: the old or the new deployment serves as a whole. */
import { expect, test } from "vitest";
import { isFull, times } from "./counts.ts";
import { pushRounds } from "./push-rounds.ts";

const ROUNDS = times(1, 100);

test(`R1: ${ROUNDS} kills of a push or an environment change leave the old deployment or the new one as a whole`, async () => {
  const report = await pushRounds(ROUNDS);
  expect(report.wrong).toEqual([]);
  if (!isFull) return;
  // The kills must have interrupted changes, before and after the switch.
  expect(report.unanswered).toBeGreaterThan(ROUNDS / 2);
  expect(report.inForce).toBeGreaterThan(0);
});
