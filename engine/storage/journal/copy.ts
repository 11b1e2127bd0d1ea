/** Copies the journal of a folder in use. Changes nothing there. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import path from "node:path";
import { replaceFile } from "../database/replace-file.ts";
import { journalFiles } from "./journal-files.ts";
import { BLOCK } from "./record.ts";
import { hasGap } from "./recovery.ts";

/** Copies made before a gap counts as damage, which opening the copy reports. */
const ATTEMPTS = 10;

/**
 * Copies both files as of one moment, with neither restarted during the copy. Of the records that the database lacks, only
 * those still being written at the end may be missing.
 * @param read reads a file; tests change files meanwhile.
 */
export function copyJournal(
  from: string,
  to: string,
  read: (file: string) => Buffer = readWhole,
): void {
  const files = journalFiles(from);
  for (let attempt = 1; ; attempt++) {
    const heads = files.map(headOf);
    const contents = files.map(read);
    if (!files.every((file, i) => heads[i]?.equals(headOf(file)))) continue;
    // A read that is overtaken may see a record and not the one before it.
    if (contents.some(hasGap) && attempt < ATTEMPTS) continue;
    for (const [i, file] of files.entries())
      replaceFile(path.join(to, path.basename(file)), contents[i] ?? "");
    return;
  }
}

function readWhole(file: string): Buffer {
  return readFileSync(file);
}

/** The first block, which distinguishes one use of a file from the next. */
function headOf(file: string): Buffer {
  const head = Buffer.alloc(BLOCK);
  const descriptor = openSync(file, "r");
  try {
    return head.subarray(0, readSync(descriptor, head, 0, BLOCK, 0));
  } finally {
    closeSync(descriptor);
  }
}
