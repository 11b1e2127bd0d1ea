/** The figures of all results as Markdown tables, and their place in docs/bench.md. Prints nothing. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import {
  judgeLine,
  showLimit,
  showSide,
  type Figure,
  type Line,
} from "./figure.ts";
import type { Result } from "./results.ts";

const BEGIN = "<!-- results:begin -->";
const END = "<!-- results:end -->";

/** How busy the machine is: averages over 1, 5 and 15 minutes. */
export function load(): string {
  return loadavg()
    .map((average) => average.toFixed(1))
    .join(" ");
}

/** One row for each line that has something to keep, below a sentence about the machine; then when each was measured. */
export function reportOf(results: readonly Result[]): string {
  return [
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
}

/** Puts the report between its two marks. @throws Error when the file does not have them. */
export function writeReport(file: string, report: string): void {
  const text = readFileSync(file, "utf8");
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from)
    throw new Error(`${file} has no ${BEGIN} … ${END}`);
  const head = text.slice(0, from + BEGIN.length);
  const whole = `${head}\n\n${report}\n\n${text.slice(to)}`;
  writeFileSync(file, whole);
}

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

/** A sentence without its verb: what was measured on. */
export function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model ?? "unknown"}, ${memory} GiB, Node ${process.version}.`;
}
