/**
 * The part of the catalog that one component, or the app, sees: its own tables. Another component's id is of no table here. If
 * both show the same number, it is of another table, which has no such document.
 */
import type {
  Catalog,
  IndexInfo,
  TableInfo,
} from "../storage/storage-types.ts";
import { type IdRange, idRangeOf } from "../values/ids.ts";
import type { TableView } from "./transaction-types.ts";

const FILES = "_storage";

/** What ids of files show in components, and in deployments of Convex Cloud created since such numbers exist. */
export const CLOUD_FILES = 540;

/**
 * What ids of system tables show on Convex Cloud (DEFAULT_TABLE_NUMBERS, crates/model/src/lib.rs of get-convex/convex-backend).
 * In documents from there they remain ids of these tables, of rows that are not here.
 */
export const CLOUD_TABLES: ReadonlyMap<number, string> = new Map([
  [539, "_scheduled_functions"],
  [CLOUD_FILES, FILES],
]);

/**
 * The interval of a table's ids. For files it includes those of components' files on Convex Cloud: an engine that kept all
 * files together took them for the app's.
 */
export function idsIn(catalog: Catalog, table: number): IdRange {
  const own = idRangeOf(table);
  if (catalog.tableByNumber(table)?.name !== FILES) return own;
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
    return this.#catalog.table(name, this.#namespace);
  }

  tableShowing(shown: number): TableInfo | undefined {
    const own = this.#catalog.tableShowing(shown, this.#namespace);
    if (own !== undefined) return own;
    // An id of the app's file counts as a file's id here too, as on Convex Cloud, where no file is found under it.
    const isFile = this.#catalog.tableShowing(shown, "")?.name === FILES;
    const name = isFile ? FILES : CLOUD_TABLES.get(shown);
    return name === undefined ? undefined : this.table(name);
  }

  index(table: number, name: string): IndexInfo | undefined {
    return this.#catalog.index(table, name);
  }
}
