/** GIF, block by block: GIF89a specification, §§17-27. */
import { textAt, viewOf, type Walked } from "./walk";

const [FRAME, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b];
const [GRAPHIC_CONTROL, APPLICATION] = [0xf9, 0xff];
/** The loop count. Other applications' data is dropped. */
const LOOPS = ["NETSCAPE2.0", "ANIMEXTS1.0"];

export function walkGif(bytes: Uint8Array): Walked | null {
  if (!/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return null;
  if (bytes.length < 14) return null;
  const view = viewOf(bytes);
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  let at = 13 + colours(bytes[10]);
  const parts = [bytes.subarray(0, at)];
  let frames = 0;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === TRAILER) {
      parts.push(bytes.subarray(at));
      const isWhole = frames > 0 && at + 1 === bytes.length;
      return isWhole ? { width, height, frames, parts } : null;
    }
    const label = bytes[at + 1];
    let blocks = at + 2;
    if (kind === FRAME && at + 10 < bytes.length) {
      width = Math.max(width, view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 7, true));
      // The colour table, and the initial code size.
      blocks = at + 10 + colours(bytes[at + 9]) + 1;
      frames += 1;
    } else if (kind !== EXTENSION) return null;
    const end = endOfBlocks(bytes, blocks);
    if (end === null) return null;
    const isLoop =
      label === APPLICATION && LOOPS.includes(textAt(bytes, at + 3, 11));
    if (kind === FRAME || label === GRAPHIC_CONTROL || isLoop) {
      parts.push(bytes.subarray(at, end));
    }
    at = end;
  }
  return null;
}

/** Size in bytes of the colour table that these flags announce. */
function colours(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** The end of a row of sub-blocks, which an empty one closes; null if none does. */
function endOfBlocks(bytes: Uint8Array, from: number): number | null {
  let at = from;
  for (;;) {
    const length = bytes[at];
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return at;
  }
}
