/**
 * A schema as `schema.ts` exports it: its shape, its checks at push, and how two of them differ in indexes.
 * Checking documents against it is in schema-check.ts.
 */
import type { JsonValue } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import { DeployError } from "./deploy-error.ts";

export type IndexDefinition = {
  readonly indexDescriptor: string;
  readonly fields: readonly string[];
};
export type SearchIndexDefinition = {
  readonly indexDescriptor: string;
  readonly searchField: string;
  readonly filterFields: readonly string[];
};

export type TableDefinition = {
  readonly tableName: string;
  readonly indexes: readonly IndexDefinition[];
  readonly searchIndexes: readonly SearchIndexDefinition[];
  readonly documentType: ValidatorJson | null;
};

/** `schema.export()` of npm convex. */
export type SchemaDefinition = {
  readonly tables: readonly TableDefinition[];
  readonly schemaValidation: boolean;
};

/** One index in the form the CLI prints. */
export type IndexConfig =
  | {
      readonly type: "database";
      readonly name: string;
      readonly fields: readonly string[];
    }
  | {
      readonly type: "search";
      readonly name: string;
      readonly searchField: string;
      readonly filterFields: readonly string[];
    };

export type IndexDiff = {
  readonly added_indexes: IndexConfig[];
  readonly removed_indexes: IndexConfig[];
};

const MAX_INDEXES = 64;
const MAX_INDEX_FIELDS = 16;

/**
 * Reads the JSON text that `schema.export()` returns.
 * @throws DeployError `InvalidSchema` with a text for the developer.
 */
export function parseSchema(exported: string): SchemaDefinition {
  try {
    return readSchema(exported);
  } catch (error) {
    if (error instanceof DeployError) throw error;
    throw refused(`What the schema exports is not a schema: ${String(error)}`);
  }
}

function readSchema(exported: string): SchemaDefinition {
  const schema = JSON.parse(exported) as {
    tables: {
      tableName: string;
      indexes: IndexDefinition[];
      stagedDbIndexes?: IndexDefinition[];
      searchIndexes?: SearchIndexDefinition[];
      vectorIndexes?: JsonValue[];
      documentType?: ValidatorJson;
    }[];
    schemaValidation: boolean;
  };
  const tables = schema.tables.map((table) => {
    if ((table.vectorIndexes ?? []).length > 0)
      throw refused(
        `Table "${table.tableName}" has a vector index, which this engine does not support.`,
      );
    const { indexes, stagedDbIndexes = [] } = table;
    // A staged index cannot be queried, so it is only checked: it is built when it is one of the others.
    checkTable(table.tableName, [...indexes, ...stagedDbIndexes]);
    return {
      tableName: table.tableName,
      indexes,
      searchIndexes: table.searchIndexes ?? [],
      documentType: table.documentType ?? null,
    };
  });
  return { tables, schemaValidation: schema.schemaValidation };
}

function checkTable(table: string, indexes: readonly IndexDefinition[]): void {
  if (!/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(table))
    throw refused(
      `Table name "${table}" is invalid. Identifiers must start with a letter and can only contain letters, digits, and underscores.`,
    );
  if (indexes.length > MAX_INDEXES)
    throw refused(
      `Table "${table}" has ${indexes.length} indexes, but the maximum number of indexes is ${MAX_INDEXES}.`,
    );
  const names = new Set<string>();
  for (const { indexDescriptor, fields } of indexes) {
    const name = `${table}.${indexDescriptor}`;
    if (names.has(indexDescriptor))
      throw refused(
        `Table "${table}" has two or more definitions of index "${indexDescriptor}".`,
      );
    names.add(indexDescriptor);
    if (
      !/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(indexDescriptor) ||
      indexDescriptor === "by_id" ||
      indexDescriptor === "by_creation_time"
    )
      throw refused(
        `In table "${table}" cannot name an index "${indexDescriptor}" because the name is reserved or invalid.`,
      );
    if (fields.length === 0)
      throw refused(`Index "${name}" must have at least one field.`);
    if (fields.length > MAX_INDEX_FIELDS)
      throw refused(
        `Index "${name}" has ${fields.length} fields, but the maximum number of fields is ${MAX_INDEX_FIELDS}.`,
      );
    if (fields.includes("_creationTime"))
      throw refused(
        `\`_creationTime\` is automatically added to the end of each index so don't specify it explicitly in index "${name}".`,
      );
    if (new Set(fields).size < fields.length)
      throw refused(
        `Duplicate fields are not allowed in indexes. Index "${name}" names one twice.`,
      );
  }
}

/** What a push adds and removes. An index whose fields changed is both. */
export function diffIndexes(
  before: SchemaDefinition | null,
  after: SchemaDefinition | null,
): IndexDiff {
  const old = indexesOf(before);
  const wanted = indexesOf(after);
  const missingFrom =
    (others: Map<string, IndexConfig>) =>
    ([text]: [string, IndexConfig]) =>
      !others.has(text);
  return {
    added_indexes: [...wanted]
      .filter(missingFrom(old))
      .map(([, index]) => index),
    removed_indexes: [...old]
      .filter(missingFrom(wanted))
      .map(([, index]) => index),
  };
}

/** By JSON text. */
function indexesOf(schema: SchemaDefinition | null): Map<string, IndexConfig> {
  const found = new Map<string, IndexConfig>();
  for (const { tableName, indexes, searchIndexes } of schema?.tables ?? []) {
    const all: IndexConfig[] = [
      ...indexes.map(({ indexDescriptor, fields }) => ({
        type: "database" as const,
        name: `${tableName}.${indexDescriptor}`,
        fields,
      })),
      ...searchIndexes.map(
        ({ indexDescriptor, searchField, filterFields }) => ({
          type: "search" as const,
          name: `${tableName}.${indexDescriptor}`,
          searchField,
          filterFields,
        }),
      ),
    ];
    for (const index of all) found.set(JSON.stringify(index), index);
  }
  return found;
}

function refused(message: string): DeployError {
  return new DeployError("InvalidSchema", message);
}
