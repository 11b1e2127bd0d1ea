/** Creates, fills and removes tables and indexes on disk, in the writer thread. The plan is in catalog-plan.ts. */
import { keyOfDocument } from "../../values/keys.ts";
import { decodeDocument, sealCatalog } from "../checksums.ts";
import { COUNT_CHANGE } from "../opening/layout.ts";
import { BY_ID, placeOfIndex, type Places } from "../catalog/places.ts";
import type { Connection, Statement } from "../database/sqlite.ts";
import type {
  Backfill,
  PrepareCatalog,
  PublishCatalog,
  Sweep,
} from "./writer-messages.ts";

/** Documents indexed, and entries deleted, between two batches: a few ms each. */
const BACKFILL_BITE = 500;
const SWEEP_BITE = 2000;

type DocumentRow = {
  readonly id: string;
  readonly body: string;
  readonly sum: number | null;
};

export class CatalogWriter {
  readonly #connection: Connection;
  readonly #places: Places;
  readonly #sql: Record<
    | "addTable"
    | "addIndex"
    | "documents"
    | "addEntry"
    | "setState"
    | "dropping"
    | "sweep"
    | "forget"
    | "count"
    | "sweepDocuments"
    | "nextPlace"
    | "isTable",
    Statement
  >;

  constructor(connection: Connection, places: Places) {
    this.#connection = connection;
    this.#places = places;
    this.#sql = {
      addTable: connection.prepare(
        "INSERT INTO tables(number, name) VALUES (?, ?)",
      ),
      addIndex: connection.prepare(
        "INSERT INTO indexes(id, tbl, name, fields, state) VALUES (?, ?, ?, ?, 'building')",
      ),
      documents: connection.prepare(
        `SELECT id, body, sum FROM documents
         WHERE tbl = ? AND id > ? ORDER BY id LIMIT ?`,
      ),
      // A document changed since the index was registered already has its entries.
      addEntry: connection.prepare(
        "INSERT OR IGNORE INTO entries(idx, key) VALUES (?, ?)",
      ),
      setState: connection.prepare("UPDATE indexes SET state = ? WHERE id = ?"),
      dropping: connection.prepare(
        `SELECT id, name FROM indexes
         WHERE state = 'dropping' AND id NOT IN (SELECT value FROM json_each(?))
         LIMIT 1`,
      ),
      sweep: connection.prepare(
        `DELETE FROM entries WHERE idx = ? AND key IN
           (SELECT key FROM entries WHERE idx = ? ORDER BY key LIMIT ?)`,
      ),
      forget: connection.prepare("DELETE FROM indexes WHERE id = ?"),
      count: connection.prepare(COUNT_CHANGE),
      sweepDocuments: connection.prepare(
        `DELETE FROM documents WHERE tbl = ? AND id IN
           (SELECT id FROM documents WHERE tbl = ? ORDER BY id LIMIT ?)`,
      ),
      nextPlace: connection
        .prepare("SELECT tbl FROM documents WHERE tbl > ? ORDER BY tbl LIMIT 1")
        .pluck(),
      isTable: connection
        .prepare("SELECT 1 FROM tables WHERE number = ?")
        .pluck(),
    };
  }

  prepare(request: PrepareCatalog): null {
    this.#change(() => {
      for (const { number, key } of request.tables)
        this.#sql.addTable.run(number, key);
      for (const { id, table, name, fields } of request.indexes)
        this.#sql.addIndex.run(id, table, name, JSON.stringify(fields));
      this.#sql.count.run();
    });
    return null;
  }

  /** @returns the id to continue after, null when all documents are done. */
  backfill({ index, after }: Backfill): string | null {
    const rows = this.#sql.documents.all(
      this.#places.of(index.table),
      after,
      BACKFILL_BITE,
    ) as DocumentRow[];
    this.#atOnce(() => {
      for (const { id, body, sum } of rows) {
        const document = decodeDocument(index.table, id, body, sum);
        const key = keyOfDocument(index.fields, document);
        this.#sql.addEntry.run(index.id, key);
      }
    });
    return rows.length < BACKFILL_BITE ? null : (rows.at(-1)?.id ?? null);
  }

  publish({ ready, dropped }: PublishCatalog): null {
    this.#change(() => {
      for (const id of ready) this.#sql.setState.run("ready", id);
      for (const id of dropped) this.#sql.setState.run("dropping", id);
      this.#sql.count.run();
    });
    return null;
  }

  /** @returns 0 when nothing dropped is left, else 1. */
  sweep({ spared }: Sweep): number {
    const found = this.#sql.dropping.get(JSON.stringify(spared)) as
      | { id: number; name: string }
      | undefined;
    if (!found) return this.#sweepNumbers();
    const { id, name } = found;
    this.#change(() => {
      const isDone =
        name === BY_ID
          ? this.#sweepPlace(placeOfIndex(id))
          : this.#sql.sweep.run(id, id, SWEEP_BITE).changes < SWEEP_BITE;
      if (isDone) this.#sql.forget.run(id);
    });
    return 1;
  }

  /** Deletes documents under the number of a table that has another place, or of no table. @returns as `sweep` */
  #sweepNumbers(): number {
    for (let place = 0; ;) {
      const next = this.#sql.nextPlace.get(place) as number | undefined;
      if (next === undefined) return 0;
      place = next;
      const isOwn =
        this.#sql.isTable.get(place) !== undefined &&
        this.#places.of(place) === place;
      if (isOwn) continue;
      this.#atOnce(() => void this.#sweepPlace(place));
      return 1;
    }
  }

  /** @returns whether the place is empty */
  #sweepPlace(place: number): boolean {
    const { changes } = this.#sql.sweepDocuments.run(place, place, SWEEP_BITE);
    return changes < SWEEP_BITE;
  }

  #change(work: () => void): void {
    this.#atOnce(() => {
      work();
      sealCatalog(this.#connection);
    });
  }

  #atOnce(work: () => void): void {
    this.#connection.transaction(work).immediate();
  }
}
