/**
 * Reads SQLite's write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log): which pages it holds, and how
 * far it is sound. Changes nothing and knows nothing of what is in the pages.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Which log it is: SQLite draws new salts whenever it starts the log anew. */
export type LogSalts = readonly [number, number];

export type LogPages = {
  readonly salts: LogSalts;
  /** Frames up to the last commit. */
  readonly frames: number;
  /** Pages in these frames, with the content of the last one of each when it was asked for. */
  readonly pages: ReadonlyMap<number, number>;
};

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;

/**
 * Reads the log of a database.
 * @param pageSize bytes.
 * @param sumOf called with the content of each committed page, in order; its result is kept for the last one of each.
 * @returns null when there is no log, or none that SQLite would read.
 */
export function readLog(
  file: string,
  pageSize: number,
  sumOf: (page: Uint8Array) => number = () => 0,
): LogPages | null {
  const bytes = readWhole(`${file}-wal`);
  if (!bytes || bytes.length < HEADER) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const magic = view.getUint32(0);
  if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return null;
  const checksum = new LogChecksum(view, magic === MAGIC_LITTLE);
  checksum.add(0, 24);
  if (view.getUint32(8) !== pageSize || !checksum.isAt(24)) return null;

  const salts: LogSalts = [view.getUint32(16), view.getUint32(20)];
  const pages = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  let frames = 0;
  const size = FRAME_HEADER + pageSize;
  for (let i = 0; HEADER + (i + 1) * size <= bytes.length; i++) {
    const at = HEADER + i * size;
    if (view.getUint32(at + 8) !== salts[0]) break;
    if (view.getUint32(at + 12) !== salts[1]) break;
    checksum.add(at, 8);
    checksum.add(at + FRAME_HEADER, pageSize);
    if (!checksum.isAt(at + 16)) break;
    const content = bytes.subarray(at + FRAME_HEADER, at + size);
    uncommitted.set(view.getUint32(at), sumOf(content));
    if (view.getUint32(at + 4) === 0) continue;
    // The size of the database stands in the last frame of a commit only.
    frames = i + 1;
    for (const [page, sum] of uncommitted) pages.set(page, sum);
    uncommitted.clear();
  }
  return { salts, frames, pages };
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
