/** The engine's database as a file: found, copied, examined by SQLite itself. */
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

/** The one SQLite database of a data folder. @throws Error when there is none or more than one. */
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

/** What `PRAGMA integrity_check` says of a crashed folder: "ok", or the damage. Looks at a copy, WAL included. */
export function integrityOf(data: string): string {
  const copy = mkdtempSync(join(tmpdir(), "yourturn-integrity-"));
  try {
    cpSync(data, copy, { recursive: true });
    const db = new Database(databaseIn(copy));
    const answer = db.pragma("integrity_check", { simple: true });
    db.close();
    return String(answer);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
