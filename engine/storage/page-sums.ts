/**
 * The checksum of every page of the database file, in a file of its own. SQLite does not notice a changed byte inside a
 * value or a key; this does, wherever it is, at the cost of reading the file once at the start.
 * Holds no judgement: that is inspection.ts. Kept up to date by checkpointer.ts.
 *
 * In WAL mode the database file changes only in a checkpoint, and the log keeps the pages that a checkpoint has moved until
 * the next commit after it. So it is enough that the new sums are on disk before that commit: whatever a crash leaves,
 * each page is either in the log, or as its sum says.
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { replaceFile } from "./folder-sync.ts";
import type { LogSalts } from "./log-frames.ts";

export type PageSums = {
  /** Bytes of a page. */
  readonly pageSize: number;
  /** Of the page numbered one more than the position. */
  readonly sums: Uint32Array;
  /** The log of the last checkpoint, and how many frames of it were moved: as long as it is there, it has these. */
  readonly log: { readonly salts: LogSalts; readonly frames: number };
};

/** Sum of one page. */
export const sumOfPage = (page: Uint8Array): number => crc32(page);

const MAGIC = 0x45734d31;
const HEADER_WORDS = 6;
const CHUNK_PAGES = 256;

function sumsFile(folder: string): string {
  return path.join(folder, "engine.sums");
}

/** Calls back with the number (from 1) and sum of each page of a file, the last one possibly incomplete. */
export function forEachPage(
  file: string,
  pageSize: number,
  callback: (page: number, sum: number) => void,
): void {
  const descriptor = openSync(file, "r");
  try {
    const chunk = Buffer.allocUnsafe(pageSize * CHUNK_PAGES);
    for (let page = 1; ;) {
      const length = readSync(descriptor, chunk, 0, chunk.length, null);
      if (length === 0) return;
      for (let at = 0; at < length; at += pageSize)
        callback(
          page++,
          sumOfPage(chunk.subarray(at, Math.min(at + pageSize, length))),
        );
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Sums of a file that nobody writes at present and that has no log. */
export function measure(file: string, pageSize: number): PageSums {
  const sums: number[] = [];
  forEachPage(file, pageSize, (_page, sum) => sums.push(sum));
  return {
    pageSize,
    sums: Uint32Array.from(sums),
    log: { salts: [0, 0], frames: 0 },
  };
}

/** On disk when it returns. */
export function writeSums(folder: string, sums: PageSums): void {
  const { salts, frames } = sums.log;
  const words = new Uint32Array(HEADER_WORDS + sums.sums.length + 1);
  const header = [MAGIC, sums.pageSize, ...salts, frames, sums.sums.length];
  words.set(header);
  words.set(sums.sums, HEADER_WORDS);
  const body = words.subarray(0, -1);
  words[words.length - 1] = crc32(bytesOf(body));
  replaceFile(sumsFile(folder), bytesOf(words));
}

/** The sums of a folder; null when there are none, or they are damaged themselves. */
export function readSums(folder: string): PageSums | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(sumsFile(folder));
  } catch {
    return null;
  }
  if (bytes.length % 4 !== 0 || bytes.length < 4 * (HEADER_WORDS + 1))
    return null;
  const words = new Uint32Array(new Uint8Array(bytes).buffer);
  if (crc32(bytesOf(words.subarray(0, -1))) !== words.at(-1)) return null;
  const [magic, pageSize = 0, salt1 = 0, salt2 = 0, frames = 0] = words;
  if (magic !== MAGIC) return null;
  return {
    pageSize,
    sums: words.slice(HEADER_WORDS, -1),
    log: { salts: [salt1, salt2], frames },
  };
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
