/** Finds, copies and checks the engine's database file. SQLite itself does the checks. */
import Database from "better-sqlite3";
import {
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  closeSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAGIC = "SQLite format 3\0";

/** The only SQLite database in a data folder. @throws Error when there is none or more than one. */
export function databaseIn(data: string): string {
  const found = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => startOf(path) === MAGIC);
  if (found.length !== 1 || !found[0])
    throw new Error(`Databases in ${data}: ${found.join(", ") || "none"}`);
  return found[0];
}

function startOf(path: string): string {
  const start = Buffer.alloc(MAGIC.length);
  const file = openSync(path, "r");
  readSync(file, start, 0, MAGIC.length, 0);
  closeSync(file);
  return start.toString("latin1");
}

/** The result of `PRAGMA integrity_check` for a crashed folder: "ok", or the damage. */
export function integrityOf(data: string): string {
  return String(
    inCopy(data, (db) => db.pragma("integrity_check", { simple: true })),
  );
}

/**
 * Every document of a folder as text after its table's name. For a crashed folder, without documents that only its
 * journal has.
 */
export function documentsIn(data: string): string[] {
  return inCopy(data, (db) =>
    db
      .prepare<[], string>(
        "SELECT name || ' ' || body FROM documents JOIN tables ON number = tbl",
      )
      .pluck()
      .all(),
  );
}

/** Reads a copy, including the WAL, because opening a crashed folder would clean it up. */
function inCopy<T>(data: string, look: (db: Database.Database) => T): T {
  const copy = mkdtempSync(join(tmpdir(), "yourturn-copy-"));
  try {
    cpSync(data, copy, { recursive: true });
    const db = new Database(databaseIn(copy));
    const found = look(db);
    db.close();
    return found;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
