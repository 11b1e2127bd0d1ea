/** A schema as `schema.ts` exports it: its shape and its validation at push. */
import { checkValidator } from "../values/matches.ts";
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

export type VectorDefinition = {
  readonly indexDescriptor: string;
  readonly vectorField: string;
  readonly dimensions: number;
  readonly filterFields: readonly string[];
};

export type TableDefinition = {
  readonly tableName: string;
  readonly indexes: readonly IndexDefinition[];
  readonly searchIndexes: readonly SearchIndexDefinition[];
  readonly vectorIndexes: readonly VectorDefinition[];
  /** Kept up to date, but not yet available to queries. */
  readonly staged: {
    readonly indexes: readonly IndexDefinition[];
    readonly searchIndexes: readonly SearchIndexDefinition[];
    readonly vectorIndexes: readonly VectorDefinition[];
  };
  readonly documentType: ValidatorJson | null;
};

/** `schema.export()` of npm convex. */
export type SchemaDefinition = {
  readonly tables: readonly TableDefinition[];
  readonly schemaValidation: boolean;
};

const MAX_INDEXES = 64;
const MAX_INDEX_FIELDS = 16;
const MAX_FILTER_FIELDS = 16;
const DIMENSIONS = { min: 2, max: 4096 };

/**
 * Parses the JSON text that `schema.export()` returns.
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
      stagedSearchIndexes?: SearchIndexDefinition[];
      vectorIndexes?: VectorDefinition[];
      stagedVectorIndexes?: VectorDefinition[];
      documentType?: ValidatorJson;
    }[];
    schemaValidation: boolean;
  };
  const tables = schema.tables.map((table) => {
    const definition: TableDefinition = {
      tableName: table.tableName,
      indexes: table.indexes,
      searchIndexes: table.searchIndexes ?? [],
      vectorIndexes: table.vectorIndexes ?? [],
      staged: {
        indexes: table.stagedDbIndexes ?? [],
        searchIndexes: table.stagedSearchIndexes ?? [],
        vectorIndexes: table.stagedVectorIndexes ?? [],
      },
      documentType: table.documentType ?? null,
    };
    checkTable(definition);
    if (definition.documentType) checkValidator(definition.documentType);
    return definition;
  });
  return { tables, schemaValidation: schema.schemaValidation };
}

function checkTable(definition: TableDefinition): void {
  const { tableName: table, staged } = definition;
  const indexes = [...definition.indexes, ...staged.indexes];
  const vectorIndexes = [...definition.vectorIndexes, ...staged.vectorIndexes];
  const others = [
    ...definition.searchIndexes,
    ...staged.searchIndexes,
    ...vectorIndexes,
  ];
  if (!/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(table))
    throw refused(
      `Table name "${table}" is invalid. Identifiers must start with a letter and can only contain letters, digits, and underscores.`,
    );
  const count = indexes.length + others.length;
  if (count > MAX_INDEXES)
    throw refused(
      `Table "${table}" has ${count} indexes, but the maximum number of indexes is ${MAX_INDEXES}.`,
    );
  const names = new Set<string>();
  for (const { indexDescriptor } of [...indexes, ...others]) {
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
  }
  for (const { indexDescriptor, fields } of indexes) {
    const name = `${table}.${indexDescriptor}`;
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
  for (const { filterFields } of others)
    if (filterFields.length > MAX_FILTER_FIELDS)
      throw refused(
        `Search indexes may have up to ${MAX_FILTER_FIELDS} filter fields.`,
      );
  checkVectorIndexes(table, vectorIndexes, definition.documentType);
}

function checkVectorIndexes(
  table: string,
  indexes: readonly VectorDefinition[],
  documentType: ValidatorJson | null,
): void {
  const fields = new Map<string, string>();
  for (const { indexDescriptor, vectorField, dimensions } of indexes) {
    const { min, max } = DIMENSIONS;
    if (!Number.isInteger(dimensions) || dimensions < min || dimensions > max)
      throw refused(
        `Dimensions ${dimensions} must be between ${min} and ${max}.`,
      );
    const key = JSON.stringify([vectorField, dimensions]);
    const other = fields.get(key);
    fields.set(key, indexDescriptor);
    if (other !== undefined)
      throw refused(
        `In table "${table}" vector index "${other}" and vector index "${indexDescriptor}" have the same \`vectorField\`. Vector index fields must be unique within a table. You should combine the\nindexes with the same \`vectorField\` into one index containing all \`filterField\`s and then use different subsets of the \`filterField\`s at query time.`,
      );
    if (documentType && !mayHoldVector(documentType, vectorField.split(".")))
      throw refused(
        `In table "${table}" the vector index "${indexDescriptor}" is invalid because it references the field ${vectorField} that is neither an array of float64 or optional array of float64.`,
      );
  }
}

/** Whether a value of this type may have an array of numbers at the path. */
function mayHoldVector(type: ValidatorJson, path: readonly string[]): boolean {
  const [field, ...rest] = path;
  switch (type.type) {
    case "any":
      return true;
    case "union":
      return type.value.some((member) => mayHoldVector(member, path));
    case "array":
      return field === undefined && ["number", "any"].includes(type.value.type);
    case "object": {
      const inner = field === undefined ? undefined : type.value[field];
      if (field === undefined) return false;
      return inner === undefined || mayHoldVector(inner.fieldType, rest);
    }
    default:
      return false;
  }
}

function refused(message: string): DeployError {
  return new DeployError("InvalidSchema", message);
}
