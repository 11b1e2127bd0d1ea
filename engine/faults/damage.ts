/** Ways to damage a closed database file. */
import fs from "node:fs";
import { pick } from "../../tests/seed.ts";

const FLIPPED_PAGES = 200;

export type Damage = {
  readonly name: string;
  readonly apply: (file: string) => void;
};

/** Changes one byte in each of up to 200 random pages. */
export function flipBytes(file: string): void {
  const handle = fs.openSync(file, "r+");
  const size = fs.fstatSync(handle).size;
  const pageSize = pageSizeOf(handle);
  const byte = Buffer.alloc(1);
  for (let i = 0; i < Math.min(FLIPPED_PAGES, size / pageSize - 1); i++) {
    // Not the first page: its header is a separate case.
    const page = 1 + pick(Math.floor(size / pageSize) - 1);
    // The page's header and its cell pointers, where each byte counts.
    const at = page * pageSize + pick(16);
    fs.readSync(handle, byte, 0, 1, at);
    byte[0] = (byte.readUInt8(0) + 1 + pick(255)) % 256;
    fs.writeSync(handle, byte, 0, 1, at);
  }
  fs.closeSync(handle);
}

/** Changes one letter in each place where `text` occurs in the file. @throws Error when it does not occur. */
export function changeLetters(file: string, text: string): void {
  const bytes = fs.readFileSync(file);
  let places = 0;
  for (
    let at = bytes.indexOf(text);
    at >= 0;
    at = bytes.indexOf(text, at + 1)
  ) {
    bytes.write("#", at + text.length - 1);
    places++;
  }
  if (places === 0) throw new Error(`${text} is not in ${file}.`);
  fs.writeFileSync(file, bytes);
}

/** Offset 16 of the header, big-endian; 1 means 65536 (SQLite file format, 1.3.2). */
function pageSizeOf(handle: number): number {
  const bytes = Buffer.alloc(2);
  fs.readSync(handle, bytes, 0, 2, 16);
  const size = bytes.readUInt16BE(0);
  return size === 1 ? 65_536 : size;
}

export const damages: readonly Damage[] = [
  {
    name: "the second half missing",
    apply: (file) => {
      const handle = fs.openSync(file, "r");
      const { size } = fs.fstatSync(handle);
      fs.closeSync(handle);
      fs.truncateSync(file, Math.floor(size / 2));
    },
  },
  {
    name: "a header of zeros",
    apply: (file) => {
      const handle = fs.openSync(file, "r+");
      fs.writeSync(handle, Buffer.alloc(100), 0, 100, 0);
      fs.closeSync(handle);
    },
  },
  {
    name: "another file in its place",
    apply: (file) => fs.writeFileSync(file, "Dear diary, ".repeat(1000)),
  },
];
