/** The system tables of a deployment, and the catalog of these and the schemas. */
import type { CatalogTarget } from "../storage/storage-types.ts";
import { FILE_TABLES } from "../files/file-tables.ts";
import {
  COMPONENT_TABLES,
  SCHEDULER_TABLES,
} from "../scheduler/scheduler-tables.ts";
import type { SchemaDefinition } from "./schema-definition.ts";

/** One row: the deployment. Each push replaces it. */
export const DEPLOYMENT = "_deployment";

/**
 * One tiny row. Each push and change of environment writes it, and each query and mutation reads it, so that calls
 * overtaken by a push run again.
 */
export const DEPLOYMENT_MARK = "_deployment_mark";

/** Module sources by hash, in pieces, so that rows and transactions stay small. */
export const SOURCES = "_module_sources";
export const BY_HASH = "by_hash";

export const ENVIRONMENT = "_environment_variables";
export const BY_NAME = "by_name";

const DEPLOY_TABLES: CatalogTarget["tables"] = [
  { name: DEPLOYMENT, indexes: [] },
  { name: DEPLOYMENT_MARK, indexes: [] },
  { name: SOURCES, indexes: [{ name: BY_HASH, fields: ["hash", "part"] }] },
  { name: ENVIRONMENT, indexes: [{ name: BY_NAME, fields: ["name"] }] },
];

/**
 * File tables of a component. Their ids show the same number in all components, as on Convex Cloud, so that an import
 * finds it free.
 */
const OWN_FILES = FILE_TABLES.map((table) => ({
  ...table,
  showsAppsNumber: true,
}));

/** Schema of the app, and of each component by its path. */
export type Schemas = {
  readonly schema: SchemaDefinition | null;
  readonly components: readonly {
    readonly path: string;
    readonly schema: SchemaDefinition | null;
  }[];
};

/** Tables and indexes of the engine and of the schemas. Tables that only have documents remain even if not listed. */
export function catalogOf(schemas: Schemas | null): CatalogTarget {
  return {
    tables: [
      ...SCHEDULER_TABLES,
      ...FILE_TABLES,
      ...DEPLOY_TABLES,
      ...tablesOf(schemas?.schema ?? null),
      ...(schemas?.components ?? []).flatMap(({ path, schema }) =>
        [...COMPONENT_TABLES, ...OWN_FILES, ...tablesOf(schema)].map(
          (table) => ({ ...table, namespace: path }),
        ),
      ),
    ],
  };
}

function tablesOf(schema: SchemaDefinition | null): CatalogTarget["tables"] {
  return (schema?.tables ?? []).map((table) => ({
    name: table.tableName,
    // A staged index is built and maintained like others; only the schema keeps queries from using it.
    indexes: [...table.indexes, ...table.staged.indexes].map(
      ({ indexDescriptor, fields }) => ({ name: indexDescriptor, fields }),
    ),
  }));
}
