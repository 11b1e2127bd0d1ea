/** Scores a set of outcomes: how often the range was right, and the error of its middle against the rivals. */
import { median } from "../../../engine/bench/measure/statistics.ts";
import type { Outcome } from "./replay.ts";
import { STRONGER } from "./rivals.ts";

export type Score = {
  readonly promises: number;
  /** Share of actual waits within the shown range. */
  readonly hitRate: number;
  /** Median width of the shown range, in minutes. */
  readonly width: number;
  /** Median absolute error of the middle, in minutes. */
  readonly error: number;
  /** The same for each rival, by name, over the same people. */
  readonly rivals: ReadonlyMap<string, number>;
};

/** Covers the people for whom every rival gave an estimate. */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  const most = Math.max(0, ...outcomes.map(({ rivals }) => rivals.size));
  const all = outcomes.filter(({ rivals }) => rivals.size === most);
  const hits = all.filter(
    ({ low, high, actual }) => low <= actual && actual <= high,
  );
  const names = [...(all[0]?.rivals.keys() ?? [])];
  const errorOf = (said: (outcome: Outcome) => number) =>
    median(all.map((outcome) => Math.abs(said(outcome) - outcome.actual)));
  return {
    promises: all.length,
    hitRate: hits.length / all.length,
    width: median(all.map(({ low, high }) => high - low)),
    error: errorOf(({ p50 }) => p50),
    rivals: new Map(
      names.map((name) => [
        name,
        errorOf(({ rivals }) => rivals.get(name) ?? NaN),
      ]),
    ),
  };
}

/** The error divided by that of the best rival that is sold or specified. */
export function errorRatio({ error, rivals }: Score): number {
  const simple = [...rivals].filter(([name]) => name !== STRONGER);
  return error / Math.min(...simple.map(([, minutes]) => minutes));
}
