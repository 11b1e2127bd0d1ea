/**
 * Whether the documents that exist fit a new schema. Walks tables in batches so that live traffic goes on, and
 * remembers what was written meanwhile, so that the last look before the switch is at those documents only.
 */
import { setImmediate } from "node:timers/promises";
import { decodeId } from "../values/ids.ts";
import { checkDocument } from "../values/validators.ts";
import type { JsonDocument } from "../values/json.ts";
import type { Store, TableInfo } from "../storage/storage-types.ts";
import { NamespaceTables } from "../transactions/namespace-tables.ts";
import type { Database, TableView } from "../transactions/transaction-types.ts";
import type { SchemaDefinition, TableDefinition } from "./schema-definition.ts";

/** In the words of `wait_for_schema`. */
export type SchemaFailure = {
  readonly error: string;
  /** "" is the app. */
  readonly componentPath: string;
  readonly tableName: string;
};

/** Documents looked at before others get a turn. */
const BATCH = 200;

/** Of the app and of each component that has a schema. */
export class SchemaChecks {
  readonly #checks: readonly SchemaCheck[];

  constructor(checks: readonly SchemaCheck[]) {
    this.#checks = checks;
  }

  end(): void {
    for (const check of this.#checks) check.end();
  }

  /** As that of each. */
  async walk(): Promise<SchemaFailure | null> {
    for (const check of this.#checks) {
      const failure = await check.walk();
      if (failure !== null) return failure;
    }
    return null;
  }

  lookAtWritten(): SchemaFailure | null {
    for (const check of this.#checks) {
      const failure = check.lookAtWritten();
      if (failure !== null) return failure;
    }
    return null;
  }
}

export class SchemaCheck {
  readonly #component: string;
  readonly #tables: TableView;
  readonly #schema: SchemaDefinition;
  readonly #inForce: SchemaDefinition | null;
  readonly #store: Pick<Store, "catalog" | "get" | "scanIds">;
  readonly #written = new Set<string>();
  /** Tables got another content as a whole since the walk. */
  #isVoid = false;
  readonly #stop: () => void;

  /**
   * Begins to note what is written; `end` must be called.
   * @param component whose schema it is; "" is the app.
   * @param inForce what every document fits now
   */
  constructor(
    component: string,
    schema: SchemaDefinition,
    inForce: SchemaDefinition | null,
    store: Pick<Store, "catalog" | "get" | "scanIds">,
    database: Pick<Database, "onCommit">,
  ) {
    this.#component = component;
    this.#tables = new NamespaceTables(store.catalog, component);
    this.#schema = schema;
    this.#inForce = inForce;
    this.#store = store;
    this.#stop = database.onCommit(({ ids, all }) => {
      this.#isVoid ||= all === true;
      for (const id of ids) this.#written.add(id);
    });
  }

  end(): void {
    this.#stop();
  }

  /** Looks at every document of the tables whose form changes. Null when all fit. */
  async walk(): Promise<SchemaFailure | null> {
    for (const definition of this.#schema.tables) {
      const table = this.#tables.table(definition.tableName);
      if (table === undefined || this.#isInForce(definition)) continue;
      // A scan is valid only until the next commit: each batch begins after the last id seen.
      let last = "";
      for (let more = true; more; await setImmediate()) {
        const range = { lower: `${last}\x00`, upper: null };
        more = false;
        let looked = 0;
        for (const { id } of this.#store.scanIds(table.number, range, "asc")) {
          const failure = this.#look(table, id);
          if (failure !== null) return failure;
          last = id;
          if (++looked === BATCH) {
            more = true;
            break;
          }
        }
      }
    }
    return null;
  }

  /** Looks at what was written since the beginning. Synchronous: nothing can be written between this and the switch. */
  lookAtWritten(): SchemaFailure | null {
    if (this.#isVoid)
      return {
        error: "An import was completed meanwhile. Push again.",
        tableName: "",
        componentPath: this.#component,
      };
    for (const id of this.#written) {
      // One of another component may be among them, whose id shows the same: no such document is in this table then.
      const shown = decodeId(id)?.table;
      const table =
        shown === undefined ? undefined : this.#tables.tableShowing(shown);
      const failure = table === undefined ? null : this.#look(table, id);
      if (failure !== null) return failure;
    }
    return null;
  }

  #isInForce({ tableName, documentType }: TableDefinition): boolean {
    if (!this.#inForce?.schemaValidation) return false;
    const now = this.#inForce.tables.find(
      (table) => table.tableName === tableName,
    );
    return (
      now !== undefined &&
      JSON.stringify(now.documentType) === JSON.stringify(documentType)
    );
  }

  #look(
    { number, name: tableName }: TableInfo,
    id: string,
  ): SchemaFailure | null {
    const document = this.#store.get(number, id);
    if (document === null) return null;
    const definition = this.#schema.tables.find(
      (candidate) => candidate.tableName === tableName,
    );
    if (!definition?.documentType || !this.#schema.schemaValidation)
      return null;
    const detail = this.#complaint(document, definition.documentType);
    if (detail === null) return null;
    return {
      error: `Document with ID "${id}" in table "${tableName}" does not match the schema: ${detail}`,
      componentPath: this.#component,
      tableName,
    };
  }

  #complaint(
    document: JsonDocument,
    type: Parameters<typeof checkDocument>[0],
  ): string | null {
    return checkDocument(
      type,
      document,
      (shown) => this.#tables.tableShowing(shown)?.name,
    );
  }
}
