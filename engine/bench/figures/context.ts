/** What every figure is given: how long to measure, where to put files, where to report. Holds types only. */
import type { Figure } from "../measure/figure.ts";

export type BenchContext = {
  /** Folder for databases; removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  /** Share of the full number of writes: 1, or less with --quick. */
  readonly effort: number;
  /** Prints the line, saves it and remembers the verdict. */
  readonly report: (figure: Figure) => void;
};

/** A group of figures measured together, in a process of their own. */
export type FigureGroup = {
  /** What `--only` may name. The first is the name of its results. */
  readonly ids: readonly [string, ...string[]];
  /** What a full run takes on an idle machine of two processors; it is ended after a multiple of that. */
  readonly minutes: number;
  readonly run: (context: BenchContext) => Promise<void>;
};
