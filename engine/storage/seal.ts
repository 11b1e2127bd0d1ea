/**
 * The seal: size and checksum of the database file, written when it is closed in order and removed before it changes.
 * Holds no opinion on what to do without one; that is inspection.ts.
 *
 * With a seal every damage since the last stop is found by reading the file once. Without one (kill, power cut) the log
 * beside the file must still be there, and SQLite's own check and the checksums of rows have to do.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";

export type Seal = { readonly size: number; readonly crc: number };

const CHUNK_BYTES = 1 << 20;

function sealFile(folder: string): string {
  return path.join(folder, "engine.seal");
}

/** Size in bytes and checksum of a file as it is. */
export function measure(file: string): Seal {
  const descriptor = openSync(file, "r");
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let size = 0;
    let crc = 0;
    for (;;) {
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) return { size, crc };
      size += length;
      crc = crc32(chunk.subarray(0, length), crc);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Seals `file`, which nobody writes at present. On disk when it returns. */
export function writeSeal(folder: string, file: string): void {
  const draft = `${sealFile(folder)}.new`;
  const descriptor = openSync(draft, "w");
  try {
    writeSync(descriptor, `${JSON.stringify(measure(file))}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, sealFile(folder));
  syncFolder(folder);
}

/** The seal of a folder, null when there is none, `unreadable` when it is no seal. */
export function readSeal(folder: string): Seal | "unreadable" | null {
  if (!existsSync(sealFile(folder))) return null;
  try {
    const seal: unknown = JSON.parse(readFileSync(sealFile(folder), "utf8"));
    return isSeal(seal) ? seal : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** Breaks the seal: from now on the file may change. On disk when it returns. */
export function removeSeal(folder: string): void {
  rmSync(sealFile(folder), { force: true });
  syncFolder(folder);
}

/** Whether the log of a database file is there. */
export function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`);
}

/** Makes new and removed names in a folder survive a power cut. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isSeal(value: unknown): value is Seal {
  return (
    typeof value === "object" &&
    value !== null &&
    "size" in value &&
    "crc" in value &&
    typeof value.size === "number" &&
    typeof value.crc === "number"
  );
}
