/**
 * The database file: its tables, its marks, and the creation of a new one. Checks of an existing one are in inspection.ts.
 *
 * - `documents`: one row per document, appended; the unique index on (tbl, id) is the `by_id` index. A table clustered by id
 *   would be read as fast, but each insert would rewrite a large page in the middle of the file.
 * - `tables`: names of components' tables begin with the component's path and a slash (catalog.ts).
 * - `entries`: every index, clustered by (idx, key), so that a scan reads neighbours. The id is the end of the key. Keys are
 *   text because the driver returns text in a third of the time of a blob. Each char of a key is one byte of it (0–255), so the
 *   order of the UTF-8 bytes is the order of the keys.
 * - `answers`: answered mutations by commit timestamp, so that the oldest are found without another index.
 * - `meta`: the newest timestamp, the newest record of the journal in the database (`journal`, its CRC `chain`), and the number
 *   of catalog changes (`catalogChanges`).
 * - `sum` of a row, and the rows `sum`, `schema` and `catalog` of `meta`: checksums.ts. Last in a row, because migration.ts
 *   adds it there to an older file.
 */
import { randomInt } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { syncFolder } from "../../preflight/folders.mjs";
import { sealCatalog, sumOfSchema } from "../checksums.ts";
import { makePrivateFile } from "../database/replace-file.ts";
import { type Connection, connect, openPlain } from "../database/sqlite.ts";

/** In the header of every file of the engine ("YTeq"), unlike other programs' SQLite files. */
export const APPLICATION_ID = 0x59546571;
/** Raised by one with each change of the tables below; an older engine refuses a newer file. */
export const SCHEMA_VERSION = 3;

/** Path of the database in a data folder. */
export function databaseFile(folder: string): string {
  return path.join(folder, "engine.db");
}

/** Counts a catalog change in its transaction: journal records name the catalog they need. */
export const COUNT_CHANGE =
  "UPDATE meta SET value = value + 1 WHERE name = 'catalogChanges'";

const TABLES = `
  CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE tables(number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE indexes(
    id INTEGER PRIMARY KEY,
    tbl INTEGER NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'dropping'))
  );
  CREATE TABLE documents(
    row INTEGER PRIMARY KEY,
    tbl INTEGER NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    sum INTEGER
  );
  CREATE UNIQUE INDEX documents_by_id ON documents(tbl, id);
  CREATE TABLE entries(
    idx INTEGER NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (idx, key)
  ) WITHOUT ROWID;
  CREATE TABLE answers(
    ts INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    request INTEGER NOT NULL,
    result TEXT NOT NULL,
    logs TEXT NOT NULL,
    sum INTEGER
  );
  CREATE UNIQUE INDEX answers_by_request ON answers(session, request);
  INSERT INTO meta VALUES ('lastTs', 0);
`;

/** Creates an empty database under another name and renames it, so that a crash leaves all or nothing. */
export function createDatabase(folder: string): void {
  const file = databaseFile(folder);
  const draft = `${file}.new`;
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(draft + suffix, { force: true });
  // SQLite gives its log the permissions of the file.
  makePrivateFile(draft);
  openPlain(draft).close();
  const connection = connect(draft);
  connection.exec(`BEGIN; ${TABLES}`);
  finishSchema(connection);
  connection.exec("COMMIT");
  connection.pragma(`application_id = ${APPLICATION_ID}`);
  connection.close();
  renameSync(draft, file);
  syncFolder(folder);
}

/**
 * The start of a new history: the number that its first record names as the previous one. Random, so that one database's
 * journal fits no other.
 */
export function newChain(): number {
  return randomInt(2 ** 32);
}

/** Writes the format, the start of the journal, and the checksums of schema and catalog. Part of a transaction. */
export function finishSchema(connection: Connection): void {
  connection.pragma(`user_version = ${SCHEMA_VERSION}`);
  const begin = connection.prepare("INSERT OR IGNORE INTO meta VALUES (?, ?)");
  begin.run("journal", 0);
  begin.run("chain", newChain());
  begin.run("catalogChanges", 0);
  connection
    .prepare("INSERT OR REPLACE INTO meta(name, value) VALUES ('schema', ?)")
    .run(sumOfSchema(connection));
  sealCatalog(connection);
}
