/**
 * Which number each imported table gets, and which tables exist after an import. Pure. Ids contain numbers, so a table whose
 * documents bring ids gets the number in them, even if another component's table has it. Rules and texts: assign_table_numbers
 * of get-convex/convex-backend, crates/application/src/snapshot_import/mod.rs.
 */
import { STORAGE } from "../files/file-tables.ts";
import { tableKey } from "../storage/catalog/catalog.ts";
import type { DraftedTable, TableInfo } from "../storage/storage-types.ts";
import { FIRST_USER_TABLE, sharedNumber, shownNumber } from "../values/ids.ts";
import { must } from "../values/user-error.ts";
import { ImportError } from "./import-error.ts";
import {
  inComponent,
  infoOf,
  keyOf,
  type OwnedTable,
  ownedOf,
} from "./owned-table.ts";

export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

export type WantedTable = OwnedTable & {
  /** The number that its ids show, from `_tables` or its first document; null leaves the choice. */
  readonly number: number | null;
};

export type ImportPlan = {
  readonly drafts: readonly DraftedTable[];
  /** All tables after the import. */
  readonly after: readonly TableInfo[];
};

/**
 * @param existing all tables now, with those of the system and of components
 * @param inSchema keys of tables that must exist, for a mode that empties all others
 * @throws ImportError when numbers collide
 */
export function planImport(
  mode: ImportMode,
  wanted: readonly WantedTable[],
  existing: readonly TableInfo[],
  inSchema: ReadonlySet<string>,
): ImportPlan {
  const now = new Map(existing.map((table) => [tableKey(table), table.number]));
  const shown = new Map<string, number>();
  const takers = new Map<string, OwnedTable>();
  const assign = (table: OwnedTable, number: number) => {
    const place = placeOf(number, table.component);
    const other = takers.get(place);
    if (other !== undefined)
      throw new ImportError(
        "InvalidId",
        `conflict between ${textOf(other)} and ${textOf(table)} with number ${number}`,
      );
    shown.set(keyOf(table), number);
    takers.set(place, table);
  };
  for (const { number, ...table } of wanted)
    if (number !== null) assign(table, checked(table, number));
  const all: OwnedTable[] = [...wanted];
  const listed = new Set(all.map(keyOf));
  const emptied = existing.filter(
    (table) =>
      mode === "replaceAll" &&
      !table.name.startsWith("_") &&
      !listed.has(tableKey(table)),
  );
  for (const table of emptied)
    if (inSchema.has(tableKey(table))) all.push(ownedOf(table));
  const gone = new Set([...all.map(keyOf), ...emptied.map(tableKey)]);
  const kept = existing.filter((table) => !gone.has(tableKey(table)));
  for (const table of kept) {
    const { number, namespace = "" } = table;
    const taker = takers.get(placeOf(shownNumber(number), namespace));
    if (taker !== undefined) throw tableConflict(taker, table);
  }
  for (const table of all) {
    const before = now.get(keyOf(table));
    if (before === undefined || shown.has(keyOf(table))) continue;
    const number = shownNumber(before);
    if (!takers.has(placeOf(number, table.component))) assign(table, number);
  }
  const others = kept.map(({ number }) => shownNumber(number));
  const taken = new Set([...others, ...shown.values()]);
  for (const table of all) {
    if (shown.has(keyOf(table))) continue;
    let number = FIRST_USER_TABLE;
    while (taken.has(number)) number++;
    taken.add(number);
    assign(table, number);
  }
  const own = ownNumbers(shown, now, kept);
  const drafts = all.map((table) => {
    const key = keyOf(table);
    const number = must(own.get(key), key);
    const before = now.get(key);
    const isAddition = mode === "append" && before !== undefined;
    if (isAddition && before !== number)
      throw new ImportError(
        "TableNumberConflict",
        `table ${key} wants table number ${shown.get(key)} but was already assigned ${shownNumber(before)}`,
      );
    return { ...infoOf(table, number), isAddition };
  });
  const drafted = drafts.map(({ isAddition: _, ...table }) => table);
  return { drafts, after: [...kept, ...drafted] };
}

/**
 * Unique numbers (values/ids.ts) by table key.
 * @param shown what ids of each table show
 * @param now their current numbers
 */
function ownNumbers(
  shown: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
  kept: readonly TableInfo[],
): Map<string, number> {
  const numbers = new Map<string, number>();
  const used = new Set(kept.map(({ number }) => number));
  for (const [key, number] of shown) {
    const before = now.get(key);
    if (before === undefined || shownNumber(before) !== number) continue;
    numbers.set(key, before);
    used.add(before);
  }
  for (const [key, number] of shown) {
    if (numbers.has(key)) continue;
    let nth = 0;
    while (used.has(sharedNumber(number, nth))) nth++;
    numbers.set(key, sharedNumber(number, nth));
    used.add(sharedNumber(number, nth));
  }
  return numbers;
}

/** A key that one table only can have: shown numbers are unique within a component. */
function placeOf(shown: number, component: string): string {
  return `${shown} ${component}`;
}

function checked(table: OwnedTable, number: number): number {
  const isPossible =
    table.name === STORAGE
      ? number > 0 && number < FIRST_USER_TABLE
      : number >= FIRST_USER_TABLE && number <= 0xffff_ffff;
  if (isPossible) return number;
  throw new ImportError(
    "InvalidId",
    `table ${textOf(table)} cannot have number ${number}`,
  );
}

function tableConflict(table: OwnedTable, existing: TableInfo): ImportError {
  return new ImportError(
    "TableConflict",
    existing.name.startsWith("_")
      ? `New table ${textOf(table)} has IDs that conflict with existing internal table. Consider importing this table without \`_id\` fields or import into a new deployment.`
      : `New table ${textOf(table)} has IDs that conflict with existing table ${textOf(ownedOf(existing))}. To delete all existing tables, import with \`npx convex import --replace-all\`.`,
  );
}

function textOf({ name, component }: OwnedTable): string {
  return `\`${name}\`${inComponent(component)}`;
}
