/**
 * Reads one state of the whole database over a separate connection, while commits continue. Close it soon: until then SQLite
 * cannot restart its log, which grows.
 */
import { setImmediate } from "node:timers/promises";
import type { JsonText, Timestamp } from "../../values/json.ts";
import { tableOfKey } from "../catalog/catalog.ts";
import { decodeDocument } from "../checksums.ts";
import { connectToRead, type Connection } from "../database/sqlite.ts";
import { Places } from "../catalog/places.ts";
import type { StateReader, TableInfo } from "../storage-types.ts";

/** Ids counted per step: a millisecond or two. */
const COUNTED_AT_ONCE = 10_000;

/** @param file path of the database */
export function openStateReader(file: string): StateReader {
  return new SqliteStateReader(connectToRead(file));
}

class SqliteStateReader implements StateReader {
  readonly #connection: Connection;
  readonly #places: Places;
  /** Running iterations: a connection with an open statement cannot be closed. */
  readonly #reading = new Set<Iterator<unknown>>();
  readonly ts: Timestamp;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.exec("BEGIN");
    // The first read fixes the state.
    const lastTs = connection
      .prepare("SELECT value FROM meta WHERE name = 'lastTs'")
      .pluck()
      .get();
    this.ts = Number(lastTs);
    this.#places = new Places(connection);
  }

  tables(): readonly TableInfo[] {
    const rows = this.#connection
      .prepare("SELECT number, name FROM tables ORDER BY number")
      .all() as { number: number; name: string }[];
    return rows.map(({ number, name }) => tableOfKey(number, name));
  }

  *documents(table: number): IterableIterator<JsonText> {
    const rows = this.#connection
      .prepare("SELECT id, body, sum FROM documents WHERE tbl = ? ORDER BY id")
      .raw()
      .iterate(this.#places.of(table)) as IterableIterator<
      [id: string, body: JsonText, sum: number | null]
    >;
    this.#reading.add(rows);
    try {
      for (const [id, body, sum] of rows) {
        decodeDocument(table, id, body, sum);
        yield body;
      }
    } finally {
      this.#reading.delete(rows);
    }
    // Otherwise the caller would mistake this for the end of the table.
    if (!this.#connection.open) throw new Error("The reader was closed");
  }

  async count(table: number): Promise<number> {
    const step = this.#connection
      .prepare(
        `SELECT count(*), max(id) FROM
         (SELECT id FROM documents WHERE tbl = ? AND id > ? ORDER BY id LIMIT ${COUNTED_AT_ONCE})`,
      )
      .raw();
    const place = this.#places.of(table);
    let count = 0;
    let last: string | null = "";
    while (last !== null) {
      const [counted, to] = step.get(place, last) as [number, string | null];
      count += counted;
      last = to;
      await setImmediate();
    }
    return count;
  }

  close(): void {
    for (const rows of this.#reading) rows.return?.();
    this.#connection.close();
  }
}
