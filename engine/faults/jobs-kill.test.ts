/** R6: kill -9 while jobs run: mutations take effect exactly once, actions at most once, crons continue. */
import { expect, test } from "vitest";
import { isFull, times } from "./counts.ts";
import { jobRounds, SOURCES } from "./job-rounds.ts";
import { openSmallProject } from "./small-project.ts";

const ROUNDS = times(2, 100);

test(`R6: each mutation runs exactly once and no action twice through ${ROUNDS} kills`, async () => {
  const project = await openSmallProject(SOURCES);
  const report = await jobRounds(project, ROUNDS);
  expect(report.wrong).toEqual([]);
  expect(report.scheduled).toBeGreaterThan(ROUNDS * 5);
  // The kills must have interrupted something. Two kills may not.
  if (isFull) expect(report.interrupted).toBeGreaterThan(ROUNDS / 4);
});
