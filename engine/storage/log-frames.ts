/**
 * Reads SQLite's write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log): which pages it holds, and how
 * far it is sound. Changes nothing and knows nothing of what is in the pages.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Which log it is: SQLite draws new salts whenever it starts the log anew. */
export type LogSalts = readonly [number, number];

export type LogPages = {
  readonly salts: LogSalts;
  /** Whether SQLite would read it at all. */
  readonly hasHeader: boolean;
  /** Sound frames up to the last commit that SQLite would read. */
  readonly frames: number;
  /** Pages in these frames, with the sum of the last one of each. */
  readonly pages: ReadonlyMap<number, number>;
  /** Frames that end a commit of this log, sound or not: their places, from 1. */
  readonly commits: readonly number[];
};

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/**
 * Reads the log of a database.
 * @param pageSize bytes.
 * @param sumOf called with the content of each sound page, in order.
 * @returns null when there is no log, or not a whole page in it.
 */
export function readLog(
  file: string,
  pageSize: number,
  sumOf: (page: Uint8Array) => number = () => 0,
): LogPages | null {
  const size = FRAME_HEADER + pageSize;
  const bytes = readWhole(`${file}-wal`);
  if (!bytes || bytes.length < HEADER + size) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = view.getUint32(0) === MAGIC_LITTLE;
  const checksum = new LogChecksum(view, isLittle);
  checksum.add(0, 24);
  const hasHeader =
    (isLittle || view.getUint32(0) === MAGIC_BIG) &&
    view.getUint32(8) === pageSize &&
    checksum.isAt(24);
  // Without a header the first frame tells whose they are.
  const saltsAt = hasHeader ? 16 : HEADER + 8;
  const salts = [view.getUint32(saltsAt), view.getUint32(saltsAt + 4)] as const;

  let isSound = hasHeader;
  let frames = 0;
  const pages = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  const commits: number[] = [];
  for (let at = HEADER; at + size <= bytes.length; at += size) {
    // Frames with other salts are left over from before the log was last started anew.
    if (view.getUint32(at + 8) !== salts[0]) break;
    if (view.getUint32(at + 12) !== salts[1]) break;
    const frame = (at - HEADER) / size + 1;
    // The size of the database stands in the last frame of a commit only.
    const isCommit = view.getUint32(at + 4) !== 0;
    if (isCommit) commits.push(frame);
    if (!isSound) continue;
    checksum.add(at, 8);
    checksum.add(at + FRAME_HEADER, pageSize);
    isSound = checksum.isAt(at + 16);
    if (!isSound) continue;
    const content = bytes.subarray(at + FRAME_HEADER, at + size);
    uncommitted.set(view.getUint32(at), sumOf(content));
    if (!isCommit) continue;
    frames = frame;
    for (const [page, sum] of uncommitted) pages.set(page, sum);
    uncommitted.clear();
  }
  return { salts, hasHeader, frames, pages, commits };
}

/** Whether two logs are the same one. */
export function isSameLog(a: LogSalts, b: LogSalts): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function readWhole(file: string): Buffer | null {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch {
    return null;
  }
  try {
    const bytes = Buffer.alloc(fstatSync(descriptor).size);
    let length = 0;
    for (;;) {
      const read = readSync(
        descriptor,
        bytes,
        length,
        bytes.length - length,
        length,
      );
      if (read === 0) return bytes.subarray(0, length);
      length += read;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** SQLite's running checksum over pairs of 32-bit words. */
class LogChecksum {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  #first = 0;
  #second = 0;

  constructor(view: DataView, isLittle: boolean) {
    this.#view = view;
    this.#isLittle = isLittle;
  }

  add(at: number, length: number): void {
    let first = this.#first;
    let second = this.#second;
    for (let i = at; i < at + length; i += 8) {
      first = (first + this.#view.getUint32(i, this.#isLittle) + second) >>> 0;
      second =
        (second + this.#view.getUint32(i + 4, this.#isLittle) + first) >>> 0;
    }
    this.#first = first;
    this.#second = second;
  }

  /** Whether the checksum so far is the one written at a place. */
  isAt(at: number): boolean {
    return (
      this.#view.getUint32(at) === this.#first &&
      this.#view.getUint32(at + 4) === this.#second
    );
  }
}
