/**
 * Follows a history through the segments of an archive, in order and without a gap. What cannot be proven to belong to it is
 * left out: a segment of an engine that had the archive before may lie among those of the one that has taken it. Knows no
 * database.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Position } from "../../storage/journal/journal.ts";
import type { FoundRecord } from "../../storage/journal/record.ts";
import { nameOf } from "./archive-folder.ts";
import { readSegment, type Segment, type SegmentChange } from "./segment.ts";

/** A segment begun anew after an error has records again, never more than wait at most for an archive: the smallest have 74 bytes. */
const KNOWN = 1 << 20;

export type Step =
  | { readonly kind: "record"; readonly record: FoundRecord }
  | { readonly kind: "change"; readonly change: SegmentChange }
  /** Nothing after it is given. */
  | { readonly kind: "end"; readonly why: string }
  /** What a segment lacks, or that it is not of this history; the next one may have what follows. */
  | { readonly kind: "cut"; readonly why: string };

/**
 * What happened after a base.
 * @param numbers of the segments from the base on
 * @param base where its database stands
 */
export async function* historyAfter(
  folder: string,
  numbers: readonly number[],
  base: Position,
): AsyncGenerator<Step, void, void> {
  /** CRC of the newest records of this history by their numbers. */
  const known = new Map([[base.sequence, base.chain]]);
  let { sequence } = base;
  let isOff = false;
  for (const number of numbers) {
    const name = nameOf("journal", number);
    const bytes = await readFile(path.join(folder, name));
    const { head, frames, sound } = readSegment(bytes);
    if (head === null) {
      // Nothing is in it if the engine was ended while it was begun.
      yield { kind: "cut", why: `${name} is cut or damaged at its beginning` };
      continue;
    }
    const { after } = head;
    // One that begins before the base, as it was begun before, is told by the record at which the base is.
    const isEarly = after.sequence < base.sequence;
    if (isEarly && !hasRecord(frames, base.sequence)) continue;
    const isOfIt = isEarly
      ? hasRecord(frames, base.sequence, base.chain)
      : known.get(after.sequence) === after.chain;
    if (!isOfIt) {
      // Those behind it say the same.
      if (!isOff)
        yield {
          kind: "cut",
          why:
            after.sequence > sequence
              ? `records ${sequence + 1} to ${after.sequence}, before ${name}, are missing`
              : `${name} is of another history`,
        };
      isOff = true;
      continue;
    }
    isOff = false;
    for (const frame of frames) {
      if (frame.kind === "change") {
        yield frame;
        continue;
      }
      const { record } = frame;
      if (record.sequence <= base.sequence) continue;
      const seen = known.get(record.sequence);
      const isNext = record.sequence === sequence + 1;
      const isOurs =
        known.get(record.sequence - 1) === record.previous &&
        (isNext ? seen === undefined : seen === record.crc);
      if (!isOurs)
        return yield {
          kind: "end",
          why: `record ${record.sequence} in ${name} is of another history`,
        };
      known.set(record.sequence, record.crc);
      known.delete(record.sequence - KNOWN);
      if (record.sequence <= sequence) continue;
      sequence = record.sequence;
      yield { kind: "record", record };
    }
    if (sound < bytes.length)
      yield { kind: "cut", why: `${name} is cut or damaged at byte ${sound}` };
  }
}

/** Whether a record, of this CRC or of any, is among the frames. */
function hasRecord(
  frames: Segment["frames"],
  sequence: number,
  crc?: number,
): boolean {
  return frames.some(
    (frame) =>
      frame.kind === "record" &&
      frame.record.sequence === sequence &&
      (crc === undefined || frame.record.crc === crc),
  );
}
