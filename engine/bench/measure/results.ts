/** What a group has measured, kept as a file for each so that a run that is cut loses nothing. Not the table of them (report.ts). */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
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
  /** Of the machine when the group began. */
  readonly load: string;
  readonly figures: readonly Figure[];
  /** Whether all figures of the group are there. */
  readonly done: boolean;
  /** Why they are not. */
  readonly error?: string;
};

/** Full and quick results lie apart: the one never passes for the other. */
export function resultFile(id: string, isQuick: boolean): string {
  return join(FOLDER, isQuick ? "quick" : "full", `${id}.json`);
}

export function saveResult(file: string, result: Result): void {
  mkdirSync(dirname(file), { recursive: true });
  // Never half a file, whenever the run is cut.
  writeFileSync(`${file}.new`, JSON.stringify(result, null, 1));
  renameSync(`${file}.new`, file);
}

/** @returns null when the group has not been measured */
export function readResult(file: string): Result | null {
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Result)
    : null;
}

/** Keeps the table of all results beside them. */
export function saveTable(table: string, isQuick: boolean): void {
  const folder = join(FOLDER, isQuick ? "quick" : "full");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "table.md"), `${table}\n`);
}
