/** One line of the report: medians, ranges, ratios and the verdict. Pass lines are those of docs/bench.md. */
import { median } from "./statistics.ts";

/** Values of one side, one per round. */
export type Side = {
  readonly name: string;
  readonly values: readonly number[];
};

/** STRETCH: as near to the limit as hoped for. NEAR: a miss that noise explains. INFO: no line to keep. */
export type Verdict = "STRETCH" | "PASS" | "NEAR" | "FAIL" | "INFO";

/** A ratio of medians that must stay at or below `atMost`, or at or above `atLeast`. */
export type Line = {
  readonly label: string;
  readonly ratio: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** The ratio at the limit of what is possible, on the same side as the line. */
  readonly stretch?: number;
  /** Share beyond the line that still counts as noise: NEAR, not FAIL. */
  readonly slack: number;
};

export type Figure = {
  /** e.g. `P1a N=1000`. */
  readonly id: string;
  readonly unit:
    | "us"
    | "ms"
    | "s"
    | "min"
    | "/s"
    | "x"
    | "MiB"
    | "KiB"
    | "kB"
    | " points";
  readonly engine: Side;
  readonly others: readonly Side[];
  readonly lines: readonly Line[];
  readonly note?: string;
};

/** Processor-time ratios: the raw floor's own rounds differ by this much. */
export const PROCESSOR_SLACK = 0.2;

/** Latency varies up to twofold between rounds. This is the slack that the floor's own worst round would need. */
export const latencySlack = (floor: readonly number[]) =>
  Math.max(...floor) / median(floor) - 1;

/** Ratio of the medians of two sides. */
export const ratioOf = (engine: readonly number[], other: readonly number[]) =>
  median(engine) / median(other);

/** A line about the ratio of two sides' medians. */
export const lineOf = (
  label: string,
  engine: readonly number[],
  other: readonly number[],
  slack: number,
  limit: Pick<Line, "atMost" | "atLeast" | "stretch"> = {},
): Line => ({ label, ratio: ratioOf(engine, other), ...limit, slack });

export function judgeLine(line: Line): Verdict {
  const { ratio, slack, stretch, atMost, atLeast } = line;
  // Written so that a ratio of NaN fails.
  const keeps = (limit: number, share: number) =>
    atMost === undefined
      ? ratio >= limit / (1 + share)
      : ratio <= limit * (1 + share);
  const limit = atMost ?? atLeast;
  if (limit === undefined) return "INFO";
  if (stretch !== undefined && keeps(stretch, 0)) return "STRETCH";
  if (keeps(limit, 0)) return "PASS";
  return keeps(limit, slack) ? "NEAR" : "FAIL";
}

/** `<=1.25`, `>=0.5`; empty when the line has no limit. */
export function showLimit({ atMost, atLeast }: Line): string {
  if (atMost !== undefined) return `<=${atMost}`;
  return atLeast === undefined ? "" : `>=${atLeast}`;
}

/** The worst verdict of its lines. */
export function judge(figure: Figure): Verdict {
  const verdicts = figure.lines.map(judgeLine);
  for (const verdict of ["FAIL", "NEAR", "PASS", "STRETCH"] as const)
    if (verdicts.includes(verdict)) return verdict;
  return "INFO";
}

function show(value: number): string {
  if (value >= 1000) return Math.round(value).toString();
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** `engine 3.9ms [3.8-4.0]`: median and range over the rounds. */
export function showSide({ name, values }: Side, unit: string): string {
  const range = `${show(Math.min(...values))}-${show(Math.max(...values))}`;
  return `${name} ${show(median(values))}${unit} [${range}]`;
}

function showLine(line: Line): string {
  const limit = showLimit(line);
  const text = `${line.label} ${line.ratio.toFixed(2)}`;
  return limit ? `${text} (${limit})` : text;
}

/** `P1a N=1000 engine 3.9ms [3.8-4.0] floor 3.6ms [3.5-3.7] engine/floor 1.08 (<=1.25) PASS` */
export const formatFigure = (figure: Figure) =>
  [
    figure.id,
    ...[figure.engine, ...figure.others].map((side) =>
      showSide(side, figure.unit),
    ),
    ...figure.lines.map(showLine),
    ...(figure.note ? [`(${figure.note})`] : []),
    judge(figure),
  ].join(" ");
