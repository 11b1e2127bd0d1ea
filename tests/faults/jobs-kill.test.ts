/**
 * R6: kill -9 while jobs are claimed, run and ended. Each scheduled mutation takes effect exactly once; an action at most
 * once, and one that was interrupted says that it failed; crons go on.
 * Canaries: engines that write the end of a mutation after its effects, or begin interrupted actions again.
 */
import { expect, test } from "vitest";
import { withCanary } from "./canaries.ts";
import { isFull, times } from "./counts.ts";
import { jobRounds, SOURCES } from "./job-rounds.ts";
import { openSmallProject } from "./small-project.ts";

const ROUNDS = times(2, 100);
const CANARY_ROUNDS = 20;

test(`R6: each job has its effect in ${ROUNDS} kills`, async () => {
  const project = await openSmallProject(SOURCES);
  const report = await jobRounds(project, ROUNDS);
  expect(report.wrong).toEqual([]);
  expect(report.scheduled).toBeGreaterThan(ROUNDS * 5);
  // The kills did fall into something. Two kills may not.
  if (isFull) expect(report.interrupted).toBeGreaterThan(ROUNDS / 4);
});

test.each(isFull ? (["repeatsMutations", "repeatsActions"] as const) : [])(
  "R6 notices %s",
  (name) =>
    withCanary(name, async (root) => {
      const project = await openSmallProject(SOURCES, { root });
      const { wrong } = await jobRounds(project, CANARY_ROUNDS);
      expect(wrong).not.toEqual([]);
    }),
);
