/**
 * Where the documents of a table lie in the database file: under the table's number, or, once an import has replaced them,
 * under another one, so that the new ones can be written while the old ones are read. Which one that is says a row among the
 * indexes named `by_id`, whose entries the documents themselves are. Numbers of tables are positive, of such places negative.
 */
import type { Connection, Statement } from "./sqlite.ts";
import type { IndexRow } from "./writer-messages.ts";

/** Name of the index that stands for the place of a table's documents; no schema can have one of this name. */
export const BY_ID = "by_id";

/** Place of the documents that a `by_id` index stands for. */
export function placeOfIndex(index: number): number {
  return -index;
}

/** Place of each table that has one of its own. @param indexes those that are ready */
export function placesIn(
  indexes: readonly Pick<IndexRow, "id" | "table" | "name">[],
): Map<number, number> {
  return new Map(
    indexes
      .filter(({ name }) => name === BY_ID)
      .map(({ id, table }) => [table, placeOfIndex(id)]),
  );
}

/** The places as they are on disk, for whoever has a connection. */
export class Places {
  readonly #select: Statement;
  #places = new Map<number, number>();

  constructor(connection: Connection) {
    this.#select = connection.prepare(
      `SELECT id, tbl AS "table", name FROM indexes
       WHERE name = '${BY_ID}' AND state = 'ready'`,
    );
    this.reload();
  }

  of(table: number): number {
    return this.#places.get(table) ?? table;
  }

  /** To be called when they have changed. */
  reload(): void {
    this.#places = placesIn(this.#select.all() as IndexRow[]);
  }
}
