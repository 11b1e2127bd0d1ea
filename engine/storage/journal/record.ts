/**
 * One record of the journal as bytes: the last state of everything that some commits touched. Little-endian, in whole blocks,
 * padded with zeros.
 *
 * | at | bytes | |
 * |---|---|---|
 * | 0 | 4 | "YTJ1" |
 * | 4 | 4 | CRC-32 of everything from 8 to the end of the text |
 * | 8 | 4 | length of the text |
 * | 12 | 4 | CRC of the previous record: a record fits one history only |
 * | 16 | 8 | number of the record, without gaps since the database was created |
 * | 24 | 8 | number of the first record of this use of the file: tells remains of an earlier use |
 * | 32 | 8 | oldest commit in it |
 * | 40 | 8 | newest commit in it |
 * | 48 | 4 | commits |
 * | 52 | 4 | earlier changes of tables and indexes |
 * | 64 | | JSON: [documents, entries, answers] of a Batch |
 */
import { crc32 } from "node:zlib";
import type { Timestamp } from "../../values/json.ts";
import type { Batch } from "../writer/writer-messages.ts";

/** Records begin at multiples of this: what a disk writes as one. */
export const BLOCK = 4096;
const MAGIC = 0x314a5459;
const HEADER = 64;
/** Most bytes of memory kept for the next record. */
const MAX_KEPT = 1 << 20;
const SUMMED_FROM = 8;

/** Identifies a record and its predecessor. */
export type RecordHead = {
  readonly sequence: number;
  /** Number of the first record of this use of the file. */
  readonly opened: number;
  /** CRC of the previous record. */
  readonly previous: number;
  readonly firstTs: Timestamp;
  readonly ts: Timestamp;
  readonly commits: number;
  /** Earlier catalog changes. */
  readonly catalog: number;
};

/** Content of a record; the rest of a Batch is in its head. */
export type RecordContent = Pick<Batch, "documents" | "entries" | "answers">;

export type FoundRecord = RecordHead & {
  readonly crc: number;
  /** Bytes it takes, in whole blocks. */
  readonly size: number;
  /** UTF-8. */
  readonly text: Buffer;
  /** Head and text. */
  readonly bytes: Buffer;
};

/** Encodes records. Reuses its memory, except for very large ones. */
export class RecordEncoder {
  #memory = Buffer.alloc(16 * BLOCK);

  /** @returns whole blocks, valid until the next call; the length of head and text; the CRC. */
  encode(
    head: RecordHead,
    { documents, entries, answers }: RecordContent,
  ): {
    readonly bytes: Buffer;
    readonly length: number;
    readonly crc: number;
  } {
    const text = JSON.stringify([documents, entries, answers]);
    const length = Buffer.byteLength(text);
    const size = inBlocks(HEADER + length);
    if (size > this.#memory.length && size <= MAX_KEPT)
      this.#memory = Buffer.alloc(Math.min(2 * size, MAX_KEPT));
    const memory =
      size > MAX_KEPT ? Buffer.allocUnsafeSlow(size) : this.#memory;
    const bytes = memory.subarray(0, size);
    bytes.fill(0, 0, HEADER);
    bytes.writeUInt32LE(MAGIC, 0);
    bytes.writeUInt32LE(length, 8);
    bytes.writeUInt32LE(head.previous, 12);
    bytes.writeBigUInt64LE(BigInt(head.sequence), 16);
    bytes.writeBigUInt64LE(BigInt(head.opened), 24);
    bytes.writeBigUInt64LE(BigInt(head.firstTs), 32);
    bytes.writeBigUInt64LE(BigInt(head.ts), 40);
    bytes.writeUInt32LE(head.commits, 48);
    bytes.writeUInt32LE(head.catalog, 52);
    bytes.write(text, HEADER);
    bytes.fill(0, HEADER + length);
    const crc = crc32(bytes.subarray(SUMMED_FROM, HEADER + length));
    bytes.writeUInt32LE(crc, 4);
    return { bytes, length: HEADER + length, crc };
  }
}

/** The record at an offset; null when there is none, or an incomplete one. */
export function recordAt(bytes: Buffer, at: number): FoundRecord | null {
  if (at + HEADER > bytes.length || bytes.readUInt32LE(at) !== MAGIC)
    return null;
  const end = at + HEADER + bytes.readUInt32LE(at + 8);
  if (end > bytes.length) return null;
  const crc = bytes.readUInt32LE(at + 4);
  if (crc32(bytes.subarray(at + SUMMED_FROM, end)) !== crc) return null;
  return {
    crc,
    previous: bytes.readUInt32LE(at + 12),
    sequence: Number(bytes.readBigUInt64LE(at + 16)),
    opened: Number(bytes.readBigUInt64LE(at + 24)),
    firstTs: Number(bytes.readBigUInt64LE(at + 32)),
    ts: Number(bytes.readBigUInt64LE(at + 40)),
    commits: bytes.readUInt32LE(at + 48),
    catalog: bytes.readUInt32LE(at + 52),
    size: inBlocks(end - at),
    text: bytes.subarray(at + HEADER, end),
    bytes: bytes.subarray(at, end),
  };
}

/**
 * What is left where the record after `reached` should be; null when nothing of it is there. `damaged`: all of it was on disk;
 * `torn`: that is unknown.
 */
export function remainsAt(
  bytes: Buffer,
  at: number,
  reached: Pick<RecordHead, "sequence"> & { readonly chain: number },
): "torn" | "damaged" | null {
  if (at + HEADER > bytes.length) return null;
  const { sequence, chain } = reached;
  const isNext = bytes.readBigUInt64LE(at + 16) === BigInt(sequence + 1);
  const follows = chain !== 0 && bytes.readUInt32LE(at + 12) === chain;
  if (!isNext && !follows) return null;
  const text = at + HEADER;
  try {
    JSON.parse(bytes.toString("utf8", text, text + bytes.readUInt32LE(at + 8)));
    return "damaged";
  } catch {
    return "torn";
  }
}

/** The content, as it was given to the encoder. */
export function contentOf({ text }: FoundRecord): RecordContent {
  const [documents, entries, answers] = JSON.parse(text.toString()) as [
    Batch["documents"],
    Batch["entries"],
    Batch["answers"],
  ];
  return { documents, entries, answers };
}

function inBlocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}
