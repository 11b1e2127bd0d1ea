/**
 * Which number each imported table gets, and which tables there are after an import. Pure. Numbers stand in ids, so a table
 * whose documents bring ids gets the number that is in them. Rules and texts: assign_table_numbers of get-convex/convex-backend,
 * crates/application/src/snapshot_import/mod.rs.
 */
import { STORAGE } from "../files/file-tables.ts";
import type { DraftedTable, TableInfo } from "../storage/storage-types.ts";
import { FIRST_USER_TABLE } from "../values/ids.ts";
import { ImportError } from "./import-error.ts";

export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

export type WantedTable = {
  readonly name: string;
  /** From `_tables`, or from the id of its first document; null leaves the choice. */
  readonly number: number | null;
};

export type ImportPlan = {
  readonly drafts: readonly DraftedTable[];
  /** Every table there is afterwards. */
  readonly after: readonly TableInfo[];
};

/**
 * @param existing tables there are now, those of the system too; those of components stay as they are
 * @param inSchema names of tables that must exist, for a mode that empties all others
 * @throws ImportError when numbers collide
 */
export function planImport(
  mode: ImportMode,
  wanted: readonly WantedTable[],
  existing: readonly TableInfo[],
  inSchema: ReadonlySet<string>,
): ImportPlan {
  const own = existing.filter(({ namespace }) => namespace === undefined);
  const now = new Map(own.map((table) => [table.name, table.number]));
  const numbers = new Map<string, number>();
  const names = new Map<number, string>();
  const assign = (name: string, number: number) => {
    const other = names.get(number);
    if (other !== undefined)
      throw new ImportError(
        "InvalidId",
        `conflict between \`${other}\` and \`${name}\` with number ${number}`,
      );
    numbers.set(name, number);
    names.set(number, name);
  };
  for (const { name, number } of wanted)
    if (number !== null) assign(name, checked(name, number));
  const all = wanted.map(({ name }) => name);
  const emptied = mode === "replaceAll" ? unnamed(own, all) : [];
  for (const name of emptied) if (inSchema.has(name)) all.push(name);
  const gone = new Set(emptied.filter((name) => !inSchema.has(name)));
  const kept = existing.filter(
    ({ name, namespace }) =>
      namespace !== undefined || (!all.includes(name) && !gone.has(name)),
  );
  for (const { name, number } of kept) {
    const taker = names.get(number);
    if (taker !== undefined) throw tableConflict(taker, name);
  }
  const taken = new Set([...kept.map(({ number }) => number), ...names.keys()]);
  for (const name of all) {
    if (numbers.has(name)) continue;
    let number = now.get(name);
    if (number === undefined || taken.has(number)) {
      number = FIRST_USER_TABLE;
      while (taken.has(number)) number++;
    }
    taken.add(number);
    assign(name, number);
  }
  const drafts = all.map((name) => {
    const number = numbers.get(name) ?? 0;
    const before = now.get(name);
    const isAddition = mode === "append" && before !== undefined;
    if (isAddition && before !== number)
      throw new ImportError(
        "TableNumberConflict",
        `table ${name} wants table number ${number} but was already assigned ${before}`,
      );
    return { name, number, isAddition };
  });
  const drafted = drafts.map(({ name, number }) => ({ name, number }));
  return { drafts, after: [...kept, ...drafted] };
}

function unnamed(
  existing: readonly TableInfo[],
  wanted: readonly string[],
): string[] {
  return existing
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("_") && !wanted.includes(name));
}

function checked(name: string, number: number): number {
  const isPossible =
    name === STORAGE
      ? number > 0 && number < FIRST_USER_TABLE
      : number >= FIRST_USER_TABLE && number <= 0xffff_ffff;
  if (isPossible) return number;
  throw new ImportError(
    "InvalidId",
    `table \`${name}\` cannot have number ${number}`,
  );
}

function tableConflict(table: string, existing: string): ImportError {
  return new ImportError(
    "TableConflict",
    existing.startsWith("_")
      ? `New table \`${table}\` has IDs that conflict with existing internal table. Consider importing this table without \`_id\` fields or import into a new deployment.`
      : `New table \`${table}\` has IDs that conflict with existing table \`${existing}\`. To delete all existing tables, import with \`npx convex import --replace-all\`.`,
  );
}
