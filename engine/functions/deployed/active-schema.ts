/**
 * The schema at run time: checks documents on every write, and looks up search indexes by name. deploy/ reads and
 * checks the schema itself.
 */
import type { JsonObject } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import type { ValidatorJson } from "../../values/validator-json.ts";
import {
  checkDocument,
  type TableNameOfNumber,
} from "../../values/validators.ts";

export type SearchIndex = {
  readonly table: string;
  readonly name: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
};

export type VectorIndexDefinition = {
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
};

type Named = { readonly indexDescriptor: string };

/** The used parts of what `schema.export()` of npm convex returns. */
type ExportedSchema = {
  readonly tables: readonly {
    readonly tableName: string;
    readonly documentType?: ValidatorJson | null;
    readonly searchIndexes?: readonly (Named &
      Pick<SearchIndex, "searchField" | "filterFields">)[];
    readonly vectorIndexes?: readonly (Named & VectorIndexDefinition)[];
    readonly stagedDbIndexes?: readonly Named[];
    readonly stagedSearchIndexes?: readonly Named[];
    readonly stagedVectorIndexes?: readonly Named[];
  }[];
  readonly schemaValidation: boolean;
};

export class ActiveSchema {
  readonly #types = new Map<string, ValidatorJson>();
  readonly #searchIndexes = new Map<string, SearchIndex>();
  readonly #vectorIndexes = new Map<string, VectorIndexDefinition>();
  /** By `table.index`. */
  readonly #staged = new Set<string>();

  /** @param exported JSON text of `schema.export()`, null when there is no schema. */
  constructor(exported: string | null) {
    if (exported === null) return;
    const { tables, schemaValidation } = JSON.parse(exported) as ExportedSchema;
    for (const table of tables) {
      const { tableName, documentType, searchIndexes, vectorIndexes } = table;
      if (schemaValidation && documentType)
        this.#types.set(tableName, documentType);
      for (const { indexDescriptor, ...index } of searchIndexes ?? [])
        this.#searchIndexes.set(`${tableName}.${indexDescriptor}`, {
          table: tableName,
          name: indexDescriptor,
          ...index,
        });
      for (const { indexDescriptor, ...index } of vectorIndexes ?? [])
        this.#vectorIndexes.set(`${tableName}.${indexDescriptor}`, index);
      for (const { indexDescriptor } of [
        ...(table.stagedDbIndexes ?? []),
        ...(table.stagedSearchIndexes ?? []),
        ...(table.stagedVectorIndexes ?? []),
      ])
        this.#staged.add(`${tableName}.${indexDescriptor}`);
    }
  }

  /** @param name `table.index` */
  searchIndex(name: string): SearchIndex | undefined {
    return this.#searchIndexes.get(name);
  }

  /** @param name `table.index` */
  vectorIndex(name: string): VectorIndexDefinition | undefined {
    return this.#vectorIndexes.get(name);
  }

  /** @throws UserError when the index is still staged. @param name `table.index` */
  refuseStaged(name: string): void {
    if (this.#staged.has(name))
      throw new UserError(
        `Index ${name} is currently staged and not available to query until it is enabled.`,
      );
  }

  /** @throws UserError with the backend's text when the document does not fit its table. */
  check(table: string, document: JsonObject, tables: TableNameOfNumber): void {
    const type = this.#types.get(table);
    const detail = type ? checkDocument(type, document, tables) : null;
    if (detail !== null)
      throw new UserError(
        `Failed to insert or update a document in table "${table}" because it does not match the schema: ${detail}`,
      );
  }
}
