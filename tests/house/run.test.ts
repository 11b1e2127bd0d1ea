/** The test command itself: it must not report a check as passed that did not run. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  countOne,
  countPlaywright,
  countReported,
  countVitest,
} from "../run/counts.mjs";
import { chosenStages } from "../run/stages.mjs";
import { root } from "./tree.ts";

const folder = mkdtempSync(join(tmpdir(), "yourturn-house-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let written = 0;
function write(content: unknown): string {
  const file = join(folder, `${written++}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}
const vitest = (report: object) =>
  write({ testResults: [], numTotalTests: 5, numPassedTests: 5, ...report });
const playwright = (stats: object) =>
  write({
    stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  });

test("counting: a stage with one check counts as one test", () => {
  expect(countOne(0)).toEqual({ passed: 1, failed: 0 });
  expect(countOne(2)).toEqual({ passed: 0, failed: 1 });
  expect(countOne(null)).toEqual({ passed: 0, failed: 1 });
});

test("counting: passed tests count as passed", () => {
  expect(countVitest(0, vitest({}))).toEqual({ passed: 5, failed: 0 });
  expect(countPlaywright(0, playwright({}))).toEqual({ passed: 3, failed: 0 });
  const report = write({ passed: 2, failed: 1 });
  expect(countReported(1, report)).toEqual({ passed: 2, failed: 1 });
});

test("counting: a skipped test counts as failed", () => {
  const report = vitest({ numTotalTests: 7 });
  expect(countVitest(0, report).failed).toBe(2);
  expect(countPlaywright(0, playwright({ skipped: 1 })).failed).toBe(1);
});

test("counting: a test that passes only on a retry counts as failed", () => {
  expect(countPlaywright(0, playwright({ flaky: 1 })).failed).toBe(1);
});

test("counting: a test file that does not load counts as failed", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(countVitest(1, vitest({ testResults })).failed).toBe(1);
});

test("counting: an error outside the tests counts as a failure", () => {
  expect(countVitest(1, vitest({})).failed).toBe(1);
  expect(countPlaywright(1, playwright({})).failed).toBe(1);
});

test("counting: a stage that runs nothing or leaves no report counts as failed", () => {
  const nothing = vitest({ numTotalTests: 0, numPassedTests: 0 });
  expect(countVitest(0, nothing).failed).toBe(1);
  expect(countPlaywright(0, playwright({ expected: 0 })).failed).toBe(1);
  const missing = join(folder, "missing.json");
  for (const count of [countVitest, countPlaywright, countReported]) {
    expect(count(0, missing)).toEqual({ passed: 0, failed: 1 });
  }
});

const chosen = (...args: string[]) => {
  const { stages, leftOut } = chosenStages(args, {
    reportOf: (name: string) => name,
    root,
  });
  return {
    names: stages.map(({ name }) => name),
    text: JSON.stringify(stages.map(({ command, env }) => [command, env])),
    leftOut,
  };
};

test("the chosen stages: are all short ones by default, with a phrase for each part that is left out", () => {
  const core = chosen();
  expect(core.names).toEqual(
    expect.arrayContaining([
      "lint",
      "format",
      "unused",
      "generated",
      "vitest",
      "e2e",
    ]),
  );
  expect(core.text).toContain('"--exclude={engine,tests}/faults/**"');
  expect(core.text).toContain('"STORIES":"core"');
  const { scripts } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as { scripts: Record<string, string> };
  expect(scripts["lint"]).toContain("--type-check");
  expect(core.leftOut).toEqual([
    expect.stringContaining("budgets"),
    expect.stringContaining("faults"),
    expect.stringContaining("@core"),
  ]);
});

test("the chosen stages: no project of Vitest has its own exclude, which would replace what the core leaves out", () => {
  const config = readFileSync(join(root, "vite.config.ts"), "utf8");
  expect(config).toContain("projects: [");
  expect(config).not.toMatch(/\bexclude:/);
});

test("the chosen stages: leave nothing out with --all or when they are named", () => {
  const all = chosen("--all");
  expect(all.names).toEqual(
    expect.arrayContaining([...chosen().names, "budgets"]),
  );
  const some = chosen("--only", "vitest,e2e");
  for (const { text, leftOut } of [all, some]) {
    expect(text).not.toMatch(/--exclude|STORIES/);
    expect(leftOut).toEqual([]);
    expect(text).not.toContain("--project");
  }
  expect(chosen("--only", "e2e,lint").names).toEqual(["lint", "e2e"]);
});

test.each([
  ["--only"],
  ["--only", "lnit"],
  ["--all", "--only", "lint"],
  ["all"],
])("the chosen stages: refuse %s %s with the usage", (...args) =>
  expect(() => chosen(...args)).toThrow("usage: npm test"),
);

test("an unknown stage is refused, and the last line still counts passed and failed", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["tests/run.mjs", "--only", "lnit"],
    { cwd: root, encoding: "utf8" },
  );
  expect(status).toBe(1);
  expect(stderr).toContain("--only lint,format");
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("0 passed, 1 failed");
});
