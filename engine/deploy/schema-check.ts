/**
 * Checks existing documents against a new schema. Walks tables in batches, without blocking live traffic, and records
 * writes, so that the last check before the switch covers only written documents.
 */
import { setImmediate } from "node:timers/promises";
import { decodeId } from "../values/ids.ts";
import { checkDocument } from "../values/validators.ts";
import type { JsonDocument } from "../values/json.ts";
import type { Store, TableInfo } from "../storage/storage-types.ts";
import { NamespaceTables } from "../transactions/namespace-tables.ts";
import type { Database, TableView } from "../transactions/transaction-types.ts";
import type { SchemaDefinition, TableDefinition } from "./schema-definition.ts";

/** In the format of `wait_for_schema`. */
export type SchemaFailure = {
  readonly error: string;
  /** "" is the app. */
  readonly componentPath: string;
  readonly tableName: string;
};

/** Documents per batch. */
const BATCH = 200;
/** Written documents that the last check looks at in one turn, and that an abandoned push keeps. */
const MAX_WRITTEN = 100_000;

/** Of the app and of each component that has a schema. */
export class SchemaChecks {
  readonly #checks: readonly SchemaCheck[];

  constructor(checks: readonly SchemaCheck[]) {
    this.#checks = checks;
  }

  end(): void {
    for (const check of this.#checks) check.end();
  }

  /** Like `walk` of each check. */
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
  /** Why the walk does not count any more. */
  #void: string | null = null;
  readonly #stop: () => void;

  /**
   * Starts recording writes; `end` must be called.
   * @param component of the schema; "" is the app.
   * @param inForce the schema that all documents match now
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
      if (all === true) this.#void = "An import was completed";
      for (const id of ids) this.#written.add(id);
      if (this.#written.size <= MAX_WRITTEN) return;
      this.#void = "Too many documents were written";
      this.end();
    });
  }

  end(): void {
    this.#stop();
    this.#written.clear();
  }

  /** Checks every document of tables whose type changes. Null when all match. */
  async walk(): Promise<SchemaFailure | null> {
    for (const definition of this.#schema.tables) {
      const table = this.#tables.table(definition.tableName);
      if (table === undefined || this.#isInForce(definition)) continue;
      // A scan is valid only until the next commit, so each batch begins after the last id.
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

  /** Checks documents written since the start. Synchronous: no write can happen between this and the switch. */
  lookAtWritten(): SchemaFailure | null {
    if (this.#void !== null)
      return {
        error: `${this.#void} meanwhile. Push again.`,
        tableName: "",
        componentPath: this.#component,
      };
    for (const id of this.#written) {
      // The id may be of another component whose table shows the same number; then this table has no such document.
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
