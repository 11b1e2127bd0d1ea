/**
 * Reads SQLite's write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log): which pages it holds, and how far
 * it is sound. Changes nothing.
 */
import { closeSync, openSync, readSync } from "node:fs";

/** Identifies a log. When SQLite restarts it, the first number grows by one and the second is random. */
export type LogSalts = readonly [number, number];

export type LogPages = {
  readonly salts: LogSalts;
  /** Whether SQLite would read it at all. */
  readonly hasHeader: boolean;
  /** Sound frames up to the last commit that SQLite would read. */
  readonly frames: number;
  /** Pages in these frames, with the sum of each page's last frame. */
  readonly pages: ReadonlyMap<number, number>;
  /** Positions, from 1, of frames that end a commit of this log, sound or not. */
  readonly commits: readonly number[];
};

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;
/** Frames read at once. */
const CHUNK_FRAMES = 256;

/**
 * @param pageSize bytes.
 * @param sumOf called with the content and number of each sound page, in order.
 * @returns null when there is no log, or no whole frame in it.
 */
export function readLog(
  file: string,
  pageSize: number,
  sumOf: (content: Uint8Array, page: number) => number = () => 0,
): LogPages | null {
  let descriptor: number;
  try {
    descriptor = openSync(`${file}-wal`, "r");
  } catch {
    return null;
  }
  try {
    const header = new DataView(new ArrayBuffer(HEADER));
    if (readSync(descriptor, header, 0, HEADER, 0) < HEADER) return null;
    return readFrames(header, framesOf(descriptor, pageSize), pageSize, sumOf);
  } finally {
    closeSync(descriptor);
  }
}

/** The salts of the log beside a database; null when there is none. Reads no frames. */
export function readSalts(file: string): LogSalts | null {
  let descriptor: number;
  try {
    descriptor = openSync(`${file}-wal`, "r");
  } catch {
    return null;
  }
  try {
    const header = new DataView(new ArrayBuffer(HEADER));
    const length = readSync(descriptor, header, 0, HEADER, 0);
    return length < HEADER ? null : saltsAt(header, 16);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether two logs are the same. */
export function isSameLog(a: LogSalts, b: LogSalts): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Whether SQLite restarted the log `before` as `log`. */
export function isNextLog(log: LogSalts, before: LogSalts): boolean {
  return log[0] === (before[0] + 1) >>> 0;
}

function readFrames(
  header: DataView,
  frames: Iterable<DataView>,
  pageSize: number,
  sumOf: (content: Uint8Array, page: number) => number,
): LogPages | null {
  const isLittle = header.getUint32(0) === MAGIC_LITTLE;
  const checksum = new LogChecksum(isLittle);
  checksum.add(header, 0, 24);
  const hasHeader =
    (isLittle || header.getUint32(0) === MAGIC_BIG) &&
    header.getUint32(8) === pageSize &&
    checksum.isAt(header, 24);
  let salts = hasHeader ? saltsAt(header, 16) : null;
  let place = 0;
  let isSound = hasHeader;
  let sound = 0;
  const pages = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  const commits: number[] = [];
  for (const frame of frames) {
    place++;
    const own = saltsAt(frame, 8);
    // Without a header, the first frame's salts apply.
    salts ??= own;
    if (!isSameLog(own, salts)) {
      // Left over from before the log's last restart. Or it is damaged, and commits of this log follow.
      isSound = false;
      continue;
    }
    // Only the last frame of a commit has the size of the database.
    const isCommit = frame.getUint32(4) !== 0;
    if (isCommit) commits.push(place);
    if (!isSound) continue;
    checksum.add(frame, 0, 8);
    checksum.add(frame, FRAME_HEADER, pageSize);
    isSound = checksum.isAt(frame, 16);
    if (!isSound) continue;
    const at = frame.byteOffset + FRAME_HEADER;
    const content = new Uint8Array(frame.buffer, at, pageSize);
    const page = frame.getUint32(0);
    uncommitted.set(page, sumOf(content, page));
    if (!isCommit) continue;
    sound = place;
    for (const [page, sum] of uncommitted) pages.set(page, sum);
    uncommitted.clear();
  }
  if (!salts || place === 0) return null;
  return { salts, hasHeader, frames: sound, pages, commits };
}

/** Whole frames in order; each is valid until the next one is requested. */
function* framesOf(descriptor: number, pageSize: number): Iterable<DataView> {
  const size = FRAME_HEADER + pageSize;
  const chunk = new Uint8Array(size * CHUNK_FRAMES);
  for (let offset = HEADER; ; offset += chunk.length) {
    const length = readSync(descriptor, chunk, 0, chunk.length, offset);
    for (let at = 0; at + size <= length; at += size)
      yield new DataView(chunk.buffer, at, size);
    if (length < chunk.length) return;
  }
}

function saltsAt(view: DataView, at: number): LogSalts {
  return [view.getUint32(at), view.getUint32(at + 4)];
}

/** SQLite's running checksum over pairs of 32-bit words. */
class LogChecksum {
  readonly #isLittle: boolean;
  #first = 0;
  #second = 0;

  constructor(isLittle: boolean) {
    this.#isLittle = isLittle;
  }

  add(view: DataView, at: number, length: number): void {
    let first = this.#first;
    let second = this.#second;
    for (let i = at; i < at + length; i += 8) {
      first = (first + view.getUint32(i, this.#isLittle) + second) >>> 0;
      second = (second + view.getUint32(i + 4, this.#isLittle) + first) >>> 0;
    }
    this.#first = first;
    this.#second = second;
  }

  /** Whether the checksum so far is the one stored at an offset. */
  isAt(view: DataView, at: number): boolean {
    return (
      view.getUint32(at) === this.#first &&
      view.getUint32(at + 4) === this.#second
    );
  }
}
