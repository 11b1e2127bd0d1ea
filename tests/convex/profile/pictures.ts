/** Small complete pictures of each kind, with any content that a test needs. Holds no assertions. */
import { crc32, deflateSync } from "node:zlib";

type Size = { width?: number; height?: number };
/** `comment`: metadata that is not drawn; `more`: a part of the test's own, near the beginning. */
type More = Size & { comment?: string; more?: Uint8Array };

const joined = (...parts: (Uint8Array | string)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === "string" ? Buffer.from(part, "latin1") : part,
      ),
    ),
  );
const u32 = (value: number) =>
  Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
const u16 = (value: number) => Uint8Array.of(value >>> 8, value);
const u16le = (value: number) => Uint8Array.of(value, value >>> 8);
const NOTHING = new Uint8Array();

/** A chunk of a PNG. */
export function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = joined(name, data);
  return joined(u32(data.length), named, u32(crc32(named)));
}

/** Grey. */
export function png({
  width = 1,
  height = 1,
  comment,
  more = NOTHING,
}: More = {}): Uint8Array<ArrayBuffer> {
  const head = joined(u32(width), u32(height), Uint8Array.of(8, 0, 0, 0, 0));
  const lines = deflateSync(new Uint8Array((width + 1) * height));
  const text = comment === undefined ? NOTHING : joined("Comment\0", comment);
  return joined(
    "\x89PNG\r\n\x1a\n",
    chunk("IHDR", head),
    comment === undefined ? NOTHING : chunk("tEXt", text),
    more,
    chunk("IDAT", lines),
    chunk("IEND", NOTHING),
  );
}

/** A segment of a JPEG. */
export const segment = (marker: number, data: Uint8Array): Uint8Array =>
  joined(Uint8Array.of(0xff, marker), u16(data.length + 2), data);

/** The segments of a JPEG, with a scan that is never decoded. */
export function jpeg({
  width = 1,
  height = 1,
  comment,
  more = NOTHING,
}: More = {}): Uint8Array<ArrayBuffer> {
  const jfif = joined("JFIF\0", Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0));
  const size = joined(u16(height), u16(width));
  const frame = joined(Uint8Array.of(8), size, Uint8Array.of(1, 1, 0x11, 0));
  return joined(
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, jfif),
    comment === undefined ? NOTHING : segment(0xfe, joined(comment)),
    more,
    segment(0xdb, new Uint8Array(65)),
    segment(0xc0, frame),
    segment(0xc4, new Uint8Array(18)),
    segment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0)),
    // A stuffed byte and a restart belong to the scan.
    Uint8Array.of(0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56),
    Uint8Array.of(0xff, 0xd9),
  );
}

export function gif({
  width = 1,
  height = 1,
  comment,
  frames = 1,
  frameWidth = 1,
}: More & {
  frames?: number;
  frameWidth?: number;
} = {}): Uint8Array<ArrayBuffer> {
  const frame = joined(
    Uint8Array.of(0x21, 0xf9, 4, 0, 10, 0, 0, 0),
    Uint8Array.of(0x2c, 0, 0, 0, 0),
    u16le(frameWidth),
    u16le(1),
    Uint8Array.of(0, 2, 2, 0x44, 1, 0),
  );
  const blocks = (text: string) =>
    joined(Uint8Array.of(text.length), text, Uint8Array.of(0));
  return joined(
    "GIF89a",
    u16le(width),
    u16le(height),
    Uint8Array.of(0x80, 0, 0, 0, 0, 0, 255, 255, 255),
    Uint8Array.of(0x21, 0xff, 11),
    "NETSCAPE2.0",
    Uint8Array.of(3, 1, 0, 0, 0),
    comment === undefined
      ? NOTHING
      : joined(Uint8Array.of(0x21, 0xfe), blocks(comment)),
    ...Array.from({ length: frames }, () => frame),
    Uint8Array.of(0x3b),
  );
}

/** A chunk of a WebP. */
export function riff(name: string, data: Uint8Array): Uint8Array {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return joined(name, size, data, new Uint8Array(data.length % 2));
}

/** Lossless, or only its beginning: it is never decoded. */
export function webp({
  width = 1,
  height = 1,
  comment,
  more = NOTHING,
}: More = {}): Uint8Array<ArrayBuffer> {
  const bits = Buffer.alloc(4);
  // The format cannot express a width of zero.
  const [w, h] = [Math.max(1, width) - 1, Math.max(1, height) - 1];
  bits.writeUInt32LE(w + h * 2 ** 14);
  const content = joined(
    "WEBP",
    more,
    riff("VP8L", joined(Uint8Array.of(0x2f), bits, new Uint8Array(3))),
    comment === undefined ? NOTHING : riff("XMP ", joined(comment)),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return joined("RIFF", size, content);
}
