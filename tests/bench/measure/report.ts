/** The figures of a run as a Markdown table, and its place in docs/bench.md. Prints nothing. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { format } from "prettier";
import {
  judgeLine,
  showLimit,
  showSide,
  type Figure,
  type Line,
} from "./figure.ts";

const BEGIN = "<!-- bench:begin -->";
const END = "<!-- bench:end -->";

/** How busy the machine was: what else ran on it besides the bench shows in the average before it began. */
export function load(): string {
  return loadavg()
    .map((average) => average.toFixed(1))
    .join(" ");
}

/**
 * One row for each line that has something to keep, with a sentence about the machine above.
 * @param before the load when the run began
 */
export function reportOf(figures: readonly Figure[], before: string): string {
  const rows = figures.flatMap((figure) =>
    figure.lines
      .filter((line) => judgeLine(line) !== "INFO")
      .map((line) => row(figure, line)),
  );
  return [
    `${machine()} Load of the machine (averages over 1, 5 and 15 minutes) when it began ${before}, when it ended ${load()}.`,
    "",
    "| Figure | Measured: median [range over rounds] | Ratio | Pass | Stretch | Verdict |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** Puts the report between its two marks, formatted like the rest. @throws Error when the file does not have them. */
export async function writeReport(file: string, report: string): Promise<void> {
  const text = readFileSync(file, "utf8");
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from)
    throw new Error(`${file} has no ${BEGIN} … ${END}`);
  const head = text.slice(0, from + BEGIN.length);
  const whole = `${head}\n\n${report}\n\n${text.slice(to)}`;
  writeFileSync(file, await format(whole, { parser: "markdown" }));
}

function row(figure: Figure, line: Line): string {
  const sides = [figure.engine, ...figure.others]
    .map((side) => showSide(side, figure.unit))
    .join("; ");
  const limit = showLimit(line);
  const stretch =
    line.stretch === undefined ? "" : `${limit.slice(0, 2)}${line.stretch}`;
  return `| ${[
    figure.id,
    sides,
    `${line.label} ${line.ratio.toFixed(2)}`,
    limit,
    stretch,
    judgeLine(line),
  ].join(" | ")} |`;
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `Measured ${day} on ${cpus().length} × ${first?.model ?? "unknown"}, ${memory} GiB, Node ${process.version}; servers on one processor, clients on another; pages (P6) wherever there is room.`;
}
