/**
 * One import: plans it, fills drafts of its tables while other work continues, and makes them the tables atomically. Either all
 * of it is there, or nothing. Reporting is in importer.ts.
 */
import { FILE_KEYS, STORAGE } from "../files/file-tables.ts";
import type { FileFolder } from "../files/disk.ts";
import { tableKey } from "../storage/catalog/catalog.ts";
import type { Store, TableDrafts } from "../storage/storage-types.ts";
import { CreationClock } from "../transactions/creation-clock.ts";
import type { Database } from "../transactions/transaction-types.ts";
import { must } from "../values/user-error.ts";
import { importFiles, type TakenNames } from "./file-importer.ts";
import { mustHaveRoom } from "./import-check.ts";
import { ImportError, tableExists } from "./import-error.ts";
import {
  type ImportMode,
  type ImportPlan,
  planImport,
  type WantedTable,
} from "./import-plan.ts";
import {
  checkReferences,
  complaintsOf,
  type ImportSchemas,
  isSame,
  optionalFields,
  schemaOf,
} from "./import-schema.ts";
import {
  filesByComponent,
  type ImportFormat,
  type ImportSource,
} from "./import-source.ts";
import { withCommas } from "./import-summary.ts";
import { keyOf, type OwnedTable, ownedOf } from "./owned-table.ts";
import { TableImporter } from "./table-importer.ts";

export type ImportContext = {
  readonly store: Pick<
    Store,
    "catalog" | "draftTables" | "switchTables" | "get" | "scanIds" | "lastTs"
  >;
  readonly database: Pick<Database, "exclusively" | "whenDurable">;
  readonly files: FileFolder;
  /** Folder of uploads, on the disk of the database. */
  readonly folder: string;
  /** What is deployed, and a way to keep it from changing. */
  readonly deployment: {
    readonly schemas: ImportSchemas | null;
    alone<T>(work: () => Promise<T>): Promise<T>;
  };
  /** ms since the epoch */
  readonly now: () => number;
};

const EVERYTHING = { lower: "", upper: null };

export type ImportRequest = {
  readonly source: ImportSource;
  readonly format: ImportFormat;
  readonly mode: ImportMode;
  readonly wanted: readonly WantedTable[];
};

export type ImportProgress = {
  /** Reports what is being done. */
  readonly progress: (message: string) => void;
  /** Reports what has been done. */
  readonly done: (message: string) => void;
  readonly signal: AbortSignal;
};

/**
 * @returns the number of documents imported, without stored files
 * @throws ImportError; nothing has changed then
 */
export async function performImport(
  context: ImportContext,
  request: ImportRequest,
  progress: ImportProgress,
): Promise<number> {
  const job = new ImportJob(context, request, progress);
  return job.run();
}

class ImportJob {
  readonly #context: ImportContext;
  readonly #request: ImportRequest;
  readonly #progress: ImportProgress;
  readonly #schemas: ImportSchemas | null;
  readonly #times: CreationClock;

  constructor(
    context: ImportContext,
    request: ImportRequest,
    progress: ImportProgress,
  ) {
    this.#context = context;
    this.#request = request;
    this.#progress = progress;
    this.#schemas = context.deployment.schemas;
    this.#times = new CreationClock(context.store.lastTs / 1000, context.now);
  }

  async run(): Promise<number> {
    const { store, database } = this.#context;
    const plan = this.#plan();
    const drafts = await store.draftTables(plan.drafts);
    let count: number;
    let ts: number;
    try {
      count = await this.#fill(drafts, plan);
      ts = await this.#inTurn(() => this.#switch(drafts, plan));
    } catch (error) {
      drafts.abandon();
      throw error;
    }
    // The switch is on disk. A disk that is full now refuses only the commit that announces it.
    await database.whenDurable(ts).catch(() => undefined);
    return count;
  }

  /**
   * Runs the switch while nothing is deployed and nothing commits. An import that is ended while it waits for that, for example
   * for a push, ends at once.
   */
  async #inTurn(work: () => Promise<number>): Promise<number> {
    const { database, deployment } = this.#context;
    const { signal } = this.#progress;
    const begun = Promise.withResolvers<void>();
    const done = deployment.alone(() =>
      database.exclusively(() => {
        signal.throwIfAborted();
        begun.resolve();
        return work();
      }),
    );
    done.catch(begun.reject);
    const end = () => begun.reject(signal.reason);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    await begun.promise.finally(() => signal.removeEventListener("abort", end));
    return await done;
  }

  #plan(): ImportPlan {
    const { mode, wanted } = this.#request;
    const { catalog } = this.#context.store;
    const inSchema = tablesIn(this.#schemas);
    const plan = planImport(mode, wanted, catalog.tables(), inSchema);
    checkReferences(this.#schemas, catalog.tables(), plan.drafts, (table) =>
      this.#isEmpty(table),
    );
    return plan;
  }

  async #fill(drafts: TableDrafts, plan: ImportPlan): Promise<number> {
    const { source } = this.#request;
    let total = 0;
    for (const table of source.tables) {
      const key = keyOf(table);
      if (table.name === STORAGE) continue;
      this.#progress.progress(`Importing "${key}"`);
      const importer = this.#importer(drafts, plan, table);
      for await (const text of table.rows()) {
        await importer.addRow(text, table.wholeNumbers);
        if (importer.count % 10_000 === 0)
          this.#progress.progress(
            `Importing "${key}" (${withCommas(importer.count)} documents)`,
          );
      }
      await importer.flush();
      total += importer.count;
      this.#progress.done(
        `Imported "${key}" (${withCommas(importer.count)} documents)`,
      );
    }
    const taken = new Map(this.#usedKeys(plan));
    for (const [component, files] of filesByComponent(source)) {
      const tables = source.tables.filter(
        (table) => table.component === component,
      );
      const own = { component, files, tables };
      await this.#fillFiles(drafts, plan, own, taken);
    }
    return total;
  }

  async #fillFiles(
    drafts: TableDrafts,
    plan: ImportPlan,
    {
      component,
      ...source
    }: Pick<ImportSource, "files" | "tables"> & {
      readonly component: string;
    },
    taken: TakenNames,
  ): Promise<void> {
    const storage = { name: STORAGE, component };
    const files = this.#importer(drafts, plan, storage);
    const keys = this.#importer(drafts, plan, { name: FILE_KEYS, component });
    for await (const { file, key } of importFiles(
      source,
      this.#context.files,
      taken,
    )) {
      await files.add(file);
      await keys.add(key);
      this.#progress.progress(
        `Importing "${keyOf(storage)}" (${withCommas(files.count)}/${withCommas(source.files.length)} files)`,
      );
    }
    await files.flush();
    await keys.flush();
    this.#progress.done(
      `Imported "${keyOf(storage)}" (${withCommas(files.count)} files)`,
    );
  }

  *#usedKeys({ drafts }: ImportPlan): Iterable<[string, string | null]> {
    const { store } = this.#context;
    const replaced = new Set(
      drafts.filter(({ isAddition }) => !isAddition).map(tableKey),
    );
    for (const table of store.catalog.tables()) {
      if (table.name !== FILE_KEYS) continue;
      const files = replaced.has(tableKey(table))
        ? store.catalog.table(STORAGE, table.namespace)
        : undefined;
      for (const { id } of store.scanIds(table.number, EVERYTHING, "asc")) {
        const row = store.get(table.number, id);
        const file =
          files && store.get(files.number, String(row?.["storageId"]));
        yield [String(row?.["key"]), file ? String(file["sha256"]) : null];
      }
    }
  }

  #importer(drafts: TableDrafts, plan: ImportPlan, table: OwnedTable) {
    const { store } = this.#context;
    const key = keyOf(table);
    const draft = plan.drafts.find((one) => tableKey(one) === key);
    const { number, isAddition } = must(draft, `no draft of ${key}`);
    const schema = schemaOf(this.#schemas, table.component);
    return new TableImporter(
      {
        add: async (...piece) => {
          await mustHaveRoom(this.#context.folder);
          return await drafts.add(...piece);
        },
      },
      {
        key,
        number,
        has: (id) => isAddition && store.get(number, id) !== null,
        complaint: complaintsOf(schema, table, plan.after),
        optional:
          this.#request.format === "csv"
            ? optionalFields(schema, table.name)
            : new Set(),
      },
      this.#times,
    );
  }

  /** Nothing is deployed and nothing commits while this runs, so what it checks stays true. */
  async #switch(drafts: TableDrafts, plan: ImportPlan): Promise<number> {
    const { store, deployment } = this.#context;
    if (!isSame(deployment.schemas, this.#schemas))
      throw new ImportError(
        "ImportSchemaChanged",
        "Could not complete import because schema changed. Avoid modifying schema.ts while importing tables",
      );
    // Tables may have been created meanwhile.
    const now = this.#plan();
    if (JSON.stringify(now.drafts) !== JSON.stringify(plan.drafts))
      throw new ImportError(
        "ImportConflict",
        "Could not complete import because tables were made meanwhile. Import again.",
      );
    if (this.#request.mode === "requireEmpty")
      for (const draft of plan.drafts)
        if (!this.#isEmpty(ownedOf(draft))) throw tableExists(tableKey(draft));
    const { ts } = await store.switchTables(drafts, now.after);
    return ts;
  }

  #isEmpty({ name, component }: OwnedTable): boolean {
    const { catalog, scanIds } = this.#context.store;
    const table = catalog.table(name, component);
    if (table === undefined) return true;
    const [first] = scanIds.call(
      this.#context.store,
      table.number,
      EVERYTHING,
      "asc",
    );
    return first === undefined;
  }
}

function tablesIn(schemas: ImportSchemas | null): Set<string> {
  const paths = ["", ...(schemas?.components ?? []).map(({ path }) => path)];
  return new Set(
    paths.flatMap((component) =>
      (schemaOf(schemas, component)?.tables ?? []).map(({ tableName: name }) =>
        keyOf({ name, component }),
      ),
    ),
  );
}
