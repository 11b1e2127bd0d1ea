/** Runs the tests of the copy and reads the runner's log until every file is done. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Found } from "./copy.ts";
import { childLog, type Line, type Plan } from "./lines.ts";

export type Verdict = Found & {
  readonly noticedBy: string | null;
  /** The number of tests in which it refused something and that passed without it. */
  readonly missedBy: number;
};
/** How often interrupted files, and files spoilt by a broken guard, are run. */
const MAX_RUNS = 4;
/** How many files are run whole for a guard that refuses outside of tests or in a long-lived process. */
const MAX_FILES = 4;

/** Tests `tests`, vitest's projects with commas and file patterns, in `folder`. What `log` has is not run again. */
export function judge(
  folder: string,
  guards: readonly Found[],
  tests: { readonly projects: string; readonly files: readonly string[] },
  log: string,
): Verdict[] {
  const run = (plan: Partial<Plan>, files: readonly string[]): boolean =>
    runTests(folder, tests.projects, log, plan, files);
  const all = globSync(tests.files, { cwd: folder });
  const own = guards.map(({ number }) => number);
  for (let runs = 0; runs < MAX_RUNS; runs++) {
    const { done, spoilers } = readLog(log);
    const files = all.filter((file) => !done.has(file));
    if (files.length === 0) break;
    run({ only: own, without: spoilers }, files);
  }
  if (readLog(log).done.size === 0)
    throw new Error("Not one file of tests ran to its end.");
  for (const guard of readLog(log).spoilers) {
    const { noticed, begun } = readLog(log);
    const file = begun.get(guard);
    if (!noticed.has(guard) && file !== undefined)
      run({ only: [guard] }, [file]);
  }
  for (const guard of own) {
    const { outside } = readLog(log);
    for (const file of [...(outside.get(guard) ?? [])].slice(0, MAX_FILES)) {
      const { noticed, missed } = readLog(log);
      const by = `${file} as a whole`;
      if (noticed.has(guard) || missed.get(guard)?.has(by)) continue;
      const type = run({ whole: guard }, [file]) ? "missed" : "noticed";
      appendFileSync(log, `${JSON.stringify({ type, guard, by })}\n`);
    }
  }
  const { noticed, missed, failing } = readLog(log);
  for (const by of failing)
    console.log(`fails with no guard broken, and notices none: ${by}`);
  return guards.map((guard) => ({
    ...guard,
    noticedBy: noticed.get(guard.number) ?? null,
    missedBy: missed.get(guard.number)?.size ?? 0,
  }));
}

function readLog(path: string) {
  const noticed = new Map<number, string>();
  const missed = new Map<number, Set<string>>();
  const outside = new Map<number, Set<string>>();
  const begun = new Map<number, string>();
  const failing = new Set<string>();
  const spoilers: number[] = [];
  const done = new Set<string>();
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  for (const json of text.split("\n").filter(Boolean)) {
    const line = JSON.parse(json) as Line;
    if (line.type === "noticed") noticed.set(line.guard, line.by);
    else if (line.type === "missed") addTo(missed, line.guard, line.by);
    else if (line.type === "begun")
      begun.set(line.guard, line.by.split(" ", 1)[0] ?? "");
    else if (line.type === "failing") failing.add(line.by);
    else if (line.type === "outside")
      for (const guard of line.guards) addTo(outside, guard, line.file);
    else if (line.type === "done") {
      if (line.spoiltBy === null) done.add(line.file);
      else spoilers.push(line.spoiltBy);
      const children = childLog(path, line.file);
      if (existsSync(children))
        for (const guard of readFileSync(children, "utf8").trim().split("\n"))
          addTo(outside, Number(guard), line.file);
    }
  }
  return { noticed, missed, outside, begun, spoilers, done, failing };
}

function addTo<Key>(map: Map<Key, Set<string>>, key: Key, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

/** @returns whether all tests passed */
function runTests(
  folder: string,
  projects: string,
  log: string,
  { only = null, without = [], whole = 0 }: Partial<Plan>,
  files: readonly string[],
): boolean {
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const config = ["--config", "tests/guards/vitest.config.ts"];
  const bail = whole > 0 ? ["--bail", "1"] : [];
  const { status } = spawnSync(
    process.execPath,
    [vitest, "run", ...config, ...bail, ...files],
    {
      cwd: folder,
      stdio: "ignore",
      env: {
        ...process.env,
        GUARD_LOG: log,
        GUARD_PLAN: JSON.stringify({ only, without, whole }),
        GUARD_PROJECTS: projects,
      },
    },
  );
  return status === 0;
}
