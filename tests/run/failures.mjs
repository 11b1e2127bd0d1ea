/** Failed tests and their reasons, one line each, shown first even if the output is truncated. */
import { basename, relative } from "node:path";
import { readJson } from "./counts.mjs";

const firstLine = (text = "") =>
  // eslint-disable-next-line no-control-regex -- colours
  text.replace(/\u001B\[[\d;]*m/g, "").split("\n", 1)[0];

/**
 * @param {string} reportFile the file of Vitest's json reporter
 * @param {string} root
 * @returns {string[]} empty if there is no report
 */
export function failuresOfVitest(reportFile, root) {
  return (readJson(reportFile)?.testResults ?? []).flatMap((file) => {
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter(
      ({ status }) => status === "failed",
    );
    if (file.status === "failed" && failed.length === 0) {
      return [`${name}: ${firstLine(file.message)}`];
    }
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${name} > ${fullName}: ${firstLine(failureMessages[0])}`,
    );
  });
}

/**
 * As `failuresOfVitest`. A test that passed only on a retry has failed.
 * @param {string} reportFile the file of Playwright's json reporter
 */
export function failuresOfPlaywright(reportFile) {
  return (readJson(reportFile)?.suites ?? []).flatMap(failedOf);
}

/** Of a step that timed out, the message alone names no locator. */
const placeOf = ({ file, line }) => ` (${basename(file)}:${line})`;

function failedOf({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== "expected")
      .map(({ projectName, results }) => {
        const { message, location } =
          results.find(({ error }) => error)?.error ?? {};
        const at = location === undefined ? "" : placeOf(location);
        return `e2e/${file} > ${title} (${projectName}): ${firstLine(message)}${at}`;
      }),
  );
  return [...own, ...suites.flatMap(failedOf)];
}
