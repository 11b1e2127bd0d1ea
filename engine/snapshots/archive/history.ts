/**
 * Follows a history through the segments of an archive, in order and without a gap. Leaves out what cannot be proven to belong
 * to it: a segment of an earlier owner may lie among the current owner's.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Position } from "../../storage/journal/journal.ts";
import type { FoundRecord } from "../../storage/journal/record.ts";
import { nameOf } from "./archive-folder.ts";
import { readSegment, type Segment, type SegmentChange } from "./segment.ts";

/**
 * Records remembered. A segment begun after an error repeats some, never more than can wait for an archive: the smallest have
 * 74 bytes.
 */
const KNOWN = 1 << 20;

export type Step =
  | { readonly kind: "record"; readonly record: FoundRecord }
  | { readonly kind: "change"; readonly change: SegmentChange }
  /** The last step. */
  | { readonly kind: "end"; readonly why: string }
  /** A segment is incomplete or of another history; the next one may have what follows. */
  | { readonly kind: "cut"; readonly why: string };

/**
 * What happened after a base.
 * @param numbers of the segments from the base on
 * @param base position of its database
 */
export async function* historyAfter(
  folder: string,
  numbers: readonly number[],
  base: Position,
): AsyncGenerator<Step, void, void> {
  /** CRC of the newest records of this history, by number. */
  const known = new Map([[base.sequence, base.chain]]);
  let { sequence } = base;
  let isOff = false;
  for (const number of numbers) {
    const name = nameOf("journal", number);
    const bytes = await readFile(path.join(folder, name));
    const { head, frames, sound } = readSegment(bytes);
    if (head === null) {
      // It is empty if the engine ended while beginning it.
      yield { kind: "cut", why: `${name} is cut or damaged at its beginning` };
      continue;
    }
    const { after } = head;
    // A segment begun before the base is recognised by the record at which the base stands.
    const isEarly = after.sequence < base.sequence;
    if (isEarly && !hasRecord(frames, base.sequence)) continue;
    const isOfIt = isEarly
      ? hasRecord(frames, base.sequence, base.chain)
      : known.get(after.sequence) === after.chain;
    if (!isOfIt) {
      // Report it once: those behind it say the same.
      if (!isOff)
        yield {
          kind: "cut",
          why:
            after.sequence > sequence
              ? `records ${sequence + 1} to ${after.sequence}, before ${name}, are missing`
              : `${name} belongs to another history`,
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
          why: `record ${record.sequence} in ${name} belongs to another history`,
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

/** Whether the frames contain a record, of this CRC or of any. */
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
