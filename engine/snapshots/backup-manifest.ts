/**
 * The manifest of a backup: `backup.json`, written last, names every file with size and digest. Without it a folder is not a
 * backup. Copying is here too, because it computes the digest.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isFileKey } from "../files/disk.ts";
import type { Position } from "../storage/journal/journal.ts";
import { replaceFile } from "../storage/database/replace-file.ts";
import type { Timestamp } from "../values/json.ts";

export type BackedUpFile = {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
};

export type Manifest = {
  readonly format: 1;
  /** ISO time when it was complete. */
  readonly made: string;
  readonly files: readonly BackedUpFile[];
  /** Names of stored files that the data folder no longer has. */
  readonly missing: readonly string[];
  /** Position and newest commit of the database; absent in older backups. */
  readonly position?: Position;
  readonly ts?: Timestamp;
};

/** A refused backup or restore, in one line for the operator. */
export class BackupError extends Error {
  override readonly name: string = "BackupError";
}

const MANIFEST = "backup.json";

/** On disk when it returns. */
export function writeManifest(folder: string, manifest: Manifest): void {
  replaceFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 1));
}

/** @throws BackupError when there is none, or this engine did not write it */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  } catch (cause) {
    throw new BackupError(
      `${folder} is not a complete backup: ${MANIFEST} cannot be read.`,
      { cause },
    );
  }
  const isKnown =
    manifest.format === 1 &&
    Array.isArray(manifest.files) &&
    manifest.files.every(({ path }) => isOwnPath(path));
  if (!isKnown)
    throw new BackupError(
      `${file} was not written by this version of the engine.`,
    );
  return manifest;
}

/** Allows only names that a backup can have: a manifest says where files are written. */
function isOwnPath(name: unknown): boolean {
  if (typeof name !== "string") return false;
  const [folder, key, ...more] = name.split("/");
  if (key === undefined) return /^[\w-][\w.-]*$/.test(name);
  return folder === "files" && isFileKey(key) && more.length === 0;
}

/** Copies a file to a new path, for its owner alone. On disk when it returns. */
export async function copyFile(
  from: string,
  to: string,
): Promise<Omit<BackedUpFile, "path">> {
  const hash = createHash("sha256");
  let size = 0;
  await pipeline(
    createReadStream(from),
    async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, { flags: "wx", mode: 0o600, flush: true }),
  );
  return { size, sha256: hash.digest("hex") };
}

/** Size and digest of a file, which is on disk when it returns. */
export async function digestFile(
  file: string,
): Promise<Omit<BackedUpFile, "path">> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    return { size, sha256: hash.digest("hex") };
  } finally {
    await handle.close();
  }
}
