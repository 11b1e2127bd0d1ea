/** Opens connections to SQLite. */
import { createRequire } from "node:module";
import type SqliteDatabase from "better-sqlite3";
import { isSupported, OLDEST_NODE } from "../../preflight/supported-node.mjs";
import { StorageError } from "../storage-error.ts";

export type Connection = SqliteDatabase.Database;
export type Statement = SqliteDatabase.Statement<unknown[], unknown>;

/** How long to wait for a lock, in ms. The engine is alone with its file: a longer lock by a tool is an error. */
const BUSY = 1000;
/** Page cache of each connection, in KiB. */
const PAGE_CACHE_KIB = 64 * 1024;
/** Bytes of the log file kept when the log is restarted; an import may have made it larger. */
const LOG_REST = 64 << 20;
/** `PRAGMA synchronous` reads this when every commit waits for the disk. */
const SYNCHRONOUS_FULL = 2;

/**
 * Checks Node before the driver is loaded: its native part crashes on an older version.
 * @param version as in `process.versions.node`.
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

/** Opens any SQLite file, created when missing: for the lock, and for the draft of a database. Never waits for a lock. */
export function openPlain(file: string): Connection {
  const Driver = loadDriver();
  return new Driver(file, { timeout: 0 });
}

/**
 * Opens the engine's file for reading and writing. Every commit waits for the disk: the driver's default in WAL mode
 * (`synchronous` NORMAL) loses acknowledged commits at a power failure. The setting is read back. Commits never checkpoint:
 * checkpointer.ts does, and updates the seal.
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
    // Guard untested: SQLite takes both settings; if it did not, nothing else would tell.
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
 * Removes the log of a database that is complete without it. SQLite does that with the last connection; deleting the file would
 * take it from a running copy.
 */
export function removeLog(file: string): void {
  try {
    connect(file).close();
  } catch {
    // The log stays, and the next start continues in it.
  }
}

/**
 * Opens the same file for reading only. Such a connection never checkpoints when it is closed last. A writing one would,
 * without updating the seal.
 */
export function connectToRead(file: string): Connection {
  const Driver = loadDriver();
  const connection = new Driver(file, { readonly: true, timeout: BUSY });
  limitPages(connection);
  return connection;
}

/** Limits the page cache, and checks each page read for impossible cells: the cheapest of SQLite's checks. */
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

/** Whether an error says that the file has changed, or that the disk does not return it. */
export function isDamage(error: unknown): boolean {
  return isDamageCode(sqliteCode(error) ?? "");
}

/** As `isDamage`, for SQLite's error code. */
export function isDamageCode(code: string): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))/.test(
    code,
  );
}

/** Whether SQLite's error code says that an fsync failed. */
export function isFailedSync(code: string): boolean {
  return /^SQLITE_IOERR_(DIR_)?FSYNC$/.test(code);
}
