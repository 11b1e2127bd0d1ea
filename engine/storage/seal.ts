/**
 * What the engine last knew of its database file, in a file of its own: how the file was left, the checksum of every page,
 * and which log belongs to it. SQLite does not notice a changed byte inside a value or a key; with this the start does,
 * wherever it is, at the cost of reading the file once. Holds no judgement: that is inspection.ts.
 *
 * In WAL mode the database file changes only in a checkpoint, and the log keeps the pages that a checkpoint has moved until
 * the next commit after it. So it is enough that the new sums are on disk before that commit: whatever a crash leaves,
 * each page is either in the log, or as its sum says.
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { replaceFile } from "./replace-file.ts";
import type { LogSalts } from "./log-frames.ts";

/**
 * How a database file was left.
 * - `closed`: everything is in it.
 * - `opening`: between the two; there may be a log or not.
 * - `open`: in use, or killed; the newest commits are in the log, which must be there.
 */
const STATES = ["closed", "opening", "open"] as const;
export type FolderState = (typeof STATES)[number];

export type Seal = {
  readonly state: FolderState;
  /** Bytes of a page. */
  readonly pageSize: number;
  /** Of the page numbered one more than the position. */
  readonly sums: Uint32Array;
  /** The newest log known, and how many frames of it are in the file; all of them as long as it is not written again. */
  readonly log: { readonly salts: LogSalts; readonly frames: number };
};

const MAGIC = 0x45735331;
const HEADER_WORDS = 7;
const CHUNK_PAGES = 256;

/** Path of the seal in a data folder. */
export function sealFile(folder: string): string {
  return path.join(folder, "engine.seal");
}

/** Checksum of one page. */
export const sumOfPage = (page: Uint8Array): number => crc32(page);

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

/** Seals a file that is closed and has no log. */
export function sealAsItIs(
  folder: string,
  file: string,
  pageSize: number,
): void {
  const sums: number[] = [];
  forEachPage(file, pageSize, (_page, sum) => sums.push(sum));
  const log = { salts: [0, 0], frames: 0 } as const;
  writeSeal(folder, {
    state: "closed",
    pageSize,
    sums: Uint32Array.from(sums),
    log,
  });
}

/** On disk when it returns. */
export function writeSeal(folder: string, seal: Seal): void {
  const { salts, frames } = seal.log;
  const words = new Uint32Array(HEADER_WORDS + seal.sums.length + 1);
  words.set([
    MAGIC,
    STATES.indexOf(seal.state),
    seal.pageSize,
    ...salts,
    frames,
    seal.sums.length,
  ]);
  words.set(seal.sums, HEADER_WORDS);
  words[words.length - 1] = crc32(bytesOf(words.subarray(0, -1)));
  replaceFile(sealFile(folder), bytesOf(words));
}

/** The seal of a folder; null when it is missing or damaged itself. */
export function readSeal(folder: string): Seal | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(sealFile(folder));
  } catch {
    return null;
  }
  if (bytes.length % 4 !== 0 || bytes.length < 4 * (HEADER_WORDS + 1))
    return null;
  const words = new Uint32Array(new Uint8Array(bytes).buffer);
  if (crc32(bytesOf(words.subarray(0, -1))) !== words.at(-1)) return null;
  const [magic, state = 0, pageSize = 0, salt1 = 0, salt2 = 0, frames = 0] =
    words;
  const known = STATES[state];
  if (magic !== MAGIC || !known) return null;
  return {
    state: known,
    pageSize,
    sums: words.slice(HEADER_WORDS, -1),
    log: { salts: [salt1, salt2], frames },
  };
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
