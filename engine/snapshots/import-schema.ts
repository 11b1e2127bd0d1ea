/** What the deployed schema requires of imported documents. Rules and texts: schema_constraints.rs of the backend. */
import { STORAGE } from "../files/file-tables.ts";
import { tableKey } from "../storage/catalog/catalog.ts";
import type { TableInfo } from "../storage/storage-types.ts";
import { CLOUD_TABLES } from "../transactions/namespace-tables.ts";
import { shownNumber } from "../values/ids.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator-json.ts";
import { checkDocument } from "../values/validators.ts";
import { ImportError } from "./import-error.ts";
import { keyOf, type OwnedTable } from "./owned-table.ts";

/** The parts used of a deployed schema. */
export type ImportSchema = {
  readonly tables: readonly {
    readonly tableName: string;
    readonly documentType: ValidatorJson | null;
  }[];
  readonly schemaValidation: boolean;
};

/** Schemas of the app, and of each deployed component. */
export type ImportSchemas = {
  readonly schema: ImportSchema | null;
  readonly components: readonly {
    readonly path: string;
    readonly schema: ImportSchema | null;
  }[];
};

/** @param component "" is the app */
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
 * What is wrong with a document once the import is done; null when nothing is.
 * @param after all tables then: ids in documents are of those, and of stored files
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
      .map(({ number, name }) => [shownNumber(number), name]),
  );
  const nameOf = (shown: number) => names.get(shown) ?? CLOUD_TABLES.get(shown);
  return (document) => checkDocument(type, document, nameOf);
}

/** Top-level fields that documents of a table may lack. */
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
 * Refuses a new number for ids of a table while documents outside the import hold such ids.
 * @param before tables now
 * @param drafted imported tables, with the numbers they get
 * @param isEmpty whether a table has no documents now
 */
export function checkReferences(
  schemas: ImportSchemas | null,
  before: readonly TableInfo[],
  drafted: readonly TableInfo[],
  isEmpty: (table: OwnedTable) => boolean,
): void {
  const old = new Map(
    before.map((table) => [tableKey(table), shownNumber(table.number)]),
  );
  const renumbered = new Set(
    drafted
      .filter((table) => {
        const shown = shownNumber(table.number);
        return (old.get(tableKey(table)) ?? shown) !== shown;
      })
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

/** Tables whose ids a validator names. */
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
