/**
 * Whether a data folder was closed in order: what tells a log that must be there from one that must not.
 * Holds one word on disk and no judgement; that is inspection.ts.
 *
 * - `closed`: everything is in the database file; a log beside it belongs to another one.
 * - `opening`: between the two; there may be a log or not.
 * - `open`: in use, or killed; the newest commits are in the log, which must be there.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { replaceFile } from "./folder-sync.ts";

const STATES = ["closed", "opening", "open"] as const;
export type FolderState = (typeof STATES)[number];

/** Null when there is none, or it is not readable. */
export function readState(folder: string): FolderState | null {
  try {
    const word = readFileSync(stateFile(folder), "utf8").trim();
    return STATES.find((state) => state === word) ?? null;
  } catch {
    return null;
  }
}

/** On disk when it returns. */
export function writeState(folder: string, state: FolderState): void {
  replaceFile(stateFile(folder), `${state}\n`);
}

function stateFile(folder: string): string {
  return path.join(folder, "engine.state");
}
