/**
 * Checksums of the database's content, so that every reader notices a changed byte: SQLite's pages have none. Written with each
 * row, compared by reader.ts and the scan. Index entries have none; they are compared with their documents.
 */
import { crc32 } from "node:zlib";
import type { JsonDocument, JsonText, Timestamp } from "../values/json.ts";
import { DamageError } from "./damage.ts";
import type { Connection, Statement } from "./database/sqlite.ts";

/** Checksum of a row of `documents`. The body includes the id. The table is the seed, which has 32 bits. */
export function sumOfDocument(table: number, body: JsonText): number {
  return crc32(body, table < 2 ** 32 ? table : crc32(`${table}`));
}

/** @throws DamageError when the row is another one, or not as it was written. */
export function decodeDocument(
  table: number,
  id: string,
  body: JsonText,
  sum: number | null,
): JsonDocument {
  if (sum !== sumOfDocument(table, body))
    throw new DamageError({ table, id, why: "its checksum is wrong" });
  const document = JSON.parse(body) as JsonDocument;
  if (document._id === id) return document;
  throw new DamageError({ table, id, why: "another document is in its place" });
}

/** Checksum of a row of `answers`. */
export function sumOfAnswer(
  ts: Timestamp,
  sessionId: string,
  requestId: number,
  result: string,
  logLines: string,
): number {
  const begin = crc32(`${ts} ${requestId} ${sessionId}`);
  return crc32(logLines, crc32(result, begin));
}

/** Checksum of all tables and indexes, read at start and written when the catalog changes. */
export function sumOfCatalog(connection: Connection): number {
  return sumOfRows(
    connection,
    "SELECT * FROM tables ORDER BY number",
    "SELECT * FROM indexes ORDER BY id",
  );
}

/** Checksum of the statements that created SQLite's tables. */
export function sumOfSchema(connection: Connection): number {
  return sumOfRows(
    connection,
    "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name",
  );
}

function sumOfRows(connection: Connection, ...queries: string[]): number {
  const rows = queries.map((query) => connection.prepare(query).raw().all());
  return crc32(JSON.stringify(rows));
}

/** Maintains the sum of all other rows of `meta`. */
export class MetaSum {
  readonly #all: Statement;
  readonly #put: Statement;

  constructor(connection: Connection) {
    this.#all = connection
      .prepare("SELECT name, value FROM meta WHERE name <> 'sum' ORDER BY name")
      .raw();
    this.#put = connection.prepare(
      "INSERT OR REPLACE INTO meta(name, value) VALUES ('sum', ?)",
    );
  }

  /** Call it last in each transaction that writes to `meta`. */
  write(): void {
    this.#put.run(this.now());
  }

  now(): number {
    return crc32(JSON.stringify(this.#all.all()));
  }
}

/** Call it last in each transaction that changes the catalog. */
export function sealCatalog(connection: Connection): void {
  connection
    .prepare("INSERT OR REPLACE INTO meta(name, value) VALUES ('catalog', ?)")
    .run(sumOfCatalog(connection));
  new MetaSum(connection).write();
}
