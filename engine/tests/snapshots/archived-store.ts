/** A store with an archive that ships every few ms, and helpers for both. */
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { makeBackup } from "../../snapshots/backup.ts";
import {
  type ArchiveOptions,
  Archiver,
} from "../../snapshots/archive/archiver.ts";
import { restoreArchive } from "../../snapshots/archive/restore-archive.ts";
import { openStore } from "../../storage/store.ts";
import type { Store } from "../../storage/storage-types.ts";
import { idsIn, open, temporaryFolder } from "../storage/test-store.ts";

export type Archived = ReturnType<typeof openArchived>;
export type Folders = { readonly data: string; readonly archive: string };

export function folders(): Folders & { readonly restored: string } {
  const folder = temporaryFolder();
  const below = (name: string) => path.join(folder, name);
  return {
    data: below("data"),
    archive: below("archive"),
    restored: below("restored"),
  };
}

/** An archiver that has no store yet. */
export function newArchiver(
  { data, archive }: Folders,
  options: Partial<ArchiveOptions> = {},
) {
  const said: string[] = [];
  const archiver = new Archiver({
    folder: archive,
    data,
    interval: 2,
    days: 7,
    copyBase: (from, to) => makeBackup(from, to),
    say: (_, message) => void said.push(message),
    now: Date.now,
    // In these tests both are really on one disk.
    deviceOf: (folder) => Promise.resolve(folder === data ? 1 : 2),
    ...options,
  });
  onTestFinished(() => archiver.stop());
  return { archiver, said, shipped: () => allIsThere(archiver) };
}

/** Opens a data folder with its archive. */
export function openArchived(
  places: Folders,
  options: Partial<ArchiveOptions> = {},
) {
  const one = newArchiver(places, options);
  const { follow } = one.archiver;
  const store = open({ folder: places.data, follow });
  one.archiver.start(store.position, () => []);
  return { store, ...one };
}

const allIsThere = async (archiver: Archiver) =>
  await vi.waitFor(() => {
    const { lagSeconds, lagBytes } = archiver.figures;
    expect({ lagSeconds, lagBytes }).toEqual({ lagSeconds: 0, lagBytes: 0 });
  });

/** Every document of every table as text, by id. Also checks that each index leads to all documents of its table. */
export async function contentOf(folder: string): Promise<Map<string, string>> {
  const store = openStore({ folder });
  try {
    return documentsOf(store);
  } finally {
    await store.close();
  }
}

export function documentsOf(store: Store): Map<string, string> {
  const found = new Map<string, string>();
  for (const { number } of store.catalog.tables()) {
    const everything = { lower: "", upper: null };
    const ids = [...store.scanIds(number, everything, "asc")];
    for (const { id } of ids)
      found.set(id, JSON.stringify(store.get(number, id)));
    for (const index of store.catalog.indexesOf(number))
      expect(idsIn(store, index).sort()).toEqual(ids.map(({ id }) => id));
  }
  return found;
}

/** Removes a folder while an archiver may write to it. A file that appears meanwhile goes with the next try. */
export const removeInUse = (folder: string) =>
  rmSync(folder, { recursive: true, maxRetries: 20 });

/** Restores everything that the archive has. */
export const restoreAll = ({ archive, restored }: ReturnType<typeof folders>) =>
  restoreArchive(archive, restored, null);
