/** The slowest test files, from the reports of Vitest and Playwright: the total time of their tests, parallel or not. */
import { relative } from "node:path";
import { readJson } from "./counts.mjs";

const HOW_MANY = 10;

/**
 * @param {string} reportFile the file of Vitest's json reporter
 * @param {string} root
 * @returns {{ file: string, ms: number }[]} empty if there is no report
 */
export function timesOfVitest(reportFile, root) {
  return (readJson(reportFile)?.testResults ?? []).map(
    ({ name, startTime, endTime }) => ({
      file: relative(root, name),
      ms: endTime - startTime,
    }),
  );
}

/**
 * As `timesOfVitest`.
 * @param {string} reportFile the file of Playwright's json reporter
 * @returns {{ file: string, ms: number }[]}
 */
export function timesOfPlaywright(reportFile) {
  return (readJson(reportFile)?.suites ?? []).map((suite) => ({
    file: `e2e/${suite.file}`,
    ms: durationsOf(suite).reduce((sum, ms) => sum + ms, 0),
  }));
}

function durationsOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...own, ...suites.flatMap(durationsOf)];
}

/** @returns {string[]} a line for each of the ten slowest */
export function slowest(times) {
  return [...times]
    .sort((a, b) => b.ms - a.ms)
    .slice(0, HOW_MANY)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`);
}
