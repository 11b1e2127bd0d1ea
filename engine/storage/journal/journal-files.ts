/** Where the journal's two files are. Writing them is in journal.ts. */
import path from "node:path";
import { syncFolder } from "../../preflight/folders.mjs";
import { makePrivateFile } from "../database/replace-file.ts";

/** Paths of the two files in a data folder. */
export function journalFiles(folder: string): readonly [string, string] {
  return [
    path.join(folder, "engine.journal-1"),
    path.join(folder, "engine.journal-2"),
  ];
}

/** Creates missing files. On disk when it returns. */
export function makeJournalFiles(folder: string): void {
  for (const file of journalFiles(folder)) makePrivateFile(file);
  syncFolder(folder);
}
