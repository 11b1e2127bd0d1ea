/** Types that every figure gets: how long to measure, where to put files, where to report. */
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
  /** Values that `--only` may name. The first is the name of the group's results. */
  readonly ids: readonly [string, ...string[]];
  /** Duration of a full run on an idle machine with two processors. The group is stopped after a multiple of it. */
  readonly minutes: number;
  readonly run: (context: BenchContext) => Promise<void>;
};
