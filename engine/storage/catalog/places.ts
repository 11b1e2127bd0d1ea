/**
 * Where a table's documents lie in the database file: under its number, or under another one once an import has replaced them,
 * so that the new ones can be written while the old ones are read. The place is in an index row named `by_id`, whose entries
 * are the documents themselves. Table numbers are positive, such places negative.
 */
import type { Connection, Statement } from "../database/sqlite.ts";
import type { IndexRow } from "../writer/writer-messages.ts";

/** Name of the index that stands for the place of a table's documents. No schema can use it. */
export const BY_ID = "by_id";

/** Place of the documents that a `by_id` index stands for. */
export function placeOfIndex(index: number): number {
  return -index;
}

/** Places of tables that have a separate one. @param indexes those that are ready */
export function placesIn(
  indexes: readonly Pick<IndexRow, "id" | "table" | "name">[],
): Map<number, number> {
  return new Map(
    indexes
      .filter(({ name }) => name === BY_ID)
      .map(({ id, table }) => [table, placeOfIndex(id)]),
  );
}

/** The places as they are on disk, read over a connection. */
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

  /** Call it when they have changed. */
  reload(): void {
    this.#places = placesIn(this.#select.all() as IndexRow[]);
  }
}
