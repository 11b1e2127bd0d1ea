/** Inspects a data folder, and refuses one that is not as the engine left it. Changes nothing. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { journalFiles } from "../journal/journal-files.ts";
import { APPLICATION_ID, databaseFile, SCHEMA_VERSION } from "./layout.ts";
import {
  isNextLog,
  isSameLog,
  type LogPages,
  readLog,
} from "../database/log-frames.ts";
import {
  CLOCK_PAGE,
  forEachPage,
  readPage,
  readSeal,
  type Seal,
  sealFile,
} from "./seal.ts";
import { StorageError } from "../storage-error.ts";

/** The oldest format that migration.ts can upgrade. */
const OLDEST_VERSION = 1;
const SQLITE_MAGIC = "SQLite format 3\0";
/** Offsets of `PRAGMA user_version` and `PRAGMA application_id` in SQLite's header, and its length. */
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
/** Bytes that a disk always writes as one. */
const SECTOR = 512;

/**
 * What a folder holds: nothing yet, a database without a valid seal (a restored backup, or a seal emptied by the operator), or
 * one as the engine left it.
 */
export type FolderContent = "nothing" | "unsealed" | "sealed";

/** @throws StorageError `foreign`, `newer` or `damaged`, in one line with the file and advice. */
export function inspect(folder: string): FolderContent {
  const file = databaseFile(folder);
  const isSealed = existsSync(sealFile(folder));
  const isAsItIs = isSealed && statSync(sealFile(folder)).size === 0;
  if (!existsSync(file)) {
    // A crash during creation leaves the database's draft, never anything under these names.
    for (const rest of [
      sealFile(folder),
      `${file}-wal`,
      ...journalFiles(folder),
    ])
      if (existsSync(rest))
        throw damaged(
          `${file} is missing though ${rest} is there; restore a backup`,
        );
    return "nothing";
  }
  checkHeader(file);
  if (isAsItIs) return "unsealed";
  if (!isSealed) {
    checkUnsealed(folder, file);
    return "unsealed";
  }
  checkSealed(folder, file);
  return "sealed";
}

function isUsed(file: string): boolean {
  return existsSync(file) && statSync(file).size > 0;
}

function headerOf(file: string): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return head;
}

/** Format of a file, without its log. */
export function formatOf(file: string): number {
  return headerOf(file).readUInt32BE(USER_VERSION_AT);
}

/** In bytes; 1 stands for 65,536. */
function pageSizeOf(file: string): number {
  const size = headerOf(file).readUInt16BE(PAGE_SIZE_AT);
  return size === 1 ? 65_536 : size;
}

function checkHeader(file: string): void {
  const head = headerOf(file);
  if (head.toString("latin1", 0, SQLITE_MAGIC.length) !== SQLITE_MAGIC)
    throw foreign(
      `${file} is not a database of this engine, or its header is damaged; restore a backup`,
    );
  if (head.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID)
    throw foreign(
      `${file} is a SQLite database of another program; choose another data folder`,
    );
  const version = formatOf(file);
  if (version > SCHEMA_VERSION)
    throw new StorageError(
      "newer",
      `${file} has format ${version}, and this engine reads format ${SCHEMA_VERSION}; use the newer version that wrote it, nothing was changed.`,
    );
  if (version < OLDEST_VERSION)
    throw foreign(
      `${file} has format ${version}, and this engine reads format ${SCHEMA_VERSION}; use the engine that wrote it`,
    );
}

/** Without a seal it is unknown whether a log or a journal belongs to the file. SQLite would apply any log. */
function checkUnsealed(folder: string, file: string): void {
  const journal = journalFiles(folder).find(isUsed);
  if (journal !== undefined)
    throw damaged(
      `${file} has no seal, so nobody knows whether ${journal} belongs to it; if ${file} is a restored backup, delete both files of the journal; if they belong together, make an empty file ${sealFile(folder)}`,
    );
  const pageSize = pageSizeOf(file);
  const log = readLog(file, pageSize);
  if (log === null || log.frames === 0) return;
  throw damaged(
    `${file} has no seal, so nobody knows whether ${file}-wal belongs to it; if ${file} is a restored backup, delete ${file}-wal and ${file}-shm; if the two belong together, make an empty file ${sealFile(folder)}`,
  );
}

function checkSealed(folder: string, file: string): void {
  const seal = readSeal(folder);
  const fault = seal ? faultOf(file, seal) : "has a damaged seal";
  if (fault === null) return;
  throw damaged(
    `${file} ${fault}; restore a backup, or empty ${sealFile(folder)} to open what SQLite can still read`,
  );
}

/** What is wrong with a database and its log; null when nothing is. */
function faultOf(file: string, seal: Seal): string | null {
  const { clock, sums, pageSize } = seal;
  const clocks = clock ? [clock] : [];
  const log = readLog(file, pageSize, (content, page) => {
    if (page === CLOCK_PAGE) clocks.push(content.slice());
    return 0;
  });
  return (
    faultOfLog(log, seal) ??
    (sums && faultOfPages(file, log, pageSize, sums)) ??
    (clock && faultOfEnds(file, log, seal, clocks))
  );
}

function faultOfLog(log: LogPages | null, seal: Seal): string | null {
  const isSame = log !== null && isSameLog(log.salts, seal.log.salts);
  const moved = isSame ? seal.log.frames : 0;
  switch (seal.state) {
    case "opening":
      break;
    case "closed":
      // A crash at the very end leaves a log that is completely in the file.
      return log && log.frames > moved
        ? "was closed properly, so the log beside it is not its own"
        : null;
    case "open":
      if (!log)
        return "was not closed properly, and the log with its newest commits is missing";
      if (!isSame && !isNextLog(log.salts, seal.log.salts))
        return "has the log of another database beside it";
  }
  return log && isBroken(log, moved) ? "has a damaged log" : null;
}

/**
 * A log may end in an incomplete commit. It was never acknowledged, and SQLite leaves it out. But each commit was on disk
 * before the next one began. So if two follow an unsound frame, damage destroyed the first. The header was on disk before the
 * first frame.
 * @param moved frames that are in the database file already.
 */
function isBroken(log: LogPages, moved: number): boolean {
  // SQLite would put older pages over checkpointed ones.
  if (log.hasHeader && log.frames < moved) return true;
  const safe = Math.max(log.frames, moved);
  const behind = log.commits.filter((frame) => frame > safe).length;
  return behind > (log.hasHeader ? 1 : 0);
}

/**
 * Whether a file has its length, and the log was written for it. Rows have separate checksums, verified when they are read, so
 * that a start takes no longer for a large file.
 *
 * Pages in the log are read from there. In their place, the file has an older page, a checkpointed one, or after a power
 * failure some sectors of each. Every commit writes the clock page, so it reveals a file that was exchanged.
 * @param clocks all valid contents of the clock page.
 */
function faultOfEnds(
  file: string,
  log: LogPages | null,
  seal: Seal,
  clocks: readonly Uint8Array[],
): string | null {
  const pages = Math.ceil(statSync(file).size / seal.pageSize);
  for (let page = pages + 1; page <= seal.pages; page++)
    if (!log?.pages.has(page)) return "is cut short";
  for (let page = seal.pages + 1; page <= pages; page++)
    if (!log?.pages.has(page)) return "is longer than it was";
  const found = readPage(file, CLOCK_PAGE, seal.pageSize);
  for (let at = 0; at < found.length; at += SECTOR) {
    const isKnown = (clock: Uint8Array) =>
      sectorOf(clock, at).equals(sectorOf(found, at));
    if (!clocks.some(isKnown))
      return `is damaged in its clock, or not the file that the log beside it was written for (if it is a restored backup, delete ${file}-wal, ${file}-shm and ${file.replace(/db$/, "seal")})`;
  }
  return null;
}

function sectorOf(page: Uint8Array, at: number): Buffer {
  return Buffer.from(page.buffer, page.byteOffset + at, SECTOR);
}

/**
 * Checks the pages of format 1, which had no other checksums.
 * @param sums of the file's pages; those in the log are skipped.
 */
function faultOfPages(
  file: string,
  log: LogPages | null,
  pageSize: number,
  sums: Uint32Array,
): string | null {
  let count = 0;
  let changed = 0;
  forEachPage(file, pageSize, (page, sum) => {
    count = page;
    if (!log?.pages.has(page) && sum !== sums[page - 1]) changed ||= page;
  });
  if (changed > 0)
    return `was changed or damaged since it was written (page ${changed})`;
  for (let page = count + 1; page <= sums.length; page++)
    if (!log?.pages.has(page)) return "is cut short";
  return null;
}

function damaged(what: string): StorageError {
  return new StorageError("damaged", `${what}.`);
}

function foreign(what: string): StorageError {
  return new StorageError("foreign", `${what}.`);
}
