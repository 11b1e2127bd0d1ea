/**
 * One state of the whole database, read over a connection of its own while commits go on. As long as it is open SQLite
 * cannot start its log anew, so the log grows: close it soon.
 */
import type { JsonText, Timestamp } from "../values/json.ts";
import { tableOfKey } from "./catalog.ts";
import { decodeDocument } from "./checksums.ts";
import { connectToRead, type Connection } from "./sqlite.ts";
import { Places } from "./places.ts";
import type { StateReader, TableInfo } from "./storage-types.ts";

/** @param file path of the database */
export function openStateReader(file: string): StateReader {
  return new SqliteStateReader(connectToRead(file));
}

class SqliteStateReader implements StateReader {
  readonly #connection: Connection;
  readonly #places: Places;
  readonly ts: Timestamp;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.exec("BEGIN");
    // The first thing read says which state it is from here on.
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
    for (const [id, body, sum] of rows) {
      decodeDocument(table, id, body, sum);
      yield body;
    }
  }

  count(table: number): number {
    const count = this.#connection
      .prepare("SELECT count(*) FROM documents WHERE tbl = ?")
      .pluck()
      .get(this.#places.of(table));
    return Number(count);
  }

  close(): void {
    this.#connection.close();
  }
}
