/** Finds, copies and checks the engine's database file. SQLite itself does the checks. */
import Database from "better-sqlite3";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAGIC = "SQLite format 3\0";

/** The only SQLite database in a data folder. @throws Error when there is none or more than one. */
export function databaseIn(data: string): string {
  const found = fs
    .readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => startOf(path) === MAGIC);
  if (found.length !== 1 || !found[0])
    throw new Error(`Databases in ${data}: ${found.join(", ") || "none"}`);
  return found[0];
}

function startOf(path: string): string {
  const start = Buffer.alloc(MAGIC.length);
  const file = fs.openSync(path, "r");
  fs.readSync(file, start, 0, MAGIC.length, 0);
  fs.closeSync(file);
  return start.toString("latin1");
}

/** The result of `PRAGMA integrity_check` for a crashed folder: "ok", or the damage. */
export const integrityOf = (data: string) =>
  String(inCopy(data, (db) => db.pragma("integrity_check", { simple: true })));

/** Every document of a folder as text after its table's name, without those that only the journal has. */
export const documentsIn = (data: string) =>
  inCopy(data, (db) =>
    db
      .prepare<[], string>(
        "SELECT name || ' ' || body FROM documents JOIN tables ON number = tbl",
      )
      .pluck()
      .all(),
  );

/** Reads a copy, including the WAL, because opening a crashed folder would clean it up. */
function inCopy<T>(data: string, look: (db: Database.Database) => T): T {
  const copy = fs.mkdtempSync(join(tmpdir(), "yourturn-copy-"));
  try {
    fs.cpSync(data, copy, { recursive: true });
    const db = new Database(databaseIn(copy));
    const found = look(db);
    db.close();
    return found;
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
}
