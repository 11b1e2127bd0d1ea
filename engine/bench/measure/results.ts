/** The results, one file per group, so that an interrupted run loses nothing. The table is in report.ts. */
import fs from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Figure } from "./figure.ts";

const FOLDER = fileURLToPath(
  new URL("../../../bench-results", import.meta.url),
);

export type Result = {
  readonly ids: readonly string[];
  readonly isQuick: boolean;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly seconds: number;
  /** The machine's load when the group started. */
  readonly load: string;
  readonly figures: readonly Figure[];
  /** Whether the group has all its figures. */
  readonly done: boolean;
  /** Why some are missing. */
  readonly error?: string;
};

/** Full and quick results are kept apart, so that one never passes for the other. */
export const resultFile = (id: string, isQuick: boolean) =>
  join(FOLDER, isQuick ? "quick" : "full", `${id}.json`);

export function saveResult(file: string, result: Result): void {
  fs.mkdirSync(dirname(file), { recursive: true });
  // Never leaves half a file, even if interrupted.
  fs.writeFileSync(`${file}.new`, JSON.stringify(result, null, 1));
  fs.renameSync(`${file}.new`, file);
}

/** @returns null when the group is not measured yet */
export const readResult = (file: string) =>
  fs.existsSync(file)
    ? (JSON.parse(fs.readFileSync(file, "utf8")) as Result)
    : null;

/** Keeps the table of all results beside them. */
export function saveTable(table: string, isQuick: boolean): void {
  const folder = join(FOLDER, isQuick ? "quick" : "full");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(join(folder, "table.md"), `${table}\n`);
}
