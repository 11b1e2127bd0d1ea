/**
 * Looks at a data folder before the engine trusts it, and refuses what is not as the engine left it. Changes nothing.
 */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { APPLICATION_ID, databaseFile, SCHEMA_VERSION } from "./layout.ts";
import { hasLog, measure, readSeal } from "./seal.ts";
import { type Connection, openPlain } from "./sqlite.ts";
import { StorageError } from "./storage-error.ts";

const SQLITE_MAGIC = "SQLite format 3\0";
const ADVICE = "Restore a backup.";

/**
 * @returns whether the folder holds a database at all.
 * @throws StorageError `foreign` or `damaged`, in one line that names the file.
 */
export function inspect(folder: string): boolean {
  const file = databaseFile(folder);
  const seal = readSeal(folder);
  const logged = hasLog(file);
  if (!existsSync(file)) {
    // A crash while a database is made leaves at most the seal of its draft.
    if (!logged) return false;
    throw damaged(`${file} is missing but its log ${file}-wal is there.`);
  }
  checkMagic(file);
  if (seal === "unreadable") throw damaged(`The seal of ${file} is damaged.`);
  if (seal) {
    const found = measure(file);
    if (found.size !== seal.size || found.crc !== seal.crc)
      throw damaged(`${file} was changed or damaged since it was closed.`);
  } else if (!logged) {
    throw damaged(
      `${file} was not closed in order and its log ${file}-wal is missing; the newest commits are in there.`,
    );
  }
  checkInside(file, seal === null);
  return true;
}

function checkMagic(file: string): void {
  const head = Buffer.alloc(SQLITE_MAGIC.length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  if (head.toString("latin1") !== SQLITE_MAGIC)
    throw new StorageError(
      "foreign",
      `${file} is not a database of this engine, or its header is damaged. ${ADVICE}`,
    );
}

/** Opened read-only: closing such a connection never moves the log into the file. */
function checkInside(file: string, thoroughly: boolean): void {
  let connection: Connection | undefined;
  try {
    connection = openPlain(file, true);
    const application = connection.pragma("application_id", { simple: true });
    if (application !== APPLICATION_ID)
      throw new StorageError(
        "foreign",
        `${file} is a SQLite database of another program.`,
      );
    const version = Number(connection.pragma("user_version", { simple: true }));
    if (version !== SCHEMA_VERSION)
      throw new StorageError(
        "foreign",
        `${file} has format ${version}; this engine reads format ${SCHEMA_VERSION}. Use the engine that wrote it.`,
      );
    if (!thoroughly) return;
    const verdict = connection.pragma("quick_check(1)", { simple: true });
    if (verdict !== "ok")
      throw damaged(`${file} is damaged: ${firstLine(String(verdict))}.`);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw damaged(`${file} cannot be read: ${firstLine(reason)}.`, error);
  } finally {
    connection?.close();
  }
}

function damaged(what: string, cause?: unknown): StorageError {
  return new StorageError("damaged", `${what} ${ADVICE}`, cause);
}

/** SQLite's findings may have several lines: `*** in database main ***`, then the finding. */
function firstLine(text: string): string {
  const lines = text.split("\n").filter((line) => !line.startsWith("***"));
  return (lines[0] ?? text).replaceAll("\n", " ");
}
