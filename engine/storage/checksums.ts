/**
 * Checksums of what stands in the database, so that a changed byte is noticed by whoever reads it: SQLite's own pages have
 * none in the file. Written with each row, compared by reader.ts and by the scan; entries of indexes have none, they are
 * compared with the documents they lead to.
 */
import { crc32 } from "node:zlib";
import type { JsonDocument, JsonText, Timestamp } from "../values/json.ts";
import { DamageError } from "./damage.ts";
import type { Connection, Statement } from "./sqlite.ts";

/** Of a row of `documents`. The id is part of the body, and a seed has 32 bits. */
export function sumOfDocument(table: number, body: JsonText): number {
  return crc32(body, table < 2 ** 32 ? table : crc32(`${table}`));
}

/**
 * A document as it was written.
 * @throws DamageError when its row is another one, or not as it was written.
 */
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

/** Of a row of `answers`. */
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

/** Of all tables and indexes: few rows, read at start, written when the catalog changes. */
export function sumOfCatalog(connection: Connection): number {
  return sumOfRows(
    connection,
    "SELECT * FROM tables ORDER BY number",
    "SELECT * FROM indexes ORDER BY id",
  );
}

/** Of the statements that made SQLite's tables. */
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

/** Keeps the row of `meta` that has the sum of all others. */
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

  /** To be called last in each transaction that writes to `meta`. */
  write(): void {
    this.#put.run(this.now());
  }

  /** What it should be. */
  now(): number {
    return crc32(JSON.stringify(this.#all.all()));
  }
}

/** Writes down that the catalog is now as it should be; to be called last in each transaction that changes it. */
export function sealCatalog(connection: Connection): void {
  connection
    .prepare("INSERT OR REPLACE INTO meta(name, value) VALUES ('catalog', ?)")
    .run(sumOfCatalog(connection));
  new MetaSum(connection).write();
}
