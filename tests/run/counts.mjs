/** How many tests a stage passed and failed. What did not run counts as failed: a skipped test, or a file that did not load. */
import { existsSync, readFileSync } from "node:fs";

/** @returns the file's content; undefined if there is no file */
export const readJson = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;

/** A check that is one test: it passed if it exited with 0. */
export function countOne(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A tool may report no failed test and still end badly (an unhandled error, no tests found): this counts as one failure. */
function atLeastOneFailure(code, { passed, failed }) {
  const ranNothing = passed + failed === 0;
  return code !== 0 || ranNothing
    ? { passed, failed: Math.max(failed, 1) }
    : { passed, failed };
}

/** Reads a file that holds the counts themselves. */
export function countReported(code, reportFile) {
  const report = readJson(reportFile);
  return report === undefined ? countOne(1) : atLeastOneFailure(code, report);
}

/** Reads the file of Vitest's json reporter. */
export function countVitest(code, reportFile) {
  const report = readJson(reportFile);
  if (report === undefined) return countOne(1);
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return atLeastOneFailure(code, {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + unloaded.length,
  });
}

/** Reads the file of Playwright's json reporter. A test that passed only on a retry has failed. */
export function countPlaywright(code, reportFile) {
  const report = readJson(reportFile);
  if (report === undefined) return countOne(1);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOneFailure(code, {
    passed: expected,
    failed: unexpected + flaky + skipped,
  });
}
