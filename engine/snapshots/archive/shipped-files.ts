/** Ships the stored files that records name, before the records. */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { contentOf, recordAt } from "../../storage/journal/record.ts";
import type { Followed } from "../../storage/journal/follower.ts";
import { copyFile } from "../backup-manifest.ts";
import { nameOf, syncNames } from "./archive-folder.ts";

/**
 * Copies the stored files of some records beside their segment. A missing one was deleted since.
 * @param tables numbers of the tables that name files
 */
export async function shipFiles(
  items: readonly Followed[],
  tables: readonly number[],
  from: string,
  archive: string,
  segment: number,
): Promise<void> {
  const keys = [...new Set(items.flatMap((item) => keysIn(item, tables)))];
  if (keys.length === 0) return;
  const folder = path.join(archive, nameOf("files", segment));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const key of keys) {
    const to = path.join(folder, key);
    await rm(to, { force: true });
    try {
      await copyFile(path.join(from, key), to);
    } catch (error) {
      const { code, path: missing } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" || missing !== path.join(from, key)) throw error;
      await rm(to, { force: true });
    }
  }
  await syncNames(folder);
  await syncNames(archive);
}

function keysIn(item: Followed, tables: readonly number[]): string[] {
  if (item.kind !== "record") return [];
  // Most records name no file, and are not decoded.
  if (!tables.some((number) => item.bytes.includes(`[${number},"`))) return [];
  const record = recordAt(item.bytes, 0);
  if (record === null) return [];
  return contentOf(record).documents.flatMap(([table, , body]) =>
    body !== null && tables.includes(table)
      ? [(JSON.parse(body) as { key: string }).key]
      : [],
  );
}
