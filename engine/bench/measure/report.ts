/** The figures of all results as Markdown tables. Prints nothing. */
import { cpus, loadavg, totalmem } from "node:os";
import {
  judgeLine,
  showLimit,
  showSide,
  type Figure,
  type Line,
} from "./figure.ts";
import type { Result } from "./results.ts";

/** How busy the machine is: averages over 1, 5 and 15 minutes. */
export const load = () =>
  loadavg()
    .map((average) => average.toFixed(1))
    .join(" ");

/** One row per line with a limit, below a sentence about the machine. Then when each group was measured. */
export const reportOf = (results: readonly Result[]) =>
  [
    `Measured on ${machine()} Servers on one processor, clients on another; pages (P6) wherever there is room.`,
    ...(results.some(({ isQuick }) => isQuick)
      ? ["", "A quick run: a look, not a measurement."]
      : []),
    "",
    "| Figure | Measured: median [range over rounds] | Against | Ratio | Pass | Stretch | Verdict |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...results.flatMap(rowsOf),
    "",
    "| Measured | At (UTC) | Minutes | Load before (1, 5, 15 minutes) |",
    "| --- | --- | --- | --- |",
    ...results.map(
      ({ ids, startedAt, seconds, load }) =>
        `| ${ids.join(", ")} | ${new Date(startedAt).toISOString().slice(0, 16).replace("T", " ")} | ${(seconds / 60).toFixed(1)} | ${load} |`,
    ),
  ].join("\n");

function rowsOf({ ids, figures, done, error }: Result): string[] {
  const rows = figures.flatMap((figure) =>
    figure.lines
      .filter((line) => judgeLine(line) !== "INFO")
      .map((line) => row(figure, line)),
  );
  const why = (error ?? "cut short").replace(/\s+/g, " ").slice(0, 200);
  return done
    ? rows
    : [...rows, `| ${ids.join(", ")} | not whole: ${why} | | | | | FAIL |`];
}

function row(figure: Figure, line: Line): string {
  const { unit } = figure;
  const limit = showLimit(line);
  const stretch =
    line.stretch === undefined ? "" : `${limit.slice(0, 2)}${line.stretch}`;
  return `| ${[
    figure.id,
    showSide(figure.engine, unit),
    figure.others.map((side) => showSide(side, unit)).join("; "),
    `${line.label} ${line.ratio.toFixed(2)}`,
    limit,
    stretch,
    judgeLine(line),
  ].join(" | ")} |`;
}

/** The machine that was measured on, as a sentence without a verb. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model ?? "unknown"}, ${memory} GiB, Node ${process.version}.`;
}
