/** What every figure is given: how long to measure, where to put files, where to report. Holds types only. */
import type { Figure } from "../measure/figure.ts";

export type BenchContext = {
  /** Folder for databases; removed at the end. */
  readonly folder: string;
  readonly rounds: number;
  /** Share of the full number of writes: 1, or less with --quick. */
  readonly effort: number;
  /** Prints the line and remembers the verdict. */
  readonly report: (figure: Figure) => void;
};

/** A group of figures measured together. `ids` are what `--only` may name. */
export type FigureGroup = {
  readonly ids: readonly string[];
  readonly run: (context: BenchContext) => Promise<void>;
};
