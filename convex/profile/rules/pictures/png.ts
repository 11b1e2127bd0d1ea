/** PNG, chunk by chunk: W3C PNG 3, §5. */
import { textAt, viewOf, type Walked } from "./walk";

const SIGNATURE = "\x89PNG\r\n\x1a\n";
/** Chunks that affect the picture; others are dropped. */
const DRAWN = [
  ...["IHDR", "PLTE", "IDAT", "IEND", "tRNS"],
  ...["cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP"],
  ...["acTL", "fcTL", "fdAT"],
];
/** Length, name and checksum. */
const AROUND = 12;

export function walkPng(bytes: Uint8Array): Walked | null {
  if (textAt(bytes, 0, SIGNATURE.length) !== SIGNATURE) return null;
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, SIGNATURE.length)];
  let [width, height, frames] = [0, 0, 0];
  let at = SIGNATURE.length;
  let hasData = false;
  while (at + AROUND <= bytes.length) {
    const end = at + AROUND + view.getUint32(at);
    if (end > bytes.length) return null;
    const name = textAt(bytes, at + 4, 4);
    const isFirst = parts.length === 1;
    if ((name === "IHDR") !== isFirst) return null;
    if (isFirst) {
      if (end < at + AROUND + 13) return null;
      width = view.getUint32(at + 8);
      height = view.getUint32(at + 12);
    }
    if (name === "fcTL") frames += 1;
    if (name === "IDAT") hasData = true;
    if (DRAWN.includes(name)) parts.push(bytes.subarray(at, end));
    // A chunk with a capital first letter is critical: a decoder must know it.
    else if (/^[A-Z]/.test(name)) return null;
    if (name === "IEND") {
      const isWhole = hasData && end === bytes.length;
      return isWhole ? { width, height, frames, parts } : null;
    }
    at = end;
  }
  return null;
}
