/**
 * Reads what is on disk. Every row is compared with its checksum: a damaged one is an error, never an answer.
 * Holds no cache and knows nothing of commits that are not yet durable.
 */
import type { JsonDocument, Key, Timestamp } from "../values/json.ts";
import {
  checksumOfAnswer,
  checksumOfDocument,
  checksumOfEntry,
} from "./checksum.ts";
import type { Connection, Statement } from "./sqlite.ts";
import { StorageError } from "./storage-error.ts";
import type { AnsweredRequest, KeyRange, Order, TableInfo } from "./types.ts";
import type { IndexRow } from "./writer-messages.ts";

/** Above every id and every key: stands for "no end". */
const NO_END = "\xff";

export type StoredDocument = {
  readonly document: JsonDocument;
  /** Characters of its JSON. */
  readonly weight: number;
};

export class Reader {
  readonly #sql: Record<
    | "document"
    | "entriesAsc"
    | "entriesDesc"
    | "idsAsc"
    | "idsDesc"
    | "answer"
    | "lastTs"
    | "tables"
    | "indexes",
    Statement
  >;

  constructor(connection: Connection) {
    const entries = (order: Order) =>
      connection
        .prepare(
          `SELECT key, crc FROM entries
           WHERE idx = ? AND key >= ? AND key < ? ORDER BY key ${order} LIMIT ?`,
        )
        .raw();
    const ids = (order: Order) =>
      connection
        .prepare(
          `SELECT id FROM documents
           WHERE tbl = ? AND id >= ? AND id < ? ORDER BY id ${order} LIMIT ?`,
        )
        .pluck();
    this.#sql = {
      document: connection
        .prepare("SELECT body, crc FROM documents WHERE tbl = ? AND id = ?")
        .raw(),
      entriesAsc: entries("asc"),
      entriesDesc: entries("desc"),
      idsAsc: ids("asc"),
      idsDesc: ids("desc"),
      answer: connection
        .prepare(
          "SELECT ts, result, logs, crc FROM answers WHERE session = ? AND request = ?",
        )
        .raw(),
      lastTs: connection
        .prepare("SELECT value FROM meta WHERE name = 'lastTs'")
        .pluck(),
      tables: connection.prepare(
        "SELECT number, name FROM tables ORDER BY number",
      ),
      indexes: connection.prepare(
        "SELECT id, tbl, name, fields, state FROM indexes ORDER BY id",
      ),
    };
  }

  /** @throws StorageError `damaged`. */
  document(table: number, id: string): StoredDocument | null {
    const row = this.#sql.document.get(table, id) as
      [body: string, crc: number] | undefined;
    if (!row) return null;
    const [body, crc] = row;
    if (checksumOfDocument(id, body) !== crc)
      throw damaged(`Document ${id} of table ${table}`);
    return { document: JSON.parse(body) as JsonDocument, weight: body.length };
  }

  /**
   * At most `limit` keys of an index, from one end of the range.
   * @throws StorageError `damaged`.
   */
  keys(index: number, range: KeyRange, order: Order, limit: number): Key[] {
    const statement =
      order === "asc" ? this.#sql.entriesAsc : this.#sql.entriesDesc;
    const rows = statement.all(
      index,
      range.lower,
      range.upper ?? NO_END,
      limit,
    ) as [key: Key, crc: number][];
    return rows.map(([key, crc]) => {
      if (checksumOfEntry(index, key) !== crc)
        throw damaged(`An entry of index ${index}`);
      return key;
    });
  }

  /** At most `limit` ids of a table, from one end of the range. */
  ids(table: number, range: KeyRange, order: Order, limit: number): string[] {
    const statement = order === "asc" ? this.#sql.idsAsc : this.#sql.idsDesc;
    return statement.all(
      table,
      range.lower,
      range.upper ?? NO_END,
      limit,
    ) as string[];
  }

  /** @throws StorageError `damaged`. */
  answer(sessionId: string, requestId: number): AnsweredRequest | null {
    const row = this.#sql.answer.get(sessionId, requestId) as
      [ts: Timestamp, result: string, logs: string, crc: number] | undefined;
    if (!row) return null;
    const [ts, result, logs, crc] = row;
    if (checksumOfAnswer(sessionId, requestId, result, logs) !== crc)
      throw damaged(`The answer to request ${requestId} of a session`);
    return {
      sessionId,
      requestId,
      ts,
      result,
      logLines: JSON.parse(logs) as string[],
    };
  }

  lastTs(): Timestamp {
    return this.#sql.lastTs.get() as Timestamp;
  }

  tables(): TableInfo[] {
    return this.#sql.tables.all() as TableInfo[];
  }

  /** Indexes that are ready, and the highest id in use by any. */
  indexes(): { readonly ready: IndexRow[]; readonly highestId: number } {
    const rows = this.#sql.indexes.all() as {
      id: number;
      tbl: number;
      name: string;
      fields: string;
      state: string;
    }[];
    return {
      ready: rows
        .filter(({ state }) => state === "ready")
        .map(({ id, tbl, name, fields }) => ({
          id,
          table: tbl,
          name,
          fields: JSON.parse(fields) as string[],
        })),
      highestId: rows.at(-1)?.id ?? 0,
    };
  }
}

function damaged(what: string): StorageError {
  return new StorageError(
    "damaged",
    `${what} is damaged on disk. Restore a backup.`,
  );
}
