/** Reads what is on disk, without cache or pending commits. */
import { noteDocument } from "../../values/documents.ts";
import type {
  JsonDocument,
  JsonText,
  Key,
  Timestamp,
} from "../../values/json.ts";
import { tableOfKey } from "../catalog/catalog.ts";
import { decodeDocument, sumOfAnswer } from "../checksums.ts";
import { DamageError } from "../damage.ts";
import type { Connection, Statement } from "../database/sqlite.ts";
import type {
  AnsweredRequest,
  KeyRange,
  Order,
  TableInfo,
} from "../storage-types.ts";
import type { IndexRow } from "../writer/writer-messages.ts";

/** Above every id and every key: stands for "no end". */
const NO_END = "\xff";

export type StoredDocument = {
  readonly document: JsonDocument;
  /** Characters of its JSON. */
  readonly weight: number;
};

/** Tables, ready indexes, ids of unfinished indexes, and the highest id in use. */
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
    // `+?`: SQLite plans a statement anew for each value of a bare `?` in a LIMIT or beside an ORDER BY, at five times the cost
    // of the lookup.
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
   * @param place of the table; see places.ts
   * @throws DamageError when the document is not as it was written.
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

  /** At most `limit` ids in a place, from one end of the range. */
  ids(place: number, range: KeyRange, order: Order, limit: number): string[] {
    const statement = order === "asc" ? this.#sql.idsAsc : this.#sql.idsDesc;
    return statement.all(
      place,
      range.lower,
      range.upper ?? NO_END,
      limit,
    ) as string[];
  }

  /** The stored answer to a request. @throws DamageError when it has changed. */
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

  isUsed(place: number): boolean {
    return this.ids(place, EVERYTHING, "asc", 1).length > 0;
  }

  /** Makes all reads see one state, until `release`. */
  pin(): void {
    this.#connection.exec("BEGIN");
    this.#sql.tables.all();
  }

  release(): void {
    this.#connection.exec("COMMIT");
  }

  /** Highest answered request of a session, -1 when there is none. */
  highestAnswered(sessionId: string): number {
    return (this.#sql.highestAnswered.get(sessionId) as number | null) ?? -1;
  }

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
      // Entries left of an unknown index must not become another index's.
      highestId: Math.max(
        indexes.at(-1)?.id ?? 0,
        Number(this.#sql.highestEntry.get() ?? 0),
      ),
    };
  }
}
