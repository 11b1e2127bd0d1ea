/**
 * The part of the catalog that one component sees, or the app: its own tables, and those that are everybody's. An id is one
 * of these: somebody else's is of no table here, or, where both show the same number, of another one, which has no such document.
 */
import type {
  Catalog,
  IndexInfo,
  TableInfo,
} from "../storage/storage-types.ts";
import { type IdRange, idRangeOf } from "../values/ids.ts";
import type { TableView } from "./transaction-types.ts";

/** Files are stored once for all: an id of `_storage` means the same wherever it is handed. */
const COMMON = "_storage";

/** What ids of files show in a deployment of Convex Cloud that is not from before there were such numbers, and in components. */
export const CLOUD_FILES = 540;

/**
 * What ids of system tables show on Convex Cloud (DEFAULT_TABLE_NUMBERS, crates/model/src/lib.rs of get-convex/convex-backend).
 * In documents that came from there they go on being ids of these tables, of rows that are not here.
 */
export const CLOUD_TABLES: ReadonlyMap<number, string> = new Map([
  [539, "_scheduled_functions"],
  [CLOUD_FILES, COMMON],
]);

/** The interval of the ids that a table may have: where it is that of files, also those that components on Convex Cloud gave. */
export function idsIn(catalog: Catalog, table: number): IdRange {
  const own = idRangeOf(table);
  if (catalog.tableByNumber(table)?.name !== COMMON) return own;
  const cloud = idRangeOf(CLOUD_FILES);
  return {
    lower: own.lower < cloud.lower ? own.lower : cloud.lower,
    upper: own.upper > cloud.upper ? own.upper : cloud.upper,
  };
}

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
    if (own !== undefined) return own;
    const common = this.#catalog.tableShowing(shown, "");
    if (common?.name === COMMON) return common;
    const name = CLOUD_TABLES.get(shown);
    return name === undefined ? undefined : this.table(name);
  }

  index(table: number, name: string): IndexInfo | undefined {
    return this.#catalog.index(table, name);
  }
}
