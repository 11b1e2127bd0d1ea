/** product.md F2: which pictures are accepted, and what is kept of them. */
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  checkPicture,
  MAX_PICTURE_BYTES,
  type PictureType,
} from "../../../../convex/profile/rules/picture.ts";
import { chunk, gif, jpeg, png, riff, segment, webp } from "../pictures.ts";

const bytesOf = (...parts: (string | Uint8Array)[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === "string" ? Buffer.from(part, "latin1") : part,
      ),
    ),
  );
const NOT = { ok: false, code: "notAPicture" };
const kinds: [PictureType, (more?: object) => Uint8Array][] = [
  ["image/png", png],
  ["image/jpeg", jpeg],
  ["image/gif", gif],
  ["image/webp", webp],
];

describe.each(kinds)("%s", (type, make) => {
  test("is recognised by its bytes and kept unchanged", () => {
    expect(checkPicture(make())).toEqual({ ok: true, type, bytes: make() });
  });

  test("is refused with anything after it, but for a JPEG's, or cut off", () => {
    const whole = make();
    const inPhones = ["x", "\0", "PK\x05\x06"];
    const refused = type === "image/jpeg" ? [] : inPhones;
    for (const more of [...refused, "<script>alert(1)</script>"])
      expect(checkPicture(bytesOf(whole, more))).toEqual(NOT);
    for (let length = 0; length < whole.length; length += 1)
      expect(checkPicture(whole.subarray(0, length))).toEqual(NOT);
  });

  test("is refused with anything before it", () => {
    expect(checkPicture(bytesOf("%PDF-1.7\n", make()))).toEqual(NOT);
    expect(checkPicture(bytesOf("\n", make()))).toEqual(NOT);
  });

  test("is refused with another first byte", () => {
    const other = make();
    other[0] = 0;
    expect(checkPicture(other)).toEqual(NOT);
  });

  test("is refused with a web page inside", () => {
    for (const text of [
      ...["<script>alert(1)</script>", "<ScRiPt src=//evil.example>"],
      ...["<!DOCTYPE html>", "<svg onload=alert(1)>"],
      "<?php system($_GET[0]);",
    ])
      expect(checkPicture(make({ comment: text }))).toEqual(NOT);
  });

  test("loses everything besides the picture", () => {
    const told = make({ comment: "taken at 51.5N 0.1W with a Canon" });
    expect(bytesOf(told)).not.toEqual(make());
    expect(checkPicture(told)).toEqual({ ok: true, type, bytes: make() });
  });

  test("is at most 4,096 pixels wide and high", () => {
    expect(checkPicture(make({ width: 4_096, height: 4_096 })).ok).toBe(true);
    const tooWide = { ok: false, code: "pictureTooWide", max: 4_096 };
    expect(checkPicture(make({ width: 4_097 }))).toEqual(tooWide);
    expect(checkPicture(make({ height: 4_097 }))).toEqual(tooWide);
  });
});

test("nothing else is a picture, whatever it claims to be", () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const text of [
    "",
    svg,
    `<?xml version="1.0"?>${svg}`,
    "<!doctype html><title>logo.png</title>",
    "GIF89a/*<svg/onload=alert(1)>*/=1;",
    "\x89PNG\r\n\x1a\n",
    "\xff\xd8\xff\xe0",
    "RIFF\x04\0\0\0WEBP",
    "BM6\0\0\0",
    "\0\0\x01\0",
  ])
    expect(checkPicture(bytesOf(text))).toEqual(NOT);
});

test.each([png, jpeg])(
  "a picture without width or height is refused",
  (make) => {
    expect(checkPicture(make({ width: 0 }))).toEqual(NOT);
    expect(checkPicture(make({ height: 0 }))).toEqual(NOT);
  },
);

test("two megabytes are accepted, one byte more is not", () => {
  const around = png().length;
  const data = new Uint8Array(MAX_PICTURE_BYTES - around - 12);
  const filled = png({ more: chunk("IDAT", data) });
  expect(filled.length).toBe(MAX_PICTURE_BYTES);
  expect(checkPicture(filled).ok).toBe(true);
  expect(checkPicture(bytesOf(filled, "x"))).toEqual({
    ok: false,
    code: "pictureTooLarge",
  });
});

test("a GIF of 50,000 pixels, in its header or a frame, or of over 250 frames is refused", () => {
  const tooWide = { ok: false, code: "pictureTooWide", max: 4_096 };
  expect(checkPicture(gif({ width: 50_000, height: 50_000 }))).toEqual(tooWide);
  expect(checkPicture(gif({ frameWidth: 50_000 }))).toEqual(tooWide);
  expect(checkPicture(gif({ frames: 250 })).ok).toBe(true);
  expect(checkPicture(gif({ frames: 251 }))).toEqual(NOT);
});

test("a photograph keeps its orientation and nothing else of its camera", () => {
  const exif = (order: "II" | "MM") => {
    const little = order === "II";
    const data = new DataView(new ArrayBuffer(8 + 2 + 24 + 4));
    data.setUint16(0, little ? 0x4949 : 0x4d4d);
    data.setUint16(2, 42, little);
    data.setUint32(4, 8, little);
    data.setUint16(8, 2, little);
    data.setUint16(10, 0x8825, little); // the tag for where it was taken
    data.setUint16(22, 0x0112, little);
    data.setUint16(24, 3, little);
    data.setUint32(26, 1, little);
    data.setUint16(30, 6, little);
    return bytesOf("Exif\0\0", new Uint8Array(data.buffer));
  };
  const kept = ["II", "MM"].map((order) => {
    const held = jpeg({ more: segment(0xe1, exif(order as "II" | "MM")) });
    const checked = checkPicture(held);
    return checked.ok ? checked.bytes : null;
  });
  expect(kept[0]).toEqual(kept[1]);
  const text = Buffer.from(kept[0] ?? []).toString("latin1");
  expect(text).toContain(
    "Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06",
  );
  expect(text).not.toContain("\x88\x25");
  // The result is a picture itself and stays unchanged.
  const again = checkPicture(kept[0] ?? new Uint8Array());
  expect(again.ok && again.bytes).toEqual(kept[0]);
});

test("a photograph loses what its phone puts behind it: a picture for HDR, a film", () => {
  for (const more of [jpeg(), "\0\0\x01\x0aImage_UTC_DataSEFH", "ftypmp42"])
    expect(checkPicture(bytesOf(jpeg(), more))).toMatchObject({
      bytes: jpeg(),
    });
});

test("an animated WebP no longer says that it has camera data", () => {
  const flags = Uint8Array.of(0x08 | 0x04 | 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const checked = checkPicture(
    webp({ more: riff("VP8X", flags), comment: "Canon" }),
  );
  const head = Buffer.from(checked.ok ? checked.bytes : []);
  expect(head.subarray(12, 16).toString()).toBe("VP8X");
  expect(head[20]).toBe(0x10);
});

test("a compressed page in a picture's text is dropped with it", () => {
  const page = deflateSync(Buffer.from("<script>alert(1)</script>"));
  const zipped = chunk("zTXt", bytesOf("Comment\0\0", page));
  expect(checkPicture(png({ more: zipped }))).toMatchObject({ bytes: png() });
});
