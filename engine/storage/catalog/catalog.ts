/** Tables and indexes in memory. catalog-changer.ts replaces them as a whole. */
import { shownNumber } from "../../values/ids.ts";
import type {
  IndexInfo,
  MaintainedCatalog,
  TableInfo,
} from "../storage-types.ts";
import { BY_ID, placesIn } from "./places.ts";
import type { IndexRow } from "../writer/writer-messages.ts";

/** Every table has this index. */
export const BY_CREATION_TIME = "by_creation_time";

/** Name of a table among those of all components: `messages`, `workpool/batchWorker/workers`. Table names have no slash. */
export function tableKey({
  name,
  namespace = "",
}: Pick<TableInfo, "name" | "namespace">): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** The inverse of `tableKey`. */
export function tableOfKey(number: number, key: string): TableInfo {
  const slash = key.lastIndexOf("/");
  if (slash < 0) return { number, name: key };
  return { number, name: key.slice(slash + 1), namespace: key.slice(0, slash) };
}

export class CatalogState implements MaintainedCatalog {
  /** By key. */
  #byName = new Map<string, TableInfo>();
  #byNumber = new Map<number, TableInfo>();
  /** By component, then by the number that its ids show. */
  #byShown = new Map<string, Map<number, TableInfo>>();
  #indexes = new Map<number, readonly IndexInfo[]>();
  /** Visible, hidden and unfinished indexes: every commit keeps all of them up to date. */
  #maintained = new Map<number, readonly IndexInfo[]>();
  #places = new Map<number, number>();

  table(name: string, namespace = ""): TableInfo | undefined {
    return this.#byName.get(
      namespace === "" ? name : tableKey({ name, namespace }),
    );
  }

  tableByNumber(number: number): TableInfo | undefined {
    return this.#byNumber.get(number);
  }

  tableShowing(shown: number, namespace: string): TableInfo | undefined {
    return this.#byShown.get(namespace)?.get(shown);
  }

  index(table: number, name: string): IndexInfo | undefined {
    return this.indexesOf(table).find((index) => index.name === name);
  }

  indexesOf(table: number): readonly IndexInfo[] {
    return this.#indexes.get(table) ?? [];
  }

  tables(): readonly TableInfo[] {
    return [...this.#byNumber.values()];
  }

  maintainedIndexesOf(table: number): readonly IndexInfo[] {
    return this.#maintained.get(table) ?? [];
  }

  /** Whether commits still write an index. A dropped index no longer matches its table. */
  isMaintained({ id, table }: IndexInfo): boolean {
    return this.maintainedIndexesOf(table).some((one) => one.id === id);
  }

  /** Place of a table's documents; see places.ts. */
  placeOf(table: number): number {
    return this.#places.get(table) ?? table;
  }

  /**
   * @param ready indexes that lookups find
   * @param beside other indexes that a commit must write
   */
  set(
    tables: readonly TableInfo[],
    ready: readonly IndexRow[],
    beside: readonly IndexRow[],
  ): void {
    this.#byName = new Map(tables.map((table) => [tableKey(table), table]));
    this.#byNumber = new Map(tables.map((table) => [table.number, table]));
    this.#byShown = new Map();
    for (const table of tables) {
      const { number, namespace = "" } = table;
      const own = this.#byShown.get(namespace) ?? new Map<number, TableInfo>();
      this.#byShown.set(namespace, own.set(shownNumber(number), table));
    }
    this.#places = placesIn(ready);
    this.#indexes = byTable(ready);
    this.#maintained = byTable([...ready, ...beside]);
  }
}

function byTable(
  indexes: readonly IndexRow[],
): Map<number, readonly IndexInfo[]> {
  return Map.groupBy(
    indexes.filter(({ name }) => name !== BY_ID),
    ({ table }) => table,
  );
}
