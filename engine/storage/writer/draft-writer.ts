/** Fills table drafts and switches to them, in the writer thread. The plan is in table-draft.ts. */
import type { JsonDocument } from "../../values/json.ts";
import { keyOfDocument } from "../../values/keys.ts";
import { sealCatalog, sumOfDocument } from "../checksums.ts";
import { COUNT_CHANGE } from "../opening/layout.ts";
import type { Places } from "../catalog/places.ts";
import type { Connection, Statement } from "../database/sqlite.ts";
import type { Fill, Switch } from "./writer-messages.ts";

export class DraftWriter {
  readonly #connection: Connection;
  readonly #places: Places;
  readonly #sql: Record<
    | "addDocument"
    | "addEntry"
    | "removeTable"
    | "addTable"
    | "setState"
    | "moveDocuments"
    | "moveEntries"
    | "setLastTs"
    | "count",
    Statement
  >;

  constructor(connection: Connection, places: Places) {
    this.#connection = connection;
    this.#places = places;
    this.#sql = {
      addDocument: connection.prepare(
        "INSERT OR IGNORE INTO documents(tbl, id, body, sum) VALUES (?, ?, ?, ?)",
      ),
      addEntry: connection.prepare(
        "INSERT INTO entries(idx, key) VALUES (?, ?)",
      ),
      removeTable: connection.prepare("DELETE FROM tables WHERE number = ?"),
      addTable: connection.prepare(
        "INSERT INTO tables(number, name) VALUES (?, ?)",
      ),
      setState: connection.prepare("UPDATE indexes SET state = ? WHERE id = ?"),
      moveDocuments: connection.prepare(
        "UPDATE documents SET tbl = ? WHERE tbl = ?",
      ),
      moveEntries: connection.prepare(
        "UPDATE entries SET idx = ? WHERE idx = ?",
      ),
      setLastTs: connection.prepare(
        "UPDATE meta SET value = max(value, ?) WHERE name = 'lastTs'",
      ),
      count: connection.prepare(COUNT_CHANGE),
    };
  }

  /** @returns how many documents were left out because their ids existed */
  fill({ place, table, indexes, documents }: Fill): number {
    let known = 0;
    this.#atOnce(() => {
      for (const [id, body] of documents) {
        const sum = sumOfDocument(table, body);
        if (this.#sql.addDocument.run(place, id, body, sum).changes === 0) {
          known++;
          continue;
        }
        const document = JSON.parse(body) as JsonDocument;
        for (const index of indexes)
          this.#sql.addEntry.run(
            index.id,
            keyOfDocument(index.fields, document),
          );
      }
    });
    return known;
  }

  switch(request: Switch): null {
    const sql = this.#sql;
    this.#atOnce(() => {
      for (const { from, table, indexes } of request.merged) {
        sql.moveDocuments.run(this.#places.of(table), from);
        for (const [old, index] of indexes) sql.moveEntries.run(index, old);
      }
      for (const number of request.removed) sql.removeTable.run(number);
      for (const { number, key } of request.added)
        sql.addTable.run(number, key);
      for (const id of request.ready) sql.setState.run("ready", id);
      for (const id of request.dropped) sql.setState.run("dropping", id);
      sql.setLastTs.run(request.ts);
      sql.count.run();
      sealCatalog(this.#connection);
    });
    this.#places.reload();
    return null;
  }

  #atOnce(work: () => void): void {
    this.#connection.transaction(work).immediate();
  }
}
