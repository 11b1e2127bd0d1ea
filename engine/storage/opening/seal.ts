/**
 * What the engine last knew of its database file, in a separate file: how the file was left, its length, and its log, which
 * SQLite would not check. Rows have their own checksums (checksums.ts). The checks are in inspection.ts.
 *
 * In WAL mode the database file changes only in a checkpoint, and the log keeps checkpointed pages until the next commit. So
 * the new seal need only be on disk before that commit. Whatever a crash leaves, each page is either in the log, or as it was
 * when sealed.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import { replaceFile } from "../database/replace-file.ts";
import type { LogSalts } from "../database/log-frames.ts";

/**
 * How a database file was left.
 * - `closed`: everything is in it.
 * - `opening`: between the two; there may be a log.
 * - `open`: in use, or killed; the newest commits are in the log, which must exist.
 */
const STATES = ["closed", "opening", "open"] as const;
export type FolderState = (typeof STATES)[number];

export type Seal = {
  readonly state: FolderState;
  readonly pageSize: number;
  readonly pages: number;
  /** The page that every commit writes; null in format 1, which has `sums` instead. */
  readonly clock: Uint8Array | null;
  /** Checksum of the page numbered position + 1; format 1 had no others. */
  readonly sums: Uint32Array | null;
  /** The newest known log, and how many of its frames are in the file: all, until it is written again. */
  readonly log: { readonly salts: LogSalts; readonly frames: number };
};

/** First word of a seal: in format 1, and in this one. */
const MAGIC_1 = 0x45735331;
const MAGIC = 0x45735332;
const HEADER_WORDS = 7;
/** The file's first table (layout.ts) is `meta`, with the newest timestamp. SQLite puts it on the page after the schema. */
export const CLOCK_PAGE = 2;
const CHUNK_PAGES = 256;

/** Path of the seal in a data folder. */
export function sealFile(folder: string): string {
  return path.join(folder, "engine.seal");
}

const sumOfPage = (page: Uint8Array): number => crc32(page);

/** Calls back with the number (from 1) and sum of each page of a file; the last one may be incomplete. */
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

/** One page of a file, from 1; zeros beyond its end. */
export function readPage(
  file: string,
  page: number,
  pageSize: number,
): Uint8Array {
  const bytes = new Uint8Array(pageSize);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, bytes, 0, pageSize, (page - 1) * pageSize);
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}

/** How a completely checkpointed file ends. */
export function endsOf(
  file: string,
  pageSize: number,
): Pick<Seal, "pages" | "clock" | "sums"> {
  return {
    pages: Math.ceil(statSync(file).size / pageSize),
    clock: readPage(file, CLOCK_PAGE, pageSize),
    sums: null,
  };
}

/** Seals a closed file that has no log. */
export function sealAsItIs(
  folder: string,
  file: string,
  pageSize: number,
): void {
  const log = { salts: [0, 0], frames: 0 } as const;
  const ends = endsOf(file, pageSize);
  writeSeal(folder, { state: "closed", pageSize, ...ends, log });
}

/** On disk when it returns. */
export function writeSeal(folder: string, seal: Seal): void {
  const { state, pageSize, pages, log } = seal;
  const content = new Uint32Array(
    (seal.clock ?? seal.sums ?? new Uint8Array()).slice().buffer,
  );
  const words = new Uint32Array(HEADER_WORDS + content.length + 1);
  words.set([
    seal.clock ? MAGIC : MAGIC_1,
    STATES.indexOf(state),
    pageSize,
    ...log.salts,
    log.frames,
    pages,
  ]);
  words.set(content, HEADER_WORDS);
  words[words.length - 1] = crc32(bytesOf(words.subarray(0, -1)));
  replaceFile(sealFile(folder), bytesOf(words));
}

/** Null when the seal is missing or damaged. */
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
  if ((magic !== MAGIC && magic !== MAGIC_1) || !known) return null;
  const content = words.slice(HEADER_WORDS, -1);
  return {
    state: known,
    pageSize,
    pages: words[HEADER_WORDS - 1] ?? 0,
    clock: magic === MAGIC ? new Uint8Array(content.buffer) : null,
    sums: magic === MAGIC ? null : content,
    log: { salts: [salt1, salt2], frames },
  };
}

function bytesOf(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
