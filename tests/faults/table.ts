/** What fault tests found, as a Markdown table from Vitest's own reports. Prints nothing, runs nothing. */
import { machine } from "../../engine/bench/measure/report.ts";

/** The parts of Vitest's json report used here, and the commit it was made on. */
export type VitestReport = {
  /** Abbreviated, with a `+` when files differed from it. */
  readonly commit?: string;
  readonly success: boolean;
  readonly startTime: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly duration?: number | null;
    }[];
  }[];
};
export type Outcome = {
  readonly name: string;
  /** Null without a report: the run was stopped, or exited, before it had one. */
  readonly report: VitestReport | null;
  readonly isLate: boolean;
};
type Row = {
  readonly file: string;
  readonly what: string;
  readonly result: string;
  readonly seconds: string;
  readonly on: string;
};

/** One row per test, by file. A file that did not run to its end, or in which nothing ran, is a failed row. */
export function tableOf(outcomes: readonly Outcome[], pace: "full" | "short") {
  const rows = outcomes.flatMap(rowsOf);
  const passed = rows.filter(({ result }) => result === "passed").length;
  const byFile = rows.sort((a, b) => a.file.localeCompare(b.file));
  const table = [
    `At ${pace} length on ${machine()}`,
    "",
    "| File | What was tried | Result | Seconds | On |",
    "| --- | --- | --- | --- | --- |",
    ...byFile.map(
      ({ file, what, result, seconds, on }) =>
        `| ${file} | ${what.replaceAll("|", "\\|")} | ${result} | ${seconds} | ${on} |`,
    ),
  ].join("\n");
  return { table, passed, failed: rows.length - passed };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function rowsOf({ name: file, report, isLate }: Outcome): Row[] {
  const { startTime = Date.now(), commit = "" } = report ?? {};
  const on = `${dayOf(startTime)} ${commit}`.trim();
  const tests = report?.testResults.flatMap((one) => one.assertionResults);
  const rows = (tests ?? []).map(({ fullName, status, duration }) => ({
    file,
    what: fullName,
    result: status,
    seconds: ((duration ?? 0) / 1000).toFixed(1),
    on,
  }));
  const isWhole = report !== null && rows.length > 0 && !isLate;
  const hasOwnFailure = rows.some(({ result }) => result !== "passed");
  if (isWhole && (report.success || hasOwnFailure)) return rows;
  const said = report?.testResults.find(({ message }) => message !== "");
  const why = isLate
    ? "out of time"
    : (said?.message.split("\n", 1)[0] ?? "ended without a report");
  const whole = { file, what: "the whole file", result: why, seconds: "", on };
  return [...rows, whole];
}
