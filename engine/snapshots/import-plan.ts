/**
 * Which number each imported table gets, and which tables there are after an import. Pure. Numbers stand in ids, so a table
 * whose documents bring ids gets the number that is in them. Rules and texts: assign_table_numbers of get-convex/convex-backend,
 * crates/application/src/snapshot_import/mod.rs.
 */
import { STORAGE } from "../files/file-tables.ts";
import { tableKey } from "../storage/catalog.ts";
import type { DraftedTable, TableInfo } from "../storage/storage-types.ts";
import { FIRST_USER_TABLE } from "../values/ids.ts";
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
  /** From `_tables`, or from the id of its first document; null leaves the choice. */
  readonly number: number | null;
};

export type ImportPlan = {
  readonly drafts: readonly DraftedTable[];
  /** Every table there is afterwards. */
  readonly after: readonly TableInfo[];
};

/** Convex Cloud numbers the tables of each component by themselves. */
const UNIQUE =
  ": here no two components may have tables of the same number. Import the data of one of them without `_id` fields and `_tables`.";

/**
 * @param existing tables there are now, those of the system and of components too
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
  const numbers = new Map<string, number>();
  const takers = new Map<number, OwnedTable>();
  const assign = (table: OwnedTable, number: number) => {
    const other = takers.get(number);
    if (other !== undefined)
      throw new ImportError(
        "InvalidId",
        `conflict between ${shown(other)} and ${shown(table)} with number ${number}${other.component === table.component ? "" : UNIQUE}`,
      );
    numbers.set(keyOf(table), number);
    takers.set(number, table);
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
    const taker = takers.get(table.number);
    if (taker !== undefined) throw tableConflict(taker, table);
  }
  const taken = new Set([
    ...kept.map(({ number }) => number),
    ...takers.keys(),
  ]);
  for (const table of all) {
    const key = keyOf(table);
    if (numbers.has(key)) continue;
    let number = now.get(key);
    if (number === undefined || taken.has(number)) {
      number = FIRST_USER_TABLE;
      while (taken.has(number)) number++;
    }
    taken.add(number);
    assign(table, number);
  }
  const drafts = all.map((table) => {
    const key = keyOf(table);
    const number = must(numbers.get(key), key);
    const before = now.get(key);
    const isAddition = mode === "append" && before !== undefined;
    if (isAddition && before !== number)
      throw new ImportError(
        "TableNumberConflict",
        `table ${key} wants table number ${number} but was already assigned ${before}`,
      );
    return { ...infoOf(table, number), isAddition };
  });
  const drafted = drafts.map(({ isAddition: _, ...table }) => table);
  return { drafts, after: [...kept, ...drafted] };
}

function checked(table: OwnedTable, number: number): number {
  const isPossible =
    table.name === STORAGE
      ? number > 0 && number < FIRST_USER_TABLE
      : number >= FIRST_USER_TABLE && number <= 0xffff_ffff;
  if (isPossible) return number;
  throw new ImportError(
    "InvalidId",
    `table ${shown(table)} cannot have number ${number}`,
  );
}

function tableConflict(table: OwnedTable, existing: TableInfo): ImportError {
  return new ImportError(
    "TableConflict",
    existing.name.startsWith("_")
      ? `New table ${shown(table)} has IDs that conflict with existing internal table. Consider importing this table without \`_id\` fields or import into a new deployment.`
      : `New table ${shown(table)} has IDs that conflict with existing table ${shown(ownedOf(existing))}. To delete all existing tables, import with \`npx convex import --replace-all\`.`,
  );
}

function shown({ name, component }: OwnedTable): string {
  return `\`${name}\`${inComponent(component)}`;
}
