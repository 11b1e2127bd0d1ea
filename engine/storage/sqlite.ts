/**
 * Connections to SQLite, opened one way only. Holds no table and no statement.
 */
import { createRequire } from "node:module";
import type SqliteDatabase from "better-sqlite3";
import { isSupported, OLDEST_NODE } from "../preflight/supported-node.mjs";
import { StorageError } from "./storage-error.ts";

export type Connection = SqliteDatabase.Database;
export type Statement = SqliteDatabase.Statement<unknown[], unknown>;

/** The engine is alone with its file; a tool that locks it for longer, in milliseconds, is an error. */
const BUSY = 1000;
/** Pages kept in memory by each connection, in KiB. */
const PAGE_CACHE_KIB = 64 * 1024;
/** Bytes of log file kept for the next commits when it is started anew; an import may have made it larger. */
const LOG_REST = 64 << 20;
/** What `PRAGMA synchronous` reads when every commit waits for the disk. */
const SYNCHRONOUS_FULL = 2;

/**
 * The driver's native part crashes the process on an older Node, so this comes before it is loaded.
 * @param version as `process.versions.node` has it.
 * @throws StorageError `unsupported`.
 */
export function checkNode(version: string): void {
  if (isSupported(version)) return;
  throw new StorageError(
    "unsupported",
    `Node ${OLDEST_NODE} or newer is needed to open the database; this is Node ${version}.`,
  );
}

function loadDriver(): typeof SqliteDatabase {
  // Guard untested: tests run on a Node that is new enough.
  checkNode(process.versions.node);
  const require = createRequire(import.meta.url);
  return require("better-sqlite3") as typeof SqliteDatabase;
}

/** Any SQLite file as it is, made when missing; for the lock, and for the draft of a database. Never waits for a lock. */
export function openPlain(file: string): Connection {
  const Driver = loadDriver();
  return new Driver(file, { timeout: 0 });
}

/**
 * The engine's own file, to read and write. Every commit waits for the disk: `synchronous` is set because the driver's
 * default in WAL mode (NORMAL) loses acknowledged commits at a power cut, and read back because nothing else would tell.
 * Commits never move the log into the file by themselves: checkpointer.ts does, and keeps the sums of its pages.
 * @throws StorageError `damaged` when SQLite did not take a setting.
 */
export function connect(file: string): Connection {
  const Driver = loadDriver();
  const connection = new Driver(file, { fileMustExist: true, timeout: BUSY });
  try {
    connection.pragma("journal_mode = WAL");
    connection.pragma("synchronous = FULL");
    connection.pragma("wal_autocheckpoint = 0");
    connection.pragma(`journal_size_limit = ${LOG_REST}`);
    limitPages(connection);
    const mode = connection.pragma("journal_mode", { simple: true });
    const synchronous = connection.pragma("synchronous", { simple: true });
    // Guard untested: SQLite takes both settings; should it not, nothing else would tell.
    if (mode === "wal" && synchronous === SYNCHRONOUS_FULL) return connection;
    throw new StorageError(
      "damaged",
      `SQLite opened ${file} with journal_mode ${String(mode)} and synchronous ${String(synchronous)}; commits would not be durable.`,
    );
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Removes the log of a database that is complete without it. SQLite does that with the last connection; by its name it would
 * be taken from under a copy that is being made.
 */
export function removeLog(file: string): void {
  try {
    connect(file).close();
  } catch {
    // It stays, and the next start goes on in it.
  }
}

/**
 * The same file, to read only. Such a connection cannot move the log into the file when it is closed last, however the
 * process ends; SQLite would do so behind the back of checkpointer.ts.
 */
export function connectToRead(file: string): Connection {
  const Driver = loadDriver();
  const connection = new Driver(file, { readonly: true, timeout: BUSY });
  limitPages(connection);
  return connection;
}

/** A page that is read from the file is looked through for cells that cannot be: the cheapest of SQLite's own checks. */
function limitPages(connection: Connection): void {
  connection.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
  connection.pragma("cell_size_check = ON");
}

/** SQLite's error code (`SQLITE_FULL`, …), or undefined for any other error. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("SQLITE_")
    ? error.code
    : undefined;
}

/** Whether an error says that the file is not as it was written, or that the disk does not give it back. */
export function isDamage(error: unknown): boolean {
  return isDamageCode(sqliteCode(error) ?? "");
}

/** As `isDamage`, of SQLite's code of an error. */
export function isDamageCode(code: string): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))/.test(
    code,
  );
}

/** Whether SQLite's code of an error says that a sync failed. */
export function isFailedSync(code: string): boolean {
  return /^SQLITE_IOERR_(DIR_)?FSYNC$/.test(code);
}
