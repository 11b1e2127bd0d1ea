/** The catalog as a transaction sees it. Missing tables that it asks for are recorded as read. */
import { tableKey } from "../storage/catalog/catalog.ts";
import type { IndexInfo, TableInfo } from "../storage/storage-types.ts";
import type { RecordedReads } from "./read-set.ts";
import type { TableView } from "./transaction-types.ts";

export class RecordedCatalog implements TableView {
  readonly #tables: TableView;
  readonly #namespace: string;
  readonly #reads: RecordedReads;

  /** @param tables those of `namespace`. */
  constructor(tables: TableView, namespace: string, reads: RecordedReads) {
    this.#tables = tables;
    this.#namespace = namespace;
    this.#reads = reads;
  }

  table(name: string): TableInfo | undefined {
    const table = this.#tables.table(name);
    if (table === undefined)
      this.#reads.missingTables.add(
        tableKey({ name, namespace: this.#namespace }),
      );
    return table;
  }

  tableShowing(shown: number): TableInfo | undefined {
    const table = this.#tables.tableShowing(shown);
    if (table === undefined) this.#reads.missingTables.add(shown);
    return table;
  }

  /** Not recorded: indexes change only with deploys, and those make everything run again. */
  index(table: number, name: string): IndexInfo | undefined {
    return this.#tables.index(table, name);
  }
}
