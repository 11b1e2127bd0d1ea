/** Restores a data folder from a backup (backup.ts). Nothing is visible before everything has been checked. */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolder, syncFolder } from "../preflight/folders.mjs";
import { moveInto, mustBeEmpty, openOnce } from "./backup.ts";
import {
  BackupError,
  copyFile,
  type Manifest,
  readManifest,
} from "./backup-manifest.ts";

/**
 * Restores into a data folder that does not exist or is empty, checks every file, and opens the database once.
 * @throws BackupError, StorageError; there is no data folder then
 */
export async function restoreBackup(
  from: string,
  data: string,
): Promise<Manifest> {
  const manifest = await readManifest(from);
  await mustBeEmpty(data);
  makeFolder(path.dirname(path.resolve(data)));
  const draft = `${path.resolve(data)}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(path.join(draft, "files"), { recursive: true, mode: 0o700 });
  try {
    await copyChecked(manifest, from, draft);
    const present = new Set(manifest.files.map((file) => file.path));
    const lost = new Set(manifest.missing);
    for (const key of (await openOnce(draft)).files.keys())
      if (!present.has(`files/${key}`) && !lost.has(key))
        throw new BackupError(`The backup ${from} has no file ${key}.`);
    await rm(path.join(draft, "engine.lock"), { force: true });
    syncFolder(path.join(draft, "files"));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  await moveInto(draft, data);
  return manifest;
}

/**
 * Copies the files of a backup to a new folder.
 * @throws BackupError when one has changed
 */
export async function copyChecked(
  { files }: Manifest,
  from: string,
  draft: string,
): Promise<void> {
  for (const file of files) {
    const source = path.join(from, file.path);
    const copied = await copyFile(source, path.join(draft, file.path)).catch(
      (cause: unknown) => {
        throw new BackupError(
          `${source} cannot be copied: ${cause instanceof Error ? cause.message : String(cause)}.`,
          { cause },
        );
      },
    );
    if (copied.sha256 !== file.sha256 || copied.size !== file.size)
      throw new BackupError(
        `${source} has changed since the backup was made; use another backup.`,
      );
  }
}
