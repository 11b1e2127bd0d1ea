/**
 * How many tests a stage passed and failed. What did not run counts as failed: a skipped test or a file that did not
 * load is not a passing one.
 */
import { existsSync, readFileSync } from "node:fs";

/** @returns what the file holds; undefined if there is none */
export const readJson = (file) =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;

/** A check that is one test: it passed if it ended with 0. */
export function countOne(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A tool may report no failed test and still end badly (an unhandled error, nothing found to run): one failure. */
function atLeastOneFailure(code, { passed, failed }) {
  const ranNothing = passed + failed === 0;
  return code !== 0 || ranNothing
    ? { passed, failed: Math.max(failed, 1) }
    : { passed, failed };
}

/** From a file that holds the counts themselves. */
export function countReported(code, reportFile) {
  const report = readJson(reportFile);
  return report === undefined ? countOne(1) : atLeastOneFailure(code, report);
}

/** From the file that Vitest's json reporter wrote. */
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

/** From the file that Playwright's json reporter wrote. A test that passed only when repeated has failed. */
export function countPlaywright(code, reportFile) {
  const report = readJson(reportFile);
  if (report === undefined) return countOne(1);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOneFailure(code, {
    passed: expected,
    failed: unexpected + flaky + skipped,
  });
}
