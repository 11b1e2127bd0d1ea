/**
 * Builds the client into a temporary folder, weighs its pages (weights.mjs) and fails if one is heavier than its budget.
 * Usage: node tests/run/budgets.mjs [report.json]  (the report counts one test for each page)
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { paths } from "../../src/lib/paths.ts";
import { buildClient, weigh } from "./weights.mjs";

/**
 * kB = 1000 bytes of scripts on the wire. A ratchet: what the pages weigh, rounded up; the limits of the product are join 90,
 * landing 80, log-in 100, dashboard 140.
 */
const SCRIPTS = {
  [paths.home]: 80,
  [paths.bookDemo]: 80,
  [paths.join]: 90,
  [paths.display]: 91,
  [paths.login]: 101,
  [paths.dashboard]: 141,
  [paths.signup]: 115,
  [paths.forgotPassword]: 115,
  [paths.emailConfirmation]: 115,
  [paths.paymentRequired]: 115,
  [paths.checkoutSuccess]: 115,
  [paths.subscriptionSuccess]: 115,
  [paths.setup]: 118,
  [paths.profile]: 148,
  [paths.storageTest]: 114,
  [paths.unsubscribe]: 102,
  [paths.reports]: 128,
  [paths.poster]: 120,
  [paths.admin]: 136,
  [paths.adminLogin]: 102,
  [paths.support]: 146,
};
/** HTML with its style, kB. */
const PAGE = 14;
/** Requests for scripts before a page can be used. */
const FILES = 4;

const dist = mkdtempSync(join(tmpdir(), "yourturn-dist-"));

/** @returns whether the page keeps its budget @throws Error if it has none, or its scripts cannot be told */
function keepsBudget(path) {
  if (!(path in SCRIPTS)) throw new Error("has no budget");
  const weight = weigh(dist, path);
  const [scripts, html] = [weight.scripts / 1000, weight.html / 1000];
  const { files } = weight;
  const ok = scripts <= SCRIPTS[path] && html <= PAGE && files <= FILES;
  console.log(
    `${ok ? "ok  " : "OVER"} ${path.padEnd(22)} ${files} scripts ${scripts.toFixed(1)} of ${SCRIPTS[path]} kB, page ${html.toFixed(1)} of ${PAGE} kB`,
  );
  return ok;
}

try {
  buildClient(dist);
  const results = Object.values(paths).map((path) => {
    try {
      return keepsBudget(path);
    } catch (error) {
      console.log(`OVER ${path}: ${error.message}`);
      return false;
    }
  });
  const passed = results.filter(Boolean).length;
  const failed = results.length - passed;
  const report = process.argv[2];
  if (report) writeFileSync(report, JSON.stringify({ passed, failed }));
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(dist, { recursive: true, force: true });
}
