/** What the deployed schema asks of imported documents. Rules and texts: schema_constraints.rs of the backend. */
import { STORAGE } from "../files/file-tables.ts";
import { tableKey } from "../storage/catalog.ts";
import type { TableInfo } from "../storage/storage-types.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import { checkDocument } from "../values/validators.ts";
import { ImportError } from "./import-error.ts";
import { keyOf, type OwnedTable } from "./owned-table.ts";

/** The parts used of what is deployed. */
export type ImportSchema = {
  readonly tables: readonly {
    readonly tableName: string;
    readonly documentType: ValidatorJson | null;
  }[];
  readonly schemaValidation: boolean;
};

/** Of the app, and of each component that is deployed. */
export type ImportSchemas = {
  readonly schema: ImportSchema | null;
  readonly components: readonly {
    readonly path: string;
    readonly schema: ImportSchema | null;
  }[];
};

/** @param component "" is the app; null without a schema */
export function schemaOf(
  schemas: ImportSchemas | null,
  component: string,
): ImportSchema | null {
  if (component === "") return schemas?.schema ?? null;
  const found = schemas?.components.find(({ path }) => path === component);
  return found?.schema ?? null;
}

/** Whether nothing was deployed between the two. */
export function isSame(
  a: ImportSchemas | null,
  b: ImportSchemas | null,
): boolean {
  return a?.schema === b?.schema && a?.components === b?.components;
}

/**
 * What is wrong with a document of a table once the import is done; null when nothing is.
 * @param after every table there is then: ids in documents are of those, and of stored files
 */
export function complaintsOf(
  schema: ImportSchema | null,
  { name: table, component }: OwnedTable,
  after: readonly TableInfo[],
): (document: JsonObject) => string | null {
  const type = typeOf(schema, table);
  if (type === null || schema?.schemaValidation !== true) return () => null;
  const names = new Map(
    after
      .filter(
        ({ namespace = "", name }) =>
          namespace === component || (namespace === "" && name === STORAGE),
      )
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
  schemas: ImportSchemas | null,
  before: readonly TableInfo[],
  drafted: readonly TableInfo[],
  isEmpty: (table: OwnedTable) => boolean,
): void {
  const old = new Map(before.map((table) => [tableKey(table), table.number]));
  const renumbered = new Set(
    drafted
      .filter(
        (table) => (old.get(tableKey(table)) ?? table.number) !== table.number,
      )
      .map(tableKey),
  );
  const imported = new Set(drafted.map(tableKey));
  const all = [
    { path: "", schema: schemas?.schema ?? null },
    ...(schemas?.components ?? []),
  ];
  for (const { path: component, schema } of all)
    for (const { tableName, documentType } of schema?.tables ?? []) {
      const table = { name: tableName, component };
      if (imported.has(keyOf(table)) || documentType === null) continue;
      for (const name of idTables(documentType))
        if (renumbered.has(keyOf({ name, component })) && !isEmpty(table))
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
