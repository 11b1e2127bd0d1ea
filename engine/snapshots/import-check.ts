/** What an import would do, found out by reading all of it once: how many rows, which numbers, whether there is room. */
import { statfs } from "node:fs/promises";
import { FILE_KEYS, STORAGE } from "../files/file-tables.ts";
import type { StateReader } from "../storage/storage-types.ts";
import { formatSize } from "../values/format-size.ts";
import { decodeId } from "../values/ids.ts";
import type { JsonValue } from "../values/json.ts";
import { ImportError, invalidValue, tableExists } from "./import-error.ts";
import type { ImportMode, WantedTable } from "./import-plan.ts";
import type { ImportSource } from "./import-source.ts";
import type { TableChange } from "./import-summary.ts";

/** Bytes on disk for a byte of an import: the rows, and their entries in indexes. */
const GROWTH = 2;

export type CheckedImport = {
  readonly wanted: readonly WantedTable[];
  readonly changes: readonly TableChange[];
};

/**
 * @param folder where there has to be room
 * @throws ImportError
 */
export async function checkImport(
  source: ImportSource,
  mode: ImportMode,
  state: StateReader,
  folder: string,
): Promise<CheckedImport> {
  await mustFit(source.size, folder);
  const existing = new Map(
    state
      .tables()
      .filter(({ namespace }) => namespace === undefined)
      .map(({ name, number }) => [name, number]),
  );
  const wanted = new Map<string, number | null>();
  for (const [name, number] of await listed(source)) {
    if (wanted.has(name))
      throw new ImportError(
        "DuplicateTableName",
        `\`_tables\` contains duplicate entries for \`${name}\``,
      );
    wanted.set(name, number);
  }
  const added = new Map<string, number>();
  for (const table of source.tables) {
    const { name } = table;
    const { count, firstId } = await rowsIn(table.rows());
    if (!wanted.has(name)) wanted.set(name, firstId);
    added.set(name, count);
  }
  const [file] = source.files;
  if (file !== undefined) {
    if (typeof wanted.get(STORAGE) !== "number")
      wanted.set(STORAGE, decodeId(file.storageId)?.table ?? null);
    added.set(STORAGE, source.files.length);
  }
  const names = new Set(wanted.keys());
  if (mode === "replaceAll")
    for (const name of existing.keys()) if (!isSystem(name)) names.add(name);
  const changes = [...names].map((name): TableChange => {
    const number = existing.get(name);
    const count = number === undefined ? 0 : state.count(number);
    if (mode === "requireEmpty" && count > 0) throw tableExists(name);
    const deleted = mode.startsWith("replace") ? count : 0;
    return { name, added: added.get(name) ?? 0, deleted, existing: count };
  });
  if (wanted.has(STORAGE)) wanted.set(FILE_KEYS, null);
  return {
    changes,
    wanted: [...wanted].map(([name, number]) => ({ name, number })),
  };
}

async function mustFit(size: number, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (size * GROWTH <= bavail * bsize) return;
  throw new ImportError(
    "ImportTooLarge",
    `The import needs about ${formatSize(size * GROWTH)} on the disk, which has room for ${formatSize(bavail * bsize)}.`,
  );
}

/** `_tables`: names and numbers. */
async function listed(source: ImportSource): Promise<[string, number][]> {
  const tables: [string, number][] = [];
  let row = 0;
  for await (const text of source.numbers?.rows() ?? []) {
    row++;
    const entry = parsed(text, row);
    const { name, id } = (entry ?? {}) as Record<string, unknown>;
    if (typeof name !== "string")
      throw invalidValue(row, "table requires name");
    if (typeof id !== "number" || !Number.isInteger(id) || id < 1)
      throw invalidValue(row, `table requires id (received ${String(id)})`);
    if (!isSystem(name)) tables.push([name, id]);
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
