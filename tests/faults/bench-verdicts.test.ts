/** The bench's own judgement and its light client, without servers: a bench that cannot fail proves nothing. */
import { expect, test } from "vitest";
import { formatFigure, judge, type Figure } from "../bench/measure/figure.ts";
import { reportOf } from "../bench/measure/report.ts";
import { median, percentile } from "../bench/measure/statistics.ts";
import {
  clientFrame,
  FrameReader,
  Opcode,
  serverTextFrame,
} from "../bench/wire/frames.ts";
import { rowsIn, tableOf, type VitestReport } from "./table.ts";

function figure(ratio: number): Figure {
  return {
    id: "P1a N=1000",
    unit: "ms",
    engine: { name: "engine", values: [3.9, 3.8, 4] },
    others: [{ name: "floor", values: [3.6, 3.5, 3.7] }],
    lines: [{ label: "engine/floor", ratio, atMost: 1.25, slack: 0.2 }],
  };
}

test.each([
  { ratio: 1.25, verdict: "PASS" },
  { ratio: 1.26, verdict: "NEAR" },
  { ratio: 1.5, verdict: "NEAR" },
  { ratio: 1.51, verdict: "FAIL" },
  { ratio: NaN, verdict: "FAIL" },
])("a ratio of $ratio against 1.25 is $verdict", ({ ratio, verdict }) => {
  expect(judge(figure(ratio))).toBe(verdict);
});

test("a rate that must not fall below its line", () => {
  const line = { label: "engine/loop", atLeast: 1, slack: 0.2 };
  const judged = (ratio: number) =>
    judge({ ...figure(1), lines: [{ ...line, ratio }] });
  expect([1, 0.9, 0.8].map(judged)).toEqual(["PASS", "NEAR", "FAIL"]);
});

test("the worst line decides, and a figure without a line decides nothing", () => {
  const { lines } = figure(1);
  expect(judge({ ...figure(1), lines: [...lines, ...figure(9).lines] })).toBe(
    "FAIL",
  );
  expect(judge({ ...figure(1), lines: [] })).toBe("INFO");
});

test("a figure is one line with medians, ranges and ratios", () => {
  expect(formatFigure(figure(1.083))).toBe(
    "P1a N=1000 engine 3.90ms [3.80-4.00] floor 3.60ms [3.50-3.70] engine/floor 1.08 (<=1.25) PASS",
  );
});

test("median and percentile interpolate", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(percentile([0, 100], 99)).toBe(99);
  expect(() => median([])).toThrow("No samples.");
});

test("a group that was cut is in the table with what it had, and as a failure", () => {
  const group = { ids: ["P1a", "P1b"], isQuick: false, startedAt: 0 };
  const cut = { ...group, seconds: 60, load: "0.1 0.2 0.3", done: false };
  const report = reportOf([
    { ...cut, figures: [figure(1)], error: "out of time" },
  ]);
  const rows = report.split("\n").filter((row) => row.startsWith("| P1a"));
  expect(rows).toEqual([
    "| P1a N=1000 | engine 3.90ms [3.80-4.00] | floor 3.60ms [3.50-3.70] | engine/floor 1.00 | <=1.25 |  | PASS |",
    "| P1a, P1b | not whole: out of time | | | | | FAIL |",
    "| P1a, P1b | 1970-01-01 00:00 | 1.0 | 0.1 0.2 0.3 |",
  ]);
});

test("a file of faults that was cut, or ran nothing, has failed", () => {
  const report = (success: boolean, statuses: string[]): VitestReport => ({
    commit: "abc",
    success,
    startTime: 0,
    testResults: [
      {
        message: success ? "" : "broken\nat once",
        assertionResults: statuses.map((status) => ({
          ...{ fullName: "R1", status, duration: 1500 },
        })),
      },
    ],
  });
  const { table, passed, failed } = tableOf(
    [
      { name: "whole", isLate: false, report: report(true, ["passed"]) },
      { name: "failed", isLate: false, report: report(false, ["failed"]) },
      { name: "unloaded", isLate: false, report: report(false, []) },
      { name: "empty", isLate: false, report: report(true, []) },
      { name: "late", isLate: true, report: null },
      { name: "skipped", isLate: false, report: report(true, ["skipped"]) },
      { name: "gone", isLate: false, report: null },
    ],
    "full",
  );
  const on = "1970-01-01 abc";
  const today = new Date().toISOString().slice(0, 10);
  expect({ passed, failed }).toEqual({ passed: 1, failed: 6 });
  expect(table.split("\n").slice(4)).toEqual([
    `| empty | the whole file | ended without a report |  | ${on} |`,
    `| failed | R1 | failed | 1.5 | ${on} |`,
    `| gone | the whole file | ended without a report |  | ${today} |`,
    `| late | the whole file | out of time |  | ${today} |`,
    `| skipped | R1 | skipped | 1.5 | ${on} |`,
    `| unloaded | the whole file | broken |  | ${on} |`,
    `| whole | R1 | passed | 1.5 | ${on} |`,
  ]);
});

test("rows of files that did not run stay in the table of faults as they were", () => {
  const on = "2026-11-23 0123abcd";
  const row = { file: "cut", what: "a|b", result: "passed", seconds: "1", on };
  const { table, passed, failed } = tableOf([], "full", [row]);
  expect(table).toContain("| cut | a\\|b | passed | 1 |");
  expect({ passed, failed }).toEqual({ passed: 0, failed: 0 });
  expect(
    rowsIn(`# Faults\n\n| Command | Does |\n\n${table}\n\n| By | What |`),
  ).toEqual([row]);
});

/** What a reader makes of bytes that arrive in pieces of `size`. */
function readInPieces(bytes: Buffer, size: number): string[] {
  const seen: string[] = [];
  const reader = new FrameReader((opcode, payload) =>
    seen.push(`${opcode}:${payload.toString()}`),
  );
  for (let at = 0; at < bytes.length; at += size)
    reader.push(bytes.subarray(at, at + size));
  return seen;
}

test.each([13, 1000, 100_000])("frames survive pieces of %d bytes", (size) => {
  const texts = ["", "a", "x".repeat(125), "y".repeat(126), "ü".repeat(40_000)];
  const bytes = Buffer.concat(texts.map(serverTextFrame));
  expect(readInPieces(bytes, size)).toEqual(texts.map((text) => `1:${text}`));
});

test("fragments are joined and control frames may stand between them", () => {
  const start = Buffer.from([Opcode.text, 2, 0x61, 0x62]);
  const ping = Buffer.from([0x80 | Opcode.ping, 0]);
  const end = Buffer.from([0x80 | Opcode.continuation, 1, 0x63]);
  expect(readInPieces(Buffer.concat([start, ping, end]), 100)).toEqual([
    "9:",
    "1:abc",
  ]);
});

test("a masked frame from a server is refused", () => {
  expect(() => readInPieces(clientFrame(Opcode.text, "hello"), 100)).toThrow(
    "masked",
  );
});
