/** What the deployed schema asks of imported documents. Rules and texts: schema_constraints.rs of the backend. */
import type { TableInfo } from "../storage/storage-types.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import { checkDocument } from "../values/validators.ts";
import { ImportError } from "./import-error.ts";

/** The parts used of what is deployed. */
export type ImportSchema = {
  readonly tables: readonly {
    readonly tableName: string;
    readonly documentType: ValidatorJson | null;
  }[];
  readonly schemaValidation: boolean;
};

/**
 * What is wrong with a document of a table once the import is done; null when nothing is.
 * @param after every table there is then: ids in documents are of those
 */
export function complaintsOf(
  schema: ImportSchema | null,
  table: string,
  after: readonly TableInfo[],
): (document: JsonObject) => string | null {
  const type = typeOf(schema, table);
  if (type === null || schema?.schemaValidation !== true) return () => null;
  const names = new Map(
    after
      .filter(({ namespace }) => namespace === undefined)
      .map(({ number, name }) => [number, name]),
  );
  return (document) => checkDocument(type, document, (n) => names.get(n));
}

/** Fields at the top of a table's documents that may be left out. */
export function optionalFields(
  schema: ImportSchema | null,
  table: string,
): ReadonlySet<string> {
  const type = typeOf(schema, table);
  if (type?.type !== "object") return new Set();
  return new Set(
    Object.entries(type.value)
      .filter(([, { optional }]) => optional)
      .map(([name]) => name),
  );
}

/**
 * Refuses to give a table another number when documents that are not imported hold ids of it.
 * @param before tables there are now
 * @param drafted tables that are imported, with the numbers they get
 * @param isEmpty whether a table has no documents now
 */
export function checkReferences(
  schema: ImportSchema | null,
  before: readonly TableInfo[],
  drafted: readonly TableInfo[],
  isEmpty: (table: string) => boolean,
): void {
  const old = new Map(
    before
      .filter(({ namespace }) => namespace === undefined)
      .map(({ name, number }) => [name, number]),
  );
  const renumbered = new Set(
    drafted
      .filter(({ name, number }) => (old.get(name) ?? number) !== number)
      .map(({ name }) => name),
  );
  const imported = new Set(drafted.map(({ name }) => name));
  for (const { tableName, documentType } of schema?.tables ?? []) {
    if (imported.has(tableName) || documentType === null) continue;
    for (const name of idTables(documentType))
      if (renumbered.has(name) && !isEmpty(tableName))
        throw new ImportError(
          "ImportForeignKey",
          `Import changes table '${name}' which is referenced by '${tableName}' in the schema`,
        );
  }
}

function typeOf(
  schema: ImportSchema | null,
  table: string,
): ValidatorJson | null {
  const found = schema?.tables.find(({ tableName }) => tableName === table);
  return found?.documentType ?? null;
}

/** Tables whose ids a validator speaks of. */
function idTables(type: ValidatorJson): string[] {
  switch (type.type) {
    case "id":
      return [type.tableName];
    case "array":
      return idTables(type.value);
    case "record":
      return [...idTables(type.keys), ...idTables(type.values.fieldType)];
    case "object":
      return Object.values(type.value).flatMap(({ fieldType }) =>
        idTables(fieldType),
      );
    case "union":
      return type.value.flatMap(idTables);
    default:
      return [];
  }
}
