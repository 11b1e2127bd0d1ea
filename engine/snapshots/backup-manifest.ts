/**
 * What a backup says of itself: `backup.json`, written last, names every file with its size and digest. Without it a folder
 * is no backup. Holds also the copying, because a file is digested while it is copied.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isFileKey } from "../files/disk.ts";
import type { Position } from "../storage/journal/journal.ts";
import { replaceFile } from "../storage/replace-file.ts";
import type { Timestamp } from "../values/json.ts";

export type BackedUpFile = {
  /** Below the folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
};

export type Manifest = {
  readonly format: 1;
  /** ISO time at which it was complete. */
  readonly made: string;
  readonly files: readonly BackedUpFile[];
  /** Names of stored files that the data folder itself does not have any more. */
  readonly missing: readonly string[];
  /** Where in its history the database stands, and the newest commit in it; older backups do not say. */
  readonly position?: Position;
  readonly ts?: Timestamp;
};

/** A backup or restore that is refused, in one line for the operator. */
export class BackupError extends Error {
  override readonly name: string = "BackupError";
}

const MANIFEST = "backup.json";

/** On disk when it returns. */
export function writeManifest(folder: string, manifest: Manifest): void {
  replaceFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 1));
}

/** @throws BackupError when there is none, or it is none of this engine */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  } catch (cause) {
    throw new BackupError(
      `${folder} is no complete backup: ${MANIFEST} cannot be read.`,
      { cause },
    );
  }
  const isKnown =
    manifest.format === 1 &&
    Array.isArray(manifest.files) &&
    manifest.files.every(({ path }) => isOwnPath(path));
  if (!isKnown)
    throw new BackupError(
      `${file} is not one that this version of the engine wrote.`,
    );
  return manifest;
}

/** Only names that a backup can have: a manifest says what is written where. */
function isOwnPath(name: unknown): boolean {
  if (typeof name !== "string") return false;
  const [folder, key, ...more] = name.split("/");
  if (key === undefined) return /^[\w-][\w.-]*$/.test(name);
  return folder === "files" && isFileKey(key) && more.length === 0;
}

/** Copies a file to where there is none, for its owner alone. On disk when it returns. */
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

/** Size and digest of a file that is there, which is on disk when it returns. */
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
