/**
 * Weighs the client's pages (weights.mjs) and fails if one is heavier than its budget, or if an app's scripts use what
 * its oldest browsers lack (browsers.mjs). Builds the client as `npm start` does if it is not built.
 * Usage: node tests/run/budgets.mjs [report.json]  (the report counts one test for each page and app)
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { paths } from "../../src/lib/address/paths.ts";
import { apps, lackingOf } from "./browsers.mjs";
import { builtClient, weigh } from "./weights.mjs";

/** Scripts on the wire in kB = 1000 bytes. A ratchet: the pages' current weight, rounded up. */
const SCRIPTS = {
  [paths.home]: 75,
  [paths.bookDemo]: 72,
  [paths.privacy]: 74,
  [paths.terms]: 74,
  [paths.join]: 96,
  [paths.short]: 96,
  [paths.display]: 98,
  [paths.login]: 110,
  [paths.dashboard]: 153,
  [paths.signup]: 129,
  [paths.invitation]: 129,
  [paths.tablet]: 112,
  [paths.forgotPassword]: 129,
  [paths.emailConfirmation]: 129,
  [paths.paymentRequired]: 123,
  [paths.checkoutSuccess]: 123,
  [paths.subscriptionSuccess]: 123,
  [paths.setup]: 128,
  [paths.profile]: 195,
  [paths.storageTest]: 119,
  [paths.unsubscribe]: 107,
  [paths.team]: 164,
  [paths.reports]: 140,
  [paths.poster]: 134,
  [paths.admin]: 150,
  [paths.adminLogin]: 109,
  [paths.support]: 170,
};
const PAGE = 14;
const FILES = 6;

const dist = await builtClient();

/** @returns whether the page keeps its budget @throws Error if it has none, or its scripts are unknown */
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

function runsInOldest(app) {
  const lacking = lackingOf(dist, app);
  for (const one of lacking) console.log(`OLD  ${app}: ${one}`);
  if (lacking.length === 0) console.log(`ok   ${app} in its oldest browsers`);
  return lacking.length === 0;
}

const weighed = Object.values(paths).map((path) => {
  try {
    return keepsBudget(path);
  } catch (error) {
    console.log(`OVER ${path}: ${error.message}`);
    return false;
  }
});
const results = [...weighed, ...apps.map(runsInOldest)];
const passed = results.filter(Boolean).length;
const failed = results.length - passed;
const report = process.argv[2];
if (report) writeFileSync(report, JSON.stringify({ passed, failed }));
if (failed > 0) process.exitCode = 1;
