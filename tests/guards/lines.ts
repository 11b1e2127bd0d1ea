/** What `npm run guards` and the runner of its tests tell each other. */

export type Plan = {
  /** Breaks these only; null: every one that refuses something in a test. */
  readonly only: readonly number[] | null;
  readonly without: readonly number[];
  /** Broken from the start of the file, while its tests run once; 0: none. */
  readonly whole: number;
};

/** What a run tells, one line of JSON each. */
export type Line =
  | {
      readonly type: "missed" | "noticed" | "begun";
      readonly guard: number;
      readonly by: string;
    }
  /** Guards that refused something before, between or behind the tests of a file. */
  | {
      readonly type: "outside";
      readonly guards: readonly number[];
      readonly file: string;
    }
  /** The file is through; `by` which guard it was spoilt, so that the rest of it was not tried. */
  | {
      readonly type: "done";
      readonly file: string;
      readonly spoiltBy: number | null;
    };

/** Where the children of a test file write which guards refused something. */
export function childLog(log: string, file: string): string {
  return `${log}-${file.replaceAll("/", "_")}`;
}
