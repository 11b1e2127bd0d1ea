/** JPEG, segment by segment: ITU-T T.81, annex B. */
import { textAt, viewOf, type Walked } from "./walk";

const [END, SCAN] = [0xd9, 0xda];
/** Tables, and segments between scans. */
const DRAWN = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd, SCAN];

export function walkJpeg(bytes: Uint8Array): Walked | null {
  if (textAt(bytes, 0, 3) !== "\xff\xd8\xff") return null;
  const view = viewOf(bytes);
  const parts = [bytes.subarray(0, 2)];
  let [width, height, at] = [0, 0, 2];
  let hasScan = false;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (marker === END) {
      // Phones put more behind the picture, such as its HDR part. It is dropped.
      parts.push(bytes.subarray(at, at + 2));
      return hasScan ? { width, height, frames: 0, parts } : null;
    }
    if (at + 4 > bytes.length) return null;
    let end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return null;
    const data = bytes.subarray(at + 4, end);
    const isFrame = isStartOfFrame(marker);
    if (isFrame) {
      if (data.length < 6) return null;
      height = Math.max(height, view.getUint16(at + 5));
      width = Math.max(width, view.getUint16(at + 7));
    }
    if (marker === SCAN) {
      hasScan = true;
      end = endOfScan(bytes, end);
    }
    if (isFrame || DRAWN.includes(marker) || isColours(marker, data)) {
      parts.push(bytes.subarray(at, end));
    } else if (marker === 0xe1) parts.push(...turned(data));
    else if (!isTold(marker)) return null;
    at = end;
  }
  return null;
}

function isStartOfFrame(marker: number): boolean {
  const others = [0xc4, 0xc8, 0xcc];
  return marker >= 0xc0 && marker <= 0xcf && !others.includes(marker);
}

/** Application data and comments, which are dropped. */
function isTold(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** Application segments that define how colours are read. */
function isColours(marker: number, data: Uint8Array): boolean {
  const name = (length: number) => textAt(data, 0, length);
  return (
    (marker === 0xe0 && name(5) === "JFIF\0" && data.length === 14) ||
    (marker === 0xe2 && name(12) === "ICC_PROFILE\0") ||
    (marker === 0xee && name(5) === "Adobe" && data.length === 12)
  );
}

/** The end of a scan's data: the next marker that is neither part of it nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
    at += 2;
  }
}

/** Of the camera's data, only the orientation stays. Without it the picture would be shown sideways. */
function turned(exif: Uint8Array): Uint8Array[] {
  const orientation = orientationIn(exif);
  if (orientation === null) return [];
  return [
    Uint8Array.of(
      ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0], // the segment: "Exif"
      ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1], // TIFF with one entry
      ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0],
      ...[0, 0, 0, 0],
    ),
  ];
}

/** 2 to 8; null for upright or unknown. */
function orientationIn(exif: Uint8Array): number | null {
  const tiff = exif.subarray(6);
  const order = textAt(tiff, 0, 2);
  const isExif = textAt(exif, 0, 6) === "Exif\0\0" && tiff.length >= 8;
  if (!isExif || (order !== "II" && order !== "MM")) return null;
  const view = viewOf(tiff);
  const little = order === "II";
  const first = view.getUint32(4, little);
  if (first + 2 > tiff.length) return null;
  const entries = view.getUint16(first, little);
  for (let i = 0; i < entries; i += 1) {
    const at = first + 2 + 12 * i;
    if (at + 12 > tiff.length) return null;
    if (view.getUint16(at, little) !== 0x0112) continue;
    const value = view.getUint16(at + 8, little);
    return value >= 2 && value <= 8 ? value : null;
  }
  return null;
}
