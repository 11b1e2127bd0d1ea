/**
 * Backups: a folder with the content of a data folder as of one commit, made whether the engine runs or not. The database is
 * copied first, then the stored files that it names. If one is deleted in between, the copy of the database is too old and is
 * made again. Every backup has been opened once. Restoring is in restore.ts.
 */
import { existsSync } from "node:fs";
import {
  mkdir,
  readdir,
  rename,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { FILE_KEYS, STORAGE } from "../files/file-tables.ts";
import { makeFolder, syncFolder } from "../preflight/folders.mjs";
import {
  copyDatabase,
  isPartOfDatabase,
} from "../storage/database/database-copy.ts";
import { openStore } from "../storage/store.ts";
import type { Store } from "../storage/storage-types.ts";
import {
  type BackedUpFile,
  BackupError,
  copyFile,
  digestFile,
  type Manifest,
  writeManifest,
} from "./backup-manifest.ts";

/** Its modification time tells the engine and monitoring how old the newest backup is. */
const MARK = "last-backup";
/** Not copied: the lock, the mark, and names that begin with a dot. */
const LEFT_OUT = /^(?:\.|engine\.lock$|last-backup$)/;
/** Copies of the database made before a missing file counts as lost. */
const ATTEMPTS = 3;

/**
 * @param data a data folder, in use or not
 * @param to a folder that does not exist or is empty
 * @throws BackupError; StorageError when the database is damaged
 */
export async function makeBackup(data: string, to: string): Promise<Manifest> {
  if (!existsSync(data)) throw new BackupError(`There is no folder ${data}.`);
  if (isBelow(data, to))
    throw new BackupError(`The backup cannot be inside ${data} itself.`);
  await mustBeEmpty(to);
  makeFolder(path.dirname(path.resolve(to)));
  const draft = `${path.resolve(to)}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(path.join(draft, "files"), { recursive: true, mode: 0o700 });
  const files = await copySettings(data, draft);
  const stored = await copyState(data, draft);
  for (const name of (await readdir(draft)).filter(isPartOfDatabase))
    files.push({ path: name, ...(await digestFile(path.join(draft, name))) });
  await rm(path.join(draft, "engine.lock"), { force: true });
  const manifest: Manifest = {
    format: 1,
    made: new Date().toISOString(),
    files: [...files, ...stored.files],
    missing: stored.missing,
    position: stored.position,
    ts: stored.ts,
  };
  syncFolder(path.join(draft, "files"));
  writeManifest(draft, manifest);
  await moveInto(draft, to);
  await touch(path.join(data, MARK));
  return manifest;
}

/** @throws BackupError unless a folder is missing or empty */
export async function mustBeEmpty(folder: string): Promise<void> {
  if (existsSync(folder) && (await readdir(folder)).length > 0)
    throw new BackupError(`${folder} is not empty; nothing was changed.`);
}

/** Renames a finished draft. On disk when it returns. */
export async function moveInto(draft: string, folder: string): Promise<void> {
  syncFolder(draft);
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  syncFolder(path.dirname(path.resolve(folder)));
}

/** Copies keys and other files at the top of a data folder. Its folders are recreated when missing. */
async function copySettings(
  data: string,
  draft: string,
): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const entry of await readdir(data, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || LEFT_OUT.test(name) || isPartOfDatabase(name))
      continue;
    const copied = await copyFile(
      path.join(data, name),
      path.join(draft, name),
    );
    files.push({ path: name, ...copied });
  }
  return files;
}

/** Copies the database and its stored files. */
async function copyState(
  data: string,
  draft: string,
): Promise<Omit<Manifest, "format" | "made">> {
  const copied = new Map<string, BackedUpFile>();
  for (let attempt = 1; ; attempt++) {
    for (const name of (await readdir(draft)).filter(isPartOfDatabase))
      await rm(path.join(draft, name));
    await copyDatabase(data, draft);
    const missing: string[] = [];
    const { files: keys, position, ts } = await openOnce(draft);
    for (const key of keys.keys()) {
      if (copied.has(key)) continue;
      const name = `files/${key}`;
      const file = await copyIfThere(
        path.join(data, name),
        path.join(draft, name),
      );
      if (file === null) missing.push(key);
      else copied.set(key, { path: name, ...file });
    }
    if (missing.length > 0 && attempt < ATTEMPTS) continue;
    for (const [key, file] of copied) {
      if (keys.has(key)) continue;
      await rm(path.join(draft, file.path));
      copied.delete(key);
    }
    return { files: [...copied.values()], missing, position, ts };
  }
}

async function copyIfThere(from: string, to: string) {
  try {
    return await copyFile(from, to);
  } catch (error) {
    await rm(to, { force: true });
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export type OpenedOnce = Required<Pick<Manifest, "position" | "ts">> & {
  /** Digest of each stored file by its name on disk, hexadecimal; null where the database has none. */
  readonly files: ReadonlyMap<string, string | null>;
};

/**
 * Opens a folder as the engine would, which verifies its database and seals it.
 * @throws StorageError when it is damaged
 */
export async function openOnce(folder: string): Promise<OpenedOnce> {
  const store = openStore({ folder, isCopy: true });
  try {
    return { files: new Map(storedFiles(store)), ...store.found };
  } finally {
    await store.close();
  }
}

function* storedFiles(store: Store): Iterable<[string, string | null]> {
  const everything = { lower: "", upper: null };
  const tables = store.catalog.tables();
  for (const { name, namespace, number } of tables) {
    if (name !== FILE_KEYS) continue;
    const storage = tables.find(
      (table) => table.name === STORAGE && table.namespace === namespace,
    );
    for (const { id } of store.scanIds(number, everything, "asc")) {
      const row = store.get(number, id);
      const storageId = row?.["storageId"];
      const isNamed = storage !== undefined && typeof storageId === "string";
      const file = isNamed ? store.get(storage.number, storageId) : null;
      const sha256 = file?.["sha256"];
      yield [
        row?.["key"] as string,
        typeof sha256 === "string"
          ? Buffer.from(sha256, "base64").toString("hex")
          : null,
      ];
    }
  }
}

async function touch(file: string): Promise<void> {
  await writeFile(file, "", { mode: 0o600, flag: "a" });
  const now = new Date();
  await utimes(file, now, now);
}

function isBelow(folder: string, other: string): boolean {
  const way = path.relative(path.resolve(folder), path.resolve(other));
  return way === "" || !(way.startsWith("..") || path.isAbsolute(way));
}
