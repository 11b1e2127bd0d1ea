/**
 * Looks at a data folder before the engine trusts it, and refuses what is not as the engine left it. Changes nothing.
 */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { readState } from "./folder-state.ts";
import { APPLICATION_ID, databaseFile, SCHEMA_VERSION } from "./layout.ts";
import { isSameLog, type LogPages, readLog } from "./log-frames.ts";
import { forEachPage, type PageSums, readSums } from "./page-sums.ts";
import { StorageError } from "./storage-error.ts";

const SQLITE_MAGIC = "SQLite format 3\0";
/** Where SQLite's header has `PRAGMA user_version` and `PRAGMA application_id`, and how long it is. */
const USER_VERSION_AT = 60;
const APPLICATION_ID_AT = 68;
const HEADER_BYTES = 100;
const ADVICE = "Restore a backup.";

/**
 * @returns whether the folder holds a database at all.
 * @throws StorageError `foreign` or `damaged`, in one line that names the file.
 */
export function inspect(folder: string): boolean {
  const file = databaseFile(folder);
  const hasLog = existsSync(`${file}-wal`);
  if (!existsSync(file)) {
    // A crash while a database is made leaves its draft, never a log under this name.
    if (!hasLog) return false;
    throw damaged(`${file} is missing but its log ${file}-wal is there.`);
  }
  checkHeader(file);
  const sums = readSums(folder);
  if (!sums) throw damaged(`The checksums of ${file} are missing or damaged.`);
  const log = hasLog ? readLog(file, sums.pageSize) : null;
  checkLog(folder, hasLog, log, sums);
  checkPages(file, log, sums);
  return true;
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
      `${file} is not a database of this engine, or its header is damaged. ${ADVICE}`,
    );
  if (head.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID)
    throw foreign(`${file} is a SQLite database of another program.`);
  const version = head.readUInt32BE(USER_VERSION_AT);
  if (version !== SCHEMA_VERSION)
    throw foreign(
      `${file} has format ${version}; this engine reads format ${SCHEMA_VERSION}. Use the engine that wrote it.`,
    );
}

function checkLog(
  folder: string,
  hasLog: boolean,
  log: LogPages | null,
  sums: PageSums,
): void {
  const file = databaseFile(folder);
  switch (readState(folder)) {
    case "closed":
      if (log && log.frames > 0)
        throw damaged(
          `${file} was closed in order, so the log ${file}-wal is not its own; remove the log if the database is a restored backup.`,
        );
      return;
    case "opening":
      break;
    case "open":
      if (!hasLog)
        throw damaged(
          `${file} was not closed in order and its log ${file}-wal is missing; the newest commits are in there.`,
        );
      break;
    case null:
      throw damaged(
        `The note on how ${file} was left (engine.state) is missing or damaged.`,
      );
  }
  if (log) checkFrames(`${file}-wal`, log, sums);
}

/**
 * A log may end in a commit that never became whole: nobody was told of that one, and SQLite leaves it out. But each commit
 * was on disk before the next one began, so two of them behind an unsound frame were lost by damage.
 */
function checkFrames(name: string, log: LogPages, sums: PageSums): void {
  const moved = isSameLog(log.salts, sums.log.salts) ? sums.log.frames : 0;
  // SQLite would put older pages over what has been moved already.
  const isShort = log.hasHeader && log.frames < moved;
  const safe = Math.max(log.frames, moved);
  const lost = log.commits.filter((frame) => frame > safe).length;
  if (isShort || lost >= 2) throw damaged(`The log ${name} is damaged.`);
}

/** Pages that the log holds are read from there; SQLite has checksums of its own on them. */
function checkPages(file: string, log: LogPages | null, sums: PageSums): void {
  let count = 0;
  forEachPage(file, sums.pageSize, (page, sum) => {
    count = page;
    if (log?.pages.has(page)) return;
    if (sum !== sums.sums[page - 1])
      throw damaged(
        `${file} was changed or damaged since it was written (page ${page}).`,
      );
  });
  for (let page = count + 1; page <= sums.sums.length; page++)
    if (!log?.pages.has(page)) throw damaged(`${file} is cut short.`);
}

function damaged(what: string): StorageError {
  return new StorageError("damaged", `${what} ${ADVICE}`);
}

function foreign(what: string): StorageError {
  return new StorageError("foreign", what);
}
