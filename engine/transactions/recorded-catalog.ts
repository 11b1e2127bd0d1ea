/** The catalog as a transaction sees it: tables asked for and not there are noted in what it has read. */
import type {
  Catalog,
  IndexInfo,
  TableInfo,
} from "../storage/storage-types.ts";
import type { RecordedReads } from "./read-set.ts";

export class RecordedCatalog implements Pick<
  Catalog,
  "table" | "tableByNumber" | "index"
> {
  readonly #catalog: Catalog;
  readonly #reads: RecordedReads;

  constructor(catalog: Catalog, reads: RecordedReads) {
    this.#catalog = catalog;
    this.#reads = reads;
  }

  table(name: string): TableInfo | undefined {
    const table = this.#catalog.table(name);
    if (table === undefined) this.#reads.missingTables.add(name);
    return table;
  }

  tableByNumber(number: number): TableInfo | undefined {
    const table = this.#catalog.tableByNumber(number);
    if (table === undefined) this.#reads.missingTables.add(number);
    return table;
  }

  /** Not noted: indexes come and go with deploys only, and those make everything run again. */
  index(table: number, name: string): IndexInfo | undefined {
    return this.#catalog.index(table, name);
  }
}
