/** The messages between `npm run guards` and its test runner. */

export type Plan = {
  /** Breaks only these guards. Null: every guard that refuses something in a test. */
  readonly only: readonly number[] | null;
  readonly without: readonly number[];
  /** The guard that is broken from the start of the file while its tests run once. 0: none. */
  readonly whole: number;
};

export type Line =
  | {
      readonly type: "missed" | "noticed" | "begun";
      readonly guard: number;
      readonly by: string;
    }
  /** A test that fails with no guard broken, so that it notices none. */
  | { readonly type: "failing"; readonly by: string }
  /** Guards that refused something before, between or after the tests of a file. */
  | {
      readonly type: "outside";
      readonly guards: readonly number[];
      readonly file: string;
    }
  /** The file is done. If a broken guard spoilt it, `spoiltBy` names the guard, and the rest of the file was not tried. */
  | {
      readonly type: "done";
      readonly file: string;
      readonly spoiltBy: number | null;
    };

/** Where the children of a test file write which guards refused something. */
export const childLog = (log: string, file: string): string =>
  `${log}-${file.replaceAll("/", "_")}`;
