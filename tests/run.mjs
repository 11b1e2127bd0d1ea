/**
 * `npm test`: the checks of the project in one command, on a bare machine with Node ≥ 20 and npm; `--all` adds what
 * takes long. Installs what is missing and runs the stages of run/stages.mjs in parallel as far as the processors
 * allow. Prints one line for each with the names of the failed tests, or of those underway when the stage's time was
 * over. Then come the whole output of the failed stages, the ten slowest test files and what was left out. The last
 * line is `N passed, N failed`. A stage cannot be skipped: what did not run has failed. `--only lint,unused` runs some
 * alone.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { run } from "./run/child.mjs";
import { countOne } from "./run/counts.mjs";
import { prepare } from "./run/environment.mjs";
import { slowest, timesOfPlaywright, timesOfVitest } from "./run/slowest.mjs";
import { chosenStages } from "./run/stages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const reports = mkdtempSync(join(tmpdir(), "yourturn-test-"));
const reportOf = (name) => join(reports, `${name}.json`);

/** For stages that hang. Long enough for a machine that is ten times slower. */
const STAGE_LIMIT_MS = 75 * 60_000;

const isNotEmpty = (line) => line.trim() !== "";
/** Printed for a stage whose time was over. Its whole output comes at the end, where readers may have stopped. */
const LAST_LINES = 5;

async function runStage(
  { name, command, env, waits, count = countOne, failures = () => [] },
  tools,
) {
  const started = performance.now();
  const { code, output } = await run(command, {
    cwd: root,
    env: { ...tools, ...env },
    timeoutMs: STAGE_LIMIT_MS,
    isPolite: !waits,
  });
  const { passed, failed } = count(code, reportOf(name));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = failed === 0 ? "ok  " : "FAIL";
  console.log(
    `${verdict} ${name.padEnd(10)} ${seconds.padStart(6)} s  ${passed} passed, ${failed} failed`,
  );
  const last = code === null ? output.split("\n").filter(isNotEmpty) : [];
  for (const line of [...failures(reportOf(name)), ...last.slice(-LAST_LINES)])
    console.log(`     ${line}`);
  return { name, passed, failed, output };
}

/**
 * Stages that mostly wait run beside the light ones, one light stage per processor. Then comes the stage that
 * needs the whole machine, beside those that still wait.
 */
async function runAll(stages, tools) {
  const results = [];
  const runOne = async (stage) => results.push(await runStage(stage, tools));
  const waiting = stages.filter(({ waits }) => waits);
  const light = stages.filter(({ waits, whole }) => !waits && !whole);
  const worker = async () => {
    for (let stage = light.shift(); stage; stage = light.shift()) {
      await runOne(stage);
    }
  };
  const fill = async () => {
    await Promise.all(cpus().map(worker));
    for (const stage of stages.filter(({ whole }) => whole))
      await runOne(stage);
  };
  await Promise.all([...waiting.map(runOne), fill()]);
  return results;
}

/** @returns the exit code */
async function main() {
  const args = process.argv.slice(2);
  const { stages, leftOut } = chosenStages(args, { reportOf, root });
  const results = await runAll(stages, await prepare(root));
  for (const { name, output } of results.filter(({ failed }) => failed > 0)) {
    console.log(`\n──── ${name} ${"─".repeat(60)}\n${output.trim()}`);
  }
  const times = [
    ...timesOfVitest(reportOf("vitest"), root),
    ...timesOfPlaywright(reportOf("e2e")),
  ];
  if (times.length > 0) {
    console.log(["\nThe slowest files:", ...slowest(times)].join("\n"));
  }
  if (leftOut.length > 0) {
    console.log(
      `\nLeft out: ${leftOut.join("; ")}. \`npm test -- --all\` has them, and \`npm run faults\` the faults at full length.`,
    );
  }
  const sum = (key) =>
    results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
  return sum("failed") === 0 && sum("passed") > 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  console.log("0 passed, 1 failed");
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
