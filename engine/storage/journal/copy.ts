/** A copy of the journal of a folder in use. Changes nothing there. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { replaceFile } from "../replace-file.ts";
import { journalFiles } from "./journal.ts";
import { BLOCK } from "./record.ts";

/**
 * Copies both files as they are at one moment, in which neither is begun anew: records that the database has not may be
 * missing only at the end, where they are written meanwhile.
 */
export function copyJournal(from: string, to: string): void {
  const files = journalFiles(from);
  let contents: Buffer[];
  do contents = files.map((file) => readFileSync(file));
  while (!files.every((file, i) => isStill(file, contents[i])));
  for (const [i, file] of files.entries())
    replaceFile(path.join(to, path.basename(file)), contents[i] ?? "");
}

/** Whether a file begins with the record that was read: it would not if it had been begun anew. */
function isStill(file: string, content: Buffer | undefined): boolean {
  const now = readFileSync(file).subarray(0, BLOCK);
  return content?.subarray(0, BLOCK).equals(now) ?? false;
}
