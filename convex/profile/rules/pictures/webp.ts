/** WebP, chunk by chunk: RFC 9649, §2. */
import { textAt, viewOf, type Walked } from "./walk";

/** Chunks that affect the picture. */
const DRAWN = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"];
/** Flags of VP8X for camera and editor data. */
const EXIF_AND_XMP = 0x08 | 0x04;

export function walkWebp(bytes: Uint8Array): Walked | null {
  const isWebp =
    textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP";
  if (!isWebp) return null;
  const view = viewOf(bytes);
  if (view.getUint32(4, true) + 8 !== bytes.length) return null;
  const head = bytes.slice(0, 12);
  const parts: Uint8Array[] = [head];
  let [width, height, frames, pictures] = [0, 0, 0, 0];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = textAt(bytes, at, 4);
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > bytes.length) return null;
    const size = sizeOf(name, bytes.subarray(at + 8, end));
    if (size === null) return null;
    width = Math.max(width, size.width);
    height = Math.max(height, size.height);
    if (name === "ANMF") frames += 1;
    if (name === "ANMF" || name === "VP8 " || name === "VP8L") pictures += 1;
    const part = name === "VP8X" ? untold(bytes.slice(at, end)) : null;
    if (DRAWN.includes(name)) parts.push(part ?? bytes.subarray(at, end));
    at = end;
  }
  if (at !== bytes.length || pictures === 0) return null;
  const kept = parts.reduce((sum, part) => sum + part.length, 0);
  viewOf(head).setUint32(4, kept - 8, true);
  return { width, height, frames, parts };
}

/** In pixels; 0 for chunks without a size, null if it cannot be read. */
function sizeOf(name: string, data: Uint8Array) {
  const view = viewOf(data);
  const u24 = (at: number) =>
    view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (name) {
    case "VP8 ":
      if (data.length < 10 || textAt(data, 3, 3) !== "\x9d\x01\x2a")
        return null;
      return {
        width: view.getUint16(6, true) & 0x3fff,
        height: view.getUint16(8, true) & 0x3fff,
      };
    case "VP8L": {
      if (data.length < 5 || data[0] !== 0x2f) return null;
      const bits = view.getUint32(1, true);
      return {
        width: (bits & 0x3fff) + 1,
        height: ((bits >>> 14) & 0x3fff) + 1,
      };
    }
    case "VP8X":
      if (data.length < 10) return null;
      return { width: u24(4) + 1, height: u24(7) + 1 };
    case "ANMF":
      if (data.length < 16) return null;
      return { width: u24(6) + 1, height: u24(9) + 1 };
    default:
      return { width: 0, height: 0 };
  }
}

/** The chunk with its metadata flags cleared. */
function untold(chunk: Uint8Array): Uint8Array {
  chunk[8] = (chunk[8] ?? 0) & ~EXIF_AND_XMP;
  return chunk;
}
