/**
 * A segment of the archive as bytes: a head, then records of the journal and catalog changes, each with its length and a
 * checksum. Little-endian.
 *
 * | at | bytes | of the head ("YTA1") and of a change ("YTA2"); a record ("YTJ1") is as in storage/journal/record.ts |
 * |---|---|---|
 * | 0 | 4 | which of them |
 * | 4 | 4 | CRC-32 of everything from 8 on |
 * | 8 | 4 | length of the text |
 * | 12 | | JSON: SegmentHead, SegmentChange |
 */
import { crc32 } from "node:zlib";
import type { CatalogRequest } from "../../storage/journal/follower.ts";
import type { Position } from "../../storage/journal/journal.ts";
import { type FoundRecord, recordAt } from "../../storage/journal/record.ts";

export type SegmentHead = {
  readonly format: 1;
  /** The base from which everything up to here is in the archive without a gap; null when there is none. */
  readonly base: number | null;
  /** Position before the first record. */
  readonly after: Position;
  readonly made: string;
};

export type SegmentChange = {
  /** Catalog changes so far, this one included. */
  readonly catalog: number;
  /** Null when it cannot be repeated. */
  readonly request: CatalogRequest | null;
};

export type Frame =
  | { readonly kind: "record"; readonly record: FoundRecord }
  | { readonly kind: "change"; readonly change: SegmentChange };

export type Segment = {
  /** Null when even the head is incomplete. */
  readonly head: SegmentHead | null;
  readonly frames: readonly Frame[];
  /** Sound bytes; what follows is cut or damaged. */
  readonly sound: number;
};

const HEAD = 0x31415459;
const CHANGE = 0x32415459;
const TEXT_AT = 12;

export function encodeHead(head: SegmentHead): Buffer {
  return encode(HEAD, head);
}

export function encodeChange(change: SegmentChange): Buffer {
  return encode(CHANGE, change);
}

/** Reads up to the first incomplete frame. */
export function readSegment(bytes: Buffer): Segment {
  const head = decode<SegmentHead>(HEAD, bytes, 0);
  const frames: Frame[] = [];
  if (head === null || head.value.format !== 1)
    return { head: null, frames, sound: 0 };
  let at = head.end;
  for (;;) {
    const record = recordAt(bytes, at);
    const change = decode<SegmentChange>(CHANGE, bytes, at);
    if (record) {
      frames.push({ kind: "record", record });
      at += record.bytes.length;
    } else if (change) {
      frames.push({ kind: "change", change: change.value });
      at = change.end;
    } else return { head: head.value, frames, sound: at };
  }
}

function encode(magic: number, value: SegmentHead | SegmentChange): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  const bytes = Buffer.alloc(TEXT_AT + text.length);
  bytes.writeUInt32LE(magic, 0);
  bytes.writeUInt32LE(text.length, 8);
  text.copy(bytes, TEXT_AT);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

function decode<Value>(
  magic: number,
  bytes: Buffer,
  at: number,
): { readonly value: Value; readonly end: number } | null {
  if (at + TEXT_AT > bytes.length || bytes.readUInt32LE(at) !== magic)
    return null;
  const end = at + TEXT_AT + bytes.readUInt32LE(at + 8);
  if (end > bytes.length) return null;
  if (crc32(bytes.subarray(at + 8, end)) !== bytes.readUInt32LE(at + 4))
    return null;
  const text = bytes.subarray(at + TEXT_AT, end).toString();
  return { value: JSON.parse(text) as Value, end };
}
