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
import { failuresOfPlaywright, failuresOfVitest } from "../run/failures.mjs";
import { chosenStages } from "../run/stages.mjs";
import { slowest, timesOfPlaywright, timesOfVitest } from "../run/slowest.mjs";
import { underwayIn } from "../run/underway.mjs";
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

test("each failure is named with the first line of its reason: from Vitest, also for a file that does not load", () => {
  const file = { name: join(root, "tests/a.test.ts"), status: "failed" };
  const report = write({
    testResults: [
      {
        ...file,
        assertionResults: [
          { status: "passed", fullName: "one" },
          {
            status: "failed",
            fullName: "two",
            failureMessages: ["Error: \u001B[31mno\u001B[39m\n    at b"],
          },
        ],
      },
      { ...file, message: "not found\nby c", assertionResults: [] },
    ],
  });
  expect(failuresOfVitest(report, root)).toEqual([
    "tests/a.test.ts > two: Error: no",
    "tests/a.test.ts: not found",
  ]);
  expect(failuresOfVitest(join(folder, "missing.json"), root)).toEqual([]);
});

test("each failure is named with the first line of its reason: from Playwright, with the width and the line", () => {
  const spec = (status: string, results: object[]) => ({
    file: "a.spec.ts",
    title: "one",
    tests: [{ status, projectName: "phone", results }],
  });
  const location = { file: "/x/world.ts", line: 7, column: 3 };
  const error = { message: "Error: no\n  at b", location };
  const suites = [
    {
      specs: [spec("expected", [{}])],
      suites: [{ specs: [spec("flaky", [{ error }, {}])] }],
    },
  ];
  expect(failuresOfPlaywright(write({ suites }))).toEqual([
    "e2e/a.spec.ts > one (phone): Error: no (world.ts:7)",
  ]);
});

test("the tests and files that were running when Vitest was ended are named", () => {
  const lines = [
    { begun: "a.test.ts", at: 1000 },
    { begun: "b.test.ts", at: 2000 },
    { begun: "a.test.ts > one", at: 2000 },
    { begun: "a.test.ts > two", at: 2500 },
    { begun: "b.test.ts > lost", at: 2500 },
    { ended: "a.test.ts > one", at: 3000 },
    { ended: "b.test.ts", at: 4000 },
  ];
  const file = join(folder, "underway");
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(underwayIn(file, 61_000)).toEqual([
    "a.test.ts: underway for 60 s",
    "a.test.ts > two: underway for 59 s",
  ]);
  expect(underwayIn(join(folder, "missing"))).toEqual([]);
});

test("the ten slowest files of both reports are listed, longest first", () => {
  const testResults = Array.from({ length: 12 }, (_, n) => ({
    name: join(root, `tests/${n}.test.ts`),
    startTime: 1000,
    endTime: 1000 + n * 100,
  }));
  const spec = (duration: number) => ({ tests: [{ results: [{ duration }] }] });
  const suites = [
    { file: "a.spec.ts", specs: [spec(50)], suites: [{ specs: [spec(1500)] }] },
  ];
  const lines = slowest([
    ...timesOfVitest(write({ testResults }), root),
    ...timesOfPlaywright(write({ suites })),
    ...timesOfPlaywright(join(folder, "missing.json")),
  ]);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("     1.6 s  e2e/a.spec.ts");
  expect(lines[1]).toBe("     1.1 s  tests/11.test.ts");
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
