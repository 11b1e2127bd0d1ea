/** Works out which tables and indexes to create and drop for a target. Pure. */
import {
  FIRST_USER_TABLE,
  sharedNumber,
  shownNumber,
} from "../../values/ids.ts";
import { checkIdentifier } from "../../values/limits.ts";
import { must } from "../../values/user-error.ts";
import { BY_CREATION_TIME, tableKey } from "./catalog.ts";
import type {
  CatalogTarget,
  IndexInfo,
  MaintainedCatalog,
  TableInfo,
} from "../storage-types.ts";
import type { IndexRow } from "../writer/writer-messages.ts";

export type CatalogPlan = {
  readonly tables: readonly TableInfo[];
  readonly created: readonly IndexRow[];
  readonly dropped: readonly IndexInfo[];
};

const CREATION_TIMES = { name: BY_CREATION_TIME, fields: [] };

/**
 * @param nextIndexId an id that no index ever had.
 * @param isUsed whether documents of a removed table still lie under a number.
 * @throws UserError for an invalid name.
 */
export function planCatalog(
  catalog: MaintainedCatalog,
  target: CatalogTarget,
  nextIndexId: number,
  isUsed: (number: number) => boolean = () => false,
): CatalogPlan {
  const tables = newTables(catalog, target, isUsed);
  const numberOf = (wanted: Named) =>
    (
      catalog.table(wanted.name, wanted.namespace) ??
      tables.find((table) => tableKey(table) === tableKey(wanted))
    )?.number ?? 0;
  let id = nextIndexId;
  const created: IndexRow[] = [];
  const dropped: IndexInfo[] = [];
  for (const listed of target.tables) {
    const table = numberOf(listed);
    const wanted = [CREATION_TIMES, ...listed.indexes];
    const existing = catalog.maintainedIndexesOf(table);
    for (const index of wanted)
      if (!existing.some((one) => isSame(one, index)))
        created.push({ id: id++, table, ...index });
    for (const one of existing)
      if (!wanted.some((index) => isSame(one, index))) dropped.push(one);
  }
  // A table whose first change did not finish. A partial target leaves it: a start on a full disk must write nothing.
  const listed = new Set(target.tables.map(numberOf));
  for (const { number } of target.isPart === true ? [] : catalog.tables())
    if (!listed.has(number) && !hasCreationTimes(catalog, number))
      created.push({ id: id++, table: number, ...CREATION_TIMES });
  return {
    tables,
    created,
    dropped: [...dropped, ...unlisted(catalog, target)],
  };
}

function hasCreationTimes(catalog: MaintainedCatalog, table: number): boolean {
  return catalog
    .maintainedIndexesOf(table)
    .some((index) => isSame(index, CREATION_TIMES));
}

/**
 * The indexes that lookups skip. Of several with one name, they find the one that a target lists, else the visible one, else
 * the oldest.
 */
export function hiddenIndexes(
  ready: readonly IndexRow[],
  hidden: ReadonlySet<number>,
  isListed: (index: IndexRow) => boolean,
): ReadonlySet<number> {
  const named = Map.groupBy(ready, ({ table, name }) => `${table} ${name}`);
  return new Set(
    [...named.values()].flatMap((several) => {
      const found =
        several.find(isListed) ??
        several.find(({ id }) => !hidden.has(id)) ??
        several[0];
      return several.filter((one) => one !== found).map(({ id }) => id);
    }),
  );
}

/** Whether a target lists an index. */
export function isListedIn(
  catalog: MaintainedCatalog,
  { tables }: CatalogTarget,
): (index: IndexRow) => boolean {
  const byNumber = new Map(
    tables.map((table) => [
      catalog.table(table.name, table.namespace)?.number,
      table.indexes,
    ]),
  );
  return (index) =>
    byNumber.get(index.table)?.some((one) => isSame(one, index)) === true;
}

function newTables(
  catalog: MaintainedCatalog,
  target: CatalogTarget,
  isUsed: (number: number) => boolean,
): TableInfo[] {
  // Imported tables may share a shown number with others. A table made here does so only on request.
  const taken = new Set(catalog.tables().map((one) => shownNumber(one.number)));
  const fresh = target.tables.filter(
    ({ name, namespace }) => !catalog.table(name, namespace),
  );
  const tables: TableInfo[] = [];
  const add = ({ name, namespace = "" }: Named, number: number) => {
    taken.add(number);
    tables.push({ name, number, ...(namespace === "" ? {} : { namespace }) });
  };
  for (const table of fresh) {
    checkIdentifier(table.name);
    if (table.showsAppsNumber === true) continue;
    let free = isSystem(table.name) ? 1 : FIRST_USER_TABLE;
    while (taken.has(free) || isUsed(free)) free++;
    add(table, free);
  }
  for (const table of fresh) {
    if (table.showsAppsNumber !== true) continue;
    const all = [...catalog.tables(), ...tables];
    const app = all.find((one) => tableKey(one) === table.name);
    const shown = shownNumber(must(app, `no table ${table.name}`).number);
    const isTaken = (number: number) =>
      all.some((one) => one.number === number) || isUsed(number);
    let nth = 1;
    while (isTaken(sharedNumber(shown, nth))) nth++;
    add(table, sharedNumber(shown, nth));
  }
  return tables;
}

/** User indexes of tables that the target does not list; none for a partial target. */
function unlisted(
  catalog: MaintainedCatalog,
  { tables, isPart = false }: CatalogTarget,
): IndexInfo[] {
  if (isPart) return [];
  const listed = new Set(tables.map(tableKey));
  const namespaces = new Set(tables.map(({ namespace = "" }) => namespace));
  return catalog
    .tables()
    .filter(
      (table) =>
        !listed.has(tableKey(table)) &&
        !isSystem(table.name) &&
        (table.namespace === undefined || namespaces.has(table.namespace)),
    )
    .flatMap(({ number }) => catalog.maintainedIndexesOf(number))
    .filter(({ name }) => name !== BY_CREATION_TIME);
}

type Named = Pick<TableInfo, "name" | "namespace">;

function isSame(
  a: { readonly name: string; readonly fields: readonly string[] },
  b: { readonly name: string; readonly fields: readonly string[] },
): boolean {
  return (
    a.name === b.name &&
    a.fields.length === b.fields.length &&
    a.fields.every((field, i) => field === b.fields[i])
  );
}

function isSystem(table: string): boolean {
  return table.startsWith("_");
}
