/**
 * The part of the catalog that one component sees, or the app: its own tables, and those that are everybody's. An id is one
 * of these: somebody else's is of no table here, or, where both show the same number, of another one, which has no such document.
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

  tableShowing(shown: number): TableInfo | undefined {
    const own = this.#catalog.tableShowing(shown, this.#namespace);
    if (own !== undefined || this.#namespace === "") return own;
    const common = this.#catalog.tableShowing(shown, "");
    return common?.name === COMMON ? common : undefined;
  }

  index(table: number, name: string): IndexInfo | undefined {
    return this.#catalog.index(table, name);
  }
}
