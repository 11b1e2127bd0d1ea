/** Runs each test unchanged, which shows the guards that refuse in it, then once with each of these broken. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { Worker } from "node:worker_threads";
import { TestRunner, type RunnerTestCase as Test } from "vitest";
import { childLog, type Line, type Plan } from "./lines.ts";
import { breakGuard, refusals } from "./switch.mjs";

type Suite = Parameters<TestRunner["onAfterRunSuite"]>[0];
const { GUARD_LOG: log = "", GUARD_PLAN = "{}" } = process.env;
const plan = JSON.parse(GUARD_PLAN) as Plan;
process.env["GUARD_PROCESS"] = String(process.pid);
if (plan.whole > 0) breakGuard(plan.whole);

/** More than the guards that refuse in any one test. */
const MAX_RUNS = 1000;
const tell = (line: Line) => appendFileSync(log, `${JSON.stringify(line)}\n`);

export default class GuardRunner extends TestRunner {
  /** The guards of the test's next runs. 0: unchanged; null: not known yet. */
  #next: number[] | null = null;
  #now: number | null = null;
  /** Guards broken since the file's tests last passed unchanged. */
  #since: number[] = [];
  #spoiltBy: number | null = null;

  override onCollectStart(file: Parameters<TestRunner["onCollectStart"]>[0]) {
    super.onCollectStart(file);
    process.env["GUARD_CHILDREN"] = childLog(log, pathOf(file));
    refusals();
  }

  override async onBeforeRunTask(test: Test): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#outside(pathOf(test.file));
    if (plan.whole > 0) return;
    if (this.#spoiltBy !== null) test.mode = "skip";
    this.#next = null;
    test.repeats = MAX_RUNS;
  }

  override onBeforeTryTask(test: Test, options: never): void {
    super.onBeforeTryTask(test, options);
    if (plan.whole > 0) return;
    const next = this.#next === null ? 0 : this.#next.shift();
    this.#now = next ?? null;
    if (next === undefined) return test.context.skip();
    breakGuard(next);
    if (next > 0) tell({ type: "begun", guard: next, by: nameOf(test) });
    watch(next, nameOf(test));
  }

  override async onAfterRetryTask(test: Test, options: never): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const guard = this.#now;
    if (guard === null) return;
    watch(0, "");
    breakGuard(0);
    const failed = (test.result?.state === "fail") !== (test.fails ?? false);
    const by = nameOf(test);
    const guards = refusals();
    const isFirst = this.#next === null;
    if (isFirst && failed) tell({ type: "failing", by });
    this.#next ??= failed ? [] : openOf(guards);
    if (guard > 0) {
      this.#since.push(guard);
      if (failed) this.#next.unshift(0);
      else tell({ type: "missed", guard, by });
      return;
    }
    const last = this.#since.at(-1);
    if (!isFirst && last !== undefined && (!failed || this.#since.length === 1))
      tell({ type: "noticed", guard: last, by });
    // State left by a broken guard would make others look noticed.
    if (failed && last !== undefined) this.#spoiltBy = last;
    if (failed) this.#next = [];
    else this.#since = [];
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!("filepath" in suite)) return;
    const file = pathOf(suite.file);
    this.#outside(file);
    if (plan.whole === 0)
      tell({ type: "done", file, spoiltBy: this.#spoiltBy });
    this.#spoiltBy = null;
    this.#since = [];
  }

  #outside(file: string): void {
    const guards = refusals();
    if (guards.length > 0) tell({ type: "outside", guards, file });
  }
}

/** The guards to break that no test has noticed yet. */
function openOf(guards: readonly number[]): number[] {
  const told = existsSync(log) ? readFileSync(log, "utf8") : "";
  return guards.filter(
    (guard) =>
      (plan.only?.includes(guard) ?? true) &&
      !plan.without.includes(guard) &&
      !told.includes(`{"type":"noticed","guard":${guard},`),
  );
}

const pathOf = ({ filepath }: { filepath: string }): string =>
  relative(process.cwd(), filepath);

function nameOf(test: Test): string {
  const names = [test.name];
  for (let { suite } = test; suite !== undefined; { suite } = suite)
    names.unshift(suite.name);
  return `${pathOf(test.file)} ${names.join(" > ")}`;
}

/** Ends the process when a test with a broken guard never yields the thread. */
function watch(guard: number, by: string): void {
  const shared = globalThis as { watchdog?: Worker };
  if (shared.watchdog === undefined) {
    shared.watchdog = new Worker(WATCHDOG, { eval: true, workerData: log });
    shared.watchdog.unref();
  }
  shared.watchdog.postMessage({ guard, by });
}

/** One run of a test may take as long as tests and hooks may, and half a minute more. */
const WATCHDOG = `
const { parentPort, workerData: log } = require("node:worker_threads");
const { appendFileSync } = require("node:fs");
let timer;
parentPort.on("message", ({ guard, by }) => {
  clearTimeout(timer);
  timer = guard > 0 && setTimeout(() => {
    const line = { type: "noticed", guard, by: by + " (never ends)" };
    appendFileSync(log, JSON.stringify(line) + "\\n");
    process.kill(process.pid, "SIGKILL");
  }, 150_000);
});`;
