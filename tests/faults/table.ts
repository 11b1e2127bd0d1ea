/** What fault tests found, as a Markdown table from Vitest's own reports. Prints nothing, runs nothing. */
import { machine } from "../bench/measure/report.ts";

/** The parts of the report of Vitest's json reporter that are used. */
export type VitestReport = {
  readonly success: boolean;
  /** Milliseconds since 1970. */
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
  /** Null when there is none: it was ended, or ended itself, before it had one. */
  readonly report: VitestReport | null;
  readonly isLate: boolean;
};

/** One row a test; a file that did not run to its end, or in which nothing ran, is one that failed. */
export function tableOf(
  outcomes: readonly Outcome[],
  pace: "full" | "short",
): { table: string; passed: number; failed: number } {
  const rows = outcomes.flatMap(rowsOf);
  const passed = rows.filter(({ result }) => result === "passed").length;
  const starts = outcomes.flatMap(({ report }) => report?.startTime ?? []);
  const days = [...new Set(starts.map(dayOf))].sort().join(" to ");
  const table = [
    `${days === "" ? "Not run" : `Run ${days}`} at ${pace} length on ${machine()}`,
    "",
    "| File | What was tried | Result | Seconds |",
    "| --- | --- | --- | --- |",
    ...rows.map(
      ({ file, what, result, seconds }) =>
        `| ${file} | ${what.replaceAll("|", "\\|")} | ${result} | ${seconds} |`,
    ),
  ].join("\n");
  return { table, passed, failed: rows.length - passed };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function rowsOf({ name: file, report, isLate }: Outcome) {
  const tests = report?.testResults.flatMap((one) => one.assertionResults);
  const rows = (tests ?? []).map(({ fullName, status, duration }) => ({
    file,
    what: fullName,
    result: status,
    seconds: ((duration ?? 0) / 1000).toFixed(1),
  }));
  const isWhole = report !== null && rows.length > 0 && !isLate;
  const hasOwnFailure = rows.some(({ result }) => result !== "passed");
  if (isWhole && (report.success || hasOwnFailure)) return rows;
  const said = report?.testResults.find(({ message }) => message !== "");
  const why = isLate
    ? "out of time"
    : (said?.message.split("\n", 1)[0] ?? "ended without a report");
  return [...rows, { file, what: "the whole file", result: why, seconds: "" }];
}
