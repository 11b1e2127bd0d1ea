/**
 * The part of the catalog that one component sees, or the app: its own tables, and those that are everybody's. Numbers of
 * tables are unique over all, so an id of somebody else's table is one of no table here.
 */
import type {
  Catalog,
  IndexInfo,
  TableInfo,
} from "../storage/storage-types.ts";
import type { TableView } from "./transaction-types.ts";

/** Files are stored once for all: an id of `_storage` means the same wherever it is handed. */
const COMMON = "_storage";

export class NamespaceTables implements TableView {
  readonly #catalog: Catalog;
  readonly #namespace: string;

  /** @param namespace path of the component; "" is the app. */
  constructor(catalog: Catalog, namespace: string) {
    this.#catalog = catalog;
    this.#namespace = namespace;
  }

  table(name: string): TableInfo | undefined {
    return this.#catalog.table(name, name === COMMON ? "" : this.#namespace);
  }

  tableByNumber(number: number): TableInfo | undefined {
    const table = this.#catalog.tableByNumber(number);
    if (table === undefined) return undefined;
    const isVisible =
      (table.namespace ?? "") === this.#namespace || table.name === COMMON;
    return isVisible ? table : undefined;
  }

  index(table: number, name: string): IndexInfo | undefined {
    return this.#catalog.index(table, name);
  }
}
