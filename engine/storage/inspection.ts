/**
 * Looks at a data folder before the engine trusts it, and refuses what is not as the engine left it. Changes nothing.
 */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { APPLICATION_ID, databaseFile, SCHEMA_VERSION } from "./layout.ts";
import { isNextLog, isSameLog, type LogPages, readLog } from "./log-frames.ts";
import { forEachPage, readSeal, type Seal, sealFile } from "./seal.ts";
import { StorageError } from "./storage-error.ts";

const SQLITE_MAGIC = "SQLite format 3\0";
/** Where SQLite's header has `PRAGMA user_version` and `PRAGMA application_id`, and how long it is. */
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
const HEADER_BYTES = 100;

/**
 * What a folder holds: nothing yet, a database that nobody vouches for (a backup put there, or a seal taken away by the
 * operator), or one that is as the engine left it.
 */
export type FolderContent = "nothing" | "unsealed" | "sealed";

/** @throws StorageError `foreign` or `damaged`, in one line that names the file and says what to do. */
export function inspect(folder: string): FolderContent {
  const file = databaseFile(folder);
  const isSealed = existsSync(sealFile(folder));
  if (!existsSync(file)) {
    // A crash while a database is made leaves its draft, never anything under these names.
    for (const rest of [sealFile(folder), `${file}-wal`])
      if (existsSync(rest))
        throw damaged(
          `${file} is missing though ${rest} is there; restore a backup`,
        );
    return "nothing";
  }
  checkHeader(file);
  if (!isSealed) return "unsealed";
  checkSealed(folder, file);
  return "sealed";
}

function checkHeader(file: string): void {
  const head = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  if (head.toString("latin1", 0, SQLITE_MAGIC.length) !== SQLITE_MAGIC)
    throw foreign(
      `${file} is not a database of this engine, or its header is damaged; restore a backup`,
    );
  if (head.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID)
    throw foreign(
      `${file} is a SQLite database of another program; choose another data folder`,
    );
  const version = head.readUInt32BE(USER_VERSION_AT);
  if (version !== SCHEMA_VERSION)
    throw foreign(
      `${file} has format ${version}, and this engine reads format ${SCHEMA_VERSION}; use the engine that wrote it`,
    );
}

function checkSealed(folder: string, file: string): void {
  const seal = readSeal(folder);
  const fault = seal ? faultOf(file, seal) : "has a damaged seal";
  if (fault === null) return;
  throw damaged(
    `${file} ${fault}; restore a backup, or delete ${sealFile(folder)} to open what SQLite can still read`,
  );
}

/** What is wrong with a database and its log, null when nothing is. */
function faultOf(file: string, seal: Seal): string | null {
  const log = readLog(file, seal.pageSize);
  return faultOfLog(log, seal) ?? faultOfPages(file, log, seal);
}

function faultOfLog(log: LogPages | null, seal: Seal): string | null {
  const isSame = log !== null && isSameLog(log.salts, seal.log.salts);
  const moved = isSame ? seal.log.frames : 0;
  switch (seal.state) {
    case "opening":
      break;
    case "closed":
      // A crash at the very end leaves the log of which all is in the file.
      return log && log.frames > moved
        ? "was closed in order, so the log beside it is not its own"
        : null;
    case "open":
      if (!log)
        return "was not closed in order and the log with its newest commits is missing";
      if (!isSame && !isNextLog(log.salts, seal.log.salts))
        return "has the log of another database beside it";
  }
  return log && isBroken(log, moved) ? "has a damaged log" : null;
}

/**
 * A log may end in a commit that never became whole: nobody was told of that one, and SQLite leaves it out. But each commit
 * was on disk before the next one began, so of two behind an unsound frame the first was lost by damage. A header was on
 * disk before the first frame.
 * @param moved frames that are in the database file already.
 */
function isBroken(log: LogPages, moved: number): boolean {
  // SQLite would put older pages over what has been moved already.
  if (log.hasHeader && log.frames < moved) return true;
  const safe = Math.max(log.frames, moved);
  const behind = log.commits.filter((frame) => frame > safe).length;
  return behind > (log.hasHeader ? 1 : 0);
}

/** Pages that the log holds are read from there; SQLite has checksums of its own on them. */
function faultOfPages(
  file: string,
  log: LogPages | null,
  seal: Seal,
): string | null {
  let count = 0;
  let changed = 0;
  forEachPage(file, seal.pageSize, (page, sum) => {
    count = page;
    if (!log?.pages.has(page) && sum !== seal.sums[page - 1]) changed ||= page;
  });
  if (changed > 0)
    return `was changed or damaged since it was written (page ${changed})`;
  for (let page = count + 1; page <= seal.sums.length; page++)
    if (!log?.pages.has(page)) return "is cut short";
  return null;
}

function damaged(what: string): StorageError {
  return new StorageError("damaged", `${what}.`);
}

function foreign(what: string): StorageError {
  return new StorageError("foreign", `${what}.`);
}
