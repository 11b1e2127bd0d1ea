/** Finds out what an import would do by reading it once: how many rows, which numbers, whether there is room. */
import { FILE_KEYS, STORAGE } from "../files/file-tables.ts";
import { tableKey } from "../storage/catalog/catalog.ts";
import type { StateReader } from "../storage/storage-types.ts";
import { CLOUD_FILES } from "../transactions/namespace-tables.ts";
import { formatSize } from "../values/format-size.ts";
import { decodeId } from "../values/ids.ts";
import type { JsonValue } from "../values/json.ts";
import { roomOn } from "../files/disk-room.ts";
import { ImportError, invalidValue, tableExists } from "./import-error.ts";
import type { ImportMode, WantedTable } from "./import-plan.ts";
import {
  filesByComponent,
  type ImportSource,
  type SourceFile,
} from "./import-source.ts";
import type { TableChange } from "./import-summary.ts";
import { inComponent, keyOf, type OwnedTable, ownedOf } from "./owned-table.ts";

/** Least bytes on disk per byte of an import: rows, and their index entries. Small rows take more, and are stopped on the way. */
const GROWTH = 2;

/** Most tables of a deployment of Convex Cloud: https://docs.convex.dev/production/state/limits. */
const MAX_TABLES = 10_000;

type ListedTable = OwnedTable & { readonly number: number };

export type CheckedImport = {
  readonly wanted: readonly WantedTable[];
  readonly changes: readonly TableChange[];
};

/**
 * @param components paths of existing components; "" is the app
 * @param folder where there must be room
 * @throws ImportError
 */
export async function checkImport(
  source: ImportSource,
  mode: ImportMode,
  state: StateReader,
  components: ReadonlySet<string>,
  folder: string,
): Promise<CheckedImport> {
  for (const { component } of [
    ...source.numbers,
    ...source.tables,
    ...source.files,
  ])
    mustBeThere(component, components);
  mustBeFew(source.tables.length);
  await mustFit(source.size, folder);
  const wanted = new Map<string, WantedTable>();
  const want = (table: OwnedTable, number: number | null) =>
    wanted.set(keyOf(table), { ...table, number });
  for (const { number, ...table } of await listed(source)) {
    if (wanted.has(keyOf(table)))
      throw new ImportError(
        "DuplicateTableName",
        `\`_tables\` contains duplicate entries for \`${table.name}\`${inComponent(table.component)}`,
      );
    want(table, number);
  }
  const added = new Map<string, number>();
  for (const table of source.tables) {
    const { name, component } = table;
    const { count, firstId } = await rowsIn(table.rows());
    const key = keyOf(table);
    if (!wanted.has(key)) want({ name, component }, firstId);
    added.set(key, count);
  }
  for (const [component, files] of filesByComponent(source)) {
    const table = { name: STORAGE, component };
    want(table, numberOfFiles(files));
    added.set(keyOf(table), files.length);
  }
  const changes = await changesOf(mode, [...wanted.values()], added, state);
  for (const { name, component } of [...wanted.values()])
    if (name === STORAGE) want({ name: FILE_KEYS, component }, null);
  return { changes, wanted: [...wanted.values()] };
}

async function changesOf(
  mode: ImportMode,
  wanted: readonly OwnedTable[],
  added: ReadonlyMap<string, number>,
  state: StateReader,
): Promise<TableChange[]> {
  const existing = new Map(
    state.tables().map((table) => [tableKey(table), table]),
  );
  const tables = new Map(wanted.map((table) => [keyOf(table), table]));
  if (mode === "replaceAll")
    for (const [key, table] of existing)
      if (!isSystem(table.name)) tables.set(key, ownedOf(table));
  const changes: TableChange[] = [];
  for (const [key, { name, component }] of tables) {
    const number = existing.get(key)?.number;
    const count = number === undefined ? 0 : await state.count(number);
    if (mode === "requireEmpty" && count > 0) throw tableExists(key);
    const deleted = mode.startsWith("replace") ? count : 0;
    const sum = added.get(key) ?? 0;
    changes.push({ name, component, added: sum, deleted, existing: count });
  }
  return changes;
}

/**
 * The number that ids of files must show. An app of Convex Cloud from before fixed numbers has another one. Its components have
 * the fixed one, which also occurs in an export of an engine that kept all files together.
 */
function numberOfFiles(files: readonly SourceFile[]): number | null {
  const numbers = files.map(({ storageId }) => decodeId(storageId)?.table);
  return numbers.find((number) => number !== CLOUD_FILES) ?? numbers[0] ?? null;
}

/** Stricter than the backend, which creates an unused component. */
function mustBeThere(path: string, components: ReadonlySet<string>): void {
  if (components.has(path)) return;
  throw new ImportError(
    "ComponentNotFound",
    `The import has data of component '${path}', which is not here. Deploy an app that uses it under this name first, or leave its folder out of the ZIP.`,
  );
}

function mustBeFew(tables: number): void {
  if (tables <= MAX_TABLES) return;
  throw new ImportError(
    "TooManyTables",
    `The import has more than ${MAX_TABLES} tables, more than any deployment.`,
  );
}

async function mustFit(size: number, folder: string): Promise<void> {
  const room = await roomOn(folder);
  if (size * GROWTH <= room) return;
  throw new ImportError(
    "ImportTooLarge",
    `The import needs about ${formatSize(size * GROWTH)} on the disk, which has room for ${formatSize(Math.max(room, 0))}.`,
  );
}

/** @throws ImportError when a running import has used up the space */
export async function mustHaveRoom(folder: string): Promise<void> {
  if ((await roomOn(folder)) < 0) throw noRoom();
}

export function noRoom(): ImportError {
  return new ImportError(
    "ImportTooLarge",
    "The disk has no room for all of the import.",
  );
}

async function listed({ numbers }: ImportSource): Promise<ListedTable[]> {
  const tables: ListedTable[] = [];
  for (const list of numbers) {
    const { component } = list;
    let row = 0;
    for await (const text of list.rows()) {
      row++;
      const entry = parsed(text, row);
      const { name, id } = (entry ?? {}) as Record<string, unknown>;
      if (typeof name !== "string")
        throw invalidValue(row, "table requires name");
      if (
        typeof id !== "number" || // Guard untested: Number.isInteger says it too; the check is for the type.
        !Number.isInteger(id) ||
        id < 1
      )
        throw invalidValue(row, `table requires id (received ${String(id)})`);
      if (!isSystem(name)) tables.push({ name, component, number: id });
      mustBeFew(tables.length);
    }
  }
  return tables;
}

async function rowsIn(rows: AsyncIterable<string>) {
  let count = 0;
  let firstId: number | null = null;
  for await (const text of rows) {
    count++;
    const row = parsed(text, count);
    if (count > 1 || row === null || typeof row !== "object") continue;
    const { _id: id } = row as Record<string, JsonValue>;
    if (typeof id === "string") firstId = decodeId(id)?.table ?? null;
  }
  return { count, firstId };
}

function parsed(text: string, row: number): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ImportError(
      "JsonInvalidRow",
      `Row ${row} wasn't valid JSON: ${why}`,
      cause,
    );
  }
}

function isSystem(table: string): boolean {
  return table.startsWith("_");
}
