/**
 * kill -9 at random moments of pushes and of changes of the environment, while others write. The engine starts, and serves
 * the deployment of before or the new one as a whole: functions, variables, schema, indexes, routes and crons agree, nothing
 * that was promised is gone, and the next push works.
 */
import { expect, test } from "vitest";
import { isFull, times } from "./counts.ts";
import { pushRounds } from "./push-rounds.ts";

const ROUNDS = times(1, 100);

test(`R1: a deployment is old or new as a whole in ${ROUNDS} kills of a push or of a change of its environment`, async () => {
  const report = await pushRounds(ROUNDS);
  expect(report.wrong).toEqual([]);
  if (!isFull) return;
  // The kills did fall into something, on both sides of the instant.
  expect(report.unanswered).toBeGreaterThan(ROUNDS / 2);
  expect(report.inForce).toBeGreaterThan(0);
});
