/**
 * Reads the journal's records that a database lacks. Changes nothing.
 *
 * Each record was on disk before the next one began. So a crash leaves at most the last one incomplete, and its commits were
 * never acknowledged. A gap anywhere else is damage.
 */
import { readFileSync } from "node:fs";
import { StorageError } from "../storage-error.ts";
import type { Batch } from "../writer/writer-messages.ts";
import { type Position } from "./journal.ts";
import { journalFiles } from "./journal-files.ts";
import {
  BLOCK,
  contentOf,
  type FoundRecord,
  recordAt,
  remainsAt,
} from "./record.ts";

/**
 * Batches that the database lacks, the oldest first.
 * @param at position of the database.
 * @throws StorageError `damaged` when a record is missing, damaged or of another history.
 */
export function readJournal(folder: string, at: Position): Batch[] {
  const files = journalFiles(folder);
  const found = files
    .flatMap((file) => recordsIn(file, at.sequence))
    .sort((a, b) => a.sequence - b.sequence);
  let { sequence, chain } = at;
  for (const record of found) {
    sequence++;
    if (record.sequence !== sequence || record.previous !== chain)
      throw damaged(
        `${files[0]} and ${files[1]} do not continue where the database ends (record ${record.sequence} follows ${sequence - 1})`,
      );
    if (record.catalog > at.catalog)
      throw damaged(
        `${files[0]} and ${files[1]} were written for tables that the database does not have`,
      );
    chain = record.crc;
  }
  return found.map((record) => ({
    kind: "batch",
    ts: record.ts,
    sequence: record.sequence,
    chain: record.crc,
    ...contentOf(record),
  }));
}

/**
 * The newest records in the journal without a gap, even if the database has them.
 * @param reached the newest one; nothing is returned when it is missing.
 */
export function leftRecords(folder: string, reached: Position): FoundRecord[] {
  const found = journalFiles(folder)
    .flatMap((file) => runIn(contentsOf(file)).records)
    .sort((a, b) => b.sequence - a.sequence);
  const left: FoundRecord[] = [];
  let { sequence, chain } = reached;
  for (const record of found) {
    if (record.sequence !== sequence || record.crc !== chain) break;
    left.unshift(record);
    sequence--;
    chain = record.previous;
  }
  return left;
}

/**
 * A sentence about an incomplete record after the newest one, which was left out; null without one. A power failure leaves such
 * a record, which was never acknowledged. A disk that alters an acknowledged record leaves the same.
 * @param reached the newest one.
 */
export function lostRecord(
  folder: string,
  reached: Pick<Position, "sequence" | "chain">,
): string | null {
  for (const file of journalFiles(folder)) {
    const bytes = contentsOf(file);
    const remains = remainsAt(bytes, runIn(bytes).end, reached);
    const what = `The last record of ${file} (${reached.sequence + 1}) was skipped`;
    if (remains === "damaged")
      return `${what}: it is damaged. Its commits were answered, or about to be; restore a backup or the archive if they matter.`;
    if (remains === "torn")
      return `${what}: it is incomplete. After a power cut, none of its commits had been answered; otherwise restore a backup or the archive if they matter.`;
  }
  return null;
}

/** Whether the bytes of a file have a record of its newest use, but not the one before it. */
export function hasGap(bytes: Buffer): boolean {
  const { records, end } = runIn(bytes);
  return behind(bytes, end, records.at(-1)?.sequence ?? 0) !== null;
}

/** Records of one file that the database lacks, in order. */
function recordsIn(file: string, known: number): FoundRecord[] {
  const bytes = contentsOf(file);
  const { records, end } = runIn(bytes);
  const lost = behind(bytes, end, known);
  if (lost)
    throw damaged(
      `${file} is damaged (record ${lost.sequence} is there, but an earlier one is missing)`,
    );
  return records.filter(({ sequence }) => sequence > known);
}

/** The records that a file begins with, and where they end. */
function runIn(bytes: Buffer): { records: FoundRecord[]; end: number } {
  const records: FoundRecord[] = [];
  let end = 0;
  let record = recordAt(bytes, 0);
  const opened = record?.opened ?? 0;
  let due = opened;
  while (record && record.opened === opened && record.sequence === due) {
    records.push(record);
    end += record.size;
    due++;
    record = recordAt(bytes, end);
  }
  return { records, end };
}

/** The first record from an offset on that is newer than `known`. Remains of an earlier use of the file are older. */
function behind(bytes: Buffer, from: number, known: number) {
  for (let at = from; at < bytes.length; at += BLOCK) {
    const record = recordAt(bytes, at);
    if (record && record.sequence > known) return record;
  }
  return null;
}

function contentsOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      return Buffer.alloc(0);
    throw error;
  }
}

function damaged(what: string): StorageError {
  return new StorageError(
    "damaged",
    `${what}; restore a backup, or, if the database is already a restored backup, delete both files of the journal.`,
  );
}
