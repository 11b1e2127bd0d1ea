/**
 * Reads what is on disk. Holds no cache and knows nothing of commits that are not yet durable.
 */
import { noteDocument } from "../values/documents.ts";
import type { JsonDocument, JsonText, Key, Timestamp } from "../values/json.ts";
import { tableOfKey } from "./catalog.ts";
import { decodeDocument, sumOfAnswer } from "./checksums.ts";
import { DamageError } from "./damage.ts";
import type { Connection, Statement } from "./sqlite.ts";
import type {
  AnsweredRequest,
  KeyRange,
  Order,
  TableInfo,
} from "./storage-types.ts";
import type { IndexRow } from "./writer-messages.ts";

/** Above every id and every key: stands for "no end". */
const NO_END = "\xff";

export type StoredDocument = {
  readonly document: JsonDocument;
  /** Characters of its JSON. */
  readonly weight: number;
};

/** Tables, indexes that are ready, ids of those that were never finished, and the highest id in use by any index. */
export type StoredCatalog = {
  readonly tables: readonly TableInfo[];
  readonly ready: readonly IndexRow[];
  readonly unfinished: readonly number[];
  readonly highestId: number;
};

const EVERYTHING: KeyRange = { lower: "", upper: null };

export class Reader {
  readonly #connection: Connection;
  readonly #sql: Record<
    | "document"
    | "entriesAsc"
    | "entriesDesc"
    | "idsAsc"
    | "idsDesc"
    | "answer"
    | "highestAnswered"
    | "tables"
    | "highestEntry"
    | "indexes",
    Statement
  >;

  constructor(connection: Connection) {
    this.#connection = connection;
    // `+?`, because SQLite plans a statement anew for each value of a bare `?` in a LIMIT or beside an ORDER BY: that
    // costs five times the look-up.
    const entries = (order: Order) =>
      connection
        .prepare(
          `SELECT key FROM entries
           WHERE idx = +? AND key >= ? AND key < ? ORDER BY key ${order} LIMIT +?`,
        )
        .pluck();
    const ids = (order: Order) =>
      connection
        .prepare(
          `SELECT id FROM documents
           WHERE tbl = +? AND id >= ? AND id < ? ORDER BY id ${order} LIMIT +?`,
        )
        .pluck();
    this.#sql = {
      document: connection
        .prepare("SELECT body, sum FROM documents WHERE tbl = ? AND id = ?")
        .raw(),
      entriesAsc: entries("asc"),
      entriesDesc: entries("desc"),
      idsAsc: ids("asc"),
      idsDesc: ids("desc"),
      answer: connection
        .prepare(
          "SELECT ts, result, logs, sum FROM answers WHERE session = ? AND request = ?",
        )
        .raw(),
      highestAnswered: connection
        .prepare("SELECT max(request) FROM answers WHERE session = ?")
        .pluck(),
      tables: connection.prepare(
        "SELECT number, name FROM tables ORDER BY number",
      ),
      highestEntry: connection.prepare("SELECT max(idx) FROM entries").pluck(),
      indexes: connection.prepare(
        "SELECT id, tbl, name, fields, state FROM indexes ORDER BY id",
      ),
    };
  }

  /**
   * @param place of the table: places.ts
   * @throws DamageError when it is not as it was written.
   */
  document(table: number, id: string, place = table): StoredDocument | null {
    const row = this.#sql.document.get(place, id) as
      | [body: JsonText, sum: number | null]
      | undefined;
    if (row === undefined) return null;
    const [body, sum] = row;
    const document = decodeDocument(table, id, body, sum);
    noteDocument(document, { text: body });
    return { document, weight: body.length };
  }

  /** At most `limit` keys of an index, from one end of the range. */
  keys(index: number, range: KeyRange, order: Order, limit: number): Key[] {
    const statement =
      order === "asc" ? this.#sql.entriesAsc : this.#sql.entriesDesc;
    return statement.all(
      index,
      range.lower,
      range.upper ?? NO_END,
      limit,
    ) as Key[];
  }

  /** At most `limit` ids in the place of a table, from one end of the range. */
  ids(place: number, range: KeyRange, order: Order, limit: number): string[] {
    const statement = order === "asc" ? this.#sql.idsAsc : this.#sql.idsDesc;
    return statement.all(
      place,
      range.lower,
      range.upper ?? NO_END,
      limit,
    ) as string[];
  }

  /** The answer to a request, as it was stored. @throws DamageError when it is another one. */
  answer(sessionId: string, requestId: number): AnsweredRequest | null {
    const row = this.#sql.answer.get(sessionId, requestId) as
      | [ts: Timestamp, result: string, logs: string, sum: number | null]
      | undefined;
    if (!row) return null;
    const [ts, result, logs, sum] = row;
    if (sum !== sumOfAnswer(ts, sessionId, requestId, result, logs))
      throw new DamageError({ why: `the answer of commit ${ts} has changed` });
    return {
      sessionId,
      requestId,
      ts,
      result,
      logLines: JSON.parse(logs) as string[],
    };
  }

  /** Whether documents lie in a place. */
  isUsed(place: number): boolean {
    return this.ids(place, EVERYTHING, "asc", 1).length > 0;
  }

  /** From here on all that is read is one state, until `release`. */
  pin(): void {
    this.#connection.exec("BEGIN");
    this.#sql.tables.all();
  }

  release(): void {
    this.#connection.exec("COMMIT");
  }

  /** The highest request of a session that has an answer, -1 when none has. */
  highestAnswered(sessionId: string): number {
    return (this.#sql.highestAnswered.get(sessionId) as number | null) ?? -1;
  }

  /** What there is but the documents themselves. */
  catalog(): StoredCatalog {
    const tables = this.#sql.tables.all() as { number: number; name: string }[];
    const indexes = this.#sql.indexes.all() as {
      id: number;
      tbl: number;
      name: string;
      fields: string;
      state: string;
    }[];
    return {
      tables: tables.map(({ number, name }) => tableOfKey(number, name)),
      ready: indexes
        .filter(({ state }) => state === "ready")
        .map(({ id, tbl, name, fields }) => ({
          id,
          table: tbl,
          name,
          fields: JSON.parse(fields) as string[],
        })),
      unfinished: indexes
        .filter(({ state }) => state === "building")
        .map(({ id }) => id),
      // What is left of an index that nobody knows any more must not become another one's.
      highestId: Math.max(
        indexes.at(-1)?.id ?? 0,
        Number(this.#sql.highestEntry.get() ?? 0),
      ),
    };
  }
}
