/** Index differences between two schemas, in the CLI's format. Pure. */
import type { SchemaDefinition, TableDefinition } from "./schema-definition.ts";

/** One index in the form the CLI prints. */
export type IndexConfig = { readonly staged: boolean } & (
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
    }
  | {
      readonly type: "vector";
      readonly name: string;
      readonly dimensions: number;
      readonly vectorField: string;
      readonly filterFields: readonly string[];
    }
);

export type IndexDiff = {
  readonly added_indexes: IndexConfig[];
  readonly removed_indexes: IndexConfig[];
  /** Staged before, but no longer. */
  readonly enabled_indexes: IndexConfig[];
  readonly disabled_indexes: IndexConfig[];
};

/** The index changes of a push. An index whose fields changed is both added and removed. */
export function diffIndexes(
  before: SchemaDefinition | null,
  after: SchemaDefinition | null,
): IndexDiff {
  const old = indexesOf(before);
  const wanted = indexesOf(after);
  const onlyIn = (
    some: Map<string, IndexConfig>,
    others: Map<string, IndexConfig>,
  ) =>
    [...some].filter(([text]) => !others.has(text)).map(([, index]) => index);
  const turned = (toStaged: boolean) =>
    [...wanted]
      .filter(
        ([text, { staged }]) =>
          staged === toStaged && old.get(text)?.staged === !toStaged,
      )
      .map(([, index]) => index);
  return {
    added_indexes: onlyIn(wanted, old),
    removed_indexes: onlyIn(old, wanted),
    enabled_indexes: turned(false),
    disabled_indexes: turned(true),
  };
}

/** Keyed by everything that identifies an index. */
function indexesOf(schema: SchemaDefinition | null): Map<string, IndexConfig> {
  const found = new Map<string, IndexConfig>();
  for (const table of schema?.tables ?? []) {
    for (const index of configsOf(table.tableName, table, false)) add(index);
    for (const index of configsOf(table.tableName, table.staged, true))
      add(index);
  }
  return found;

  function add(index: IndexConfig): void {
    found.set(JSON.stringify({ ...index, staged: null }), index);
  }
}

function configsOf(
  table: string,
  definition: TableDefinition["staged"],
  staged: boolean,
): IndexConfig[] {
  const nameOf = (index: { readonly indexDescriptor: string }) =>
    `${table}.${index.indexDescriptor}`;
  return [
    ...definition.indexes.map((index) => ({
      type: "database" as const,
      name: nameOf(index),
      fields: index.fields,
      staged,
    })),
    ...definition.searchIndexes.map((index) => ({
      type: "search" as const,
      name: nameOf(index),
      searchField: index.searchField,
      filterFields: index.filterFields,
      staged,
    })),
    ...definition.vectorIndexes.map((index) => ({
      type: "vector" as const,
      name: nameOf(index),
      dimensions: index.dimensions,
      vectorField: index.vectorField,
      filterFields: index.filterFields,
      staged,
    })),
  ];
}
