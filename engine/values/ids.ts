/**
 * Document ids in Convex's own format: Crockford base32 (lower case) of VInt(table number), 16 random bytes and a
 * Fletcher-16 checksum of both, little-endian. Holds no knowledge of which tables exist.
 * Source: crates/value/src/id_v6.rs of get-convex/convex-backend; an import into Convex Cloud decodes ids.
 */
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const DIGITS = new Map([...ALPHABET].map((char, digit) => [char, digit]));
const INTERNAL_BYTES = 16;
const CHECKSUM_BYTES = 2;
const MAX_TABLE_NUMBER = 0xffff_ffff;

/** Number of the first user table, as in the backend; system tables are numbered from 1. */
export const FIRST_USER_TABLE = 10_001;

/** Random bytes are drawn for many ids at once: one call of the generator costs more than an id. */
const pool = Buffer.alloc(INTERNAL_BYTES * 256);
let drawn = pool.length;

/**
 * A new id for a table.
 * @param tableNumber 1 … 2³²−1.
 */
export function newId(tableNumber: number): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const random = pool.subarray(drawn, drawn + INTERNAL_BYTES);
  drawn += INTERNAL_BYTES;
  return idOf(tableNumber, random);
}

/** The interval, half open, that holds every id of a table and no id of another. */
export function idRangeOf(tableNumber: number): {
  readonly lower: string;
  readonly upper: string;
} {
  const rest = INTERNAL_BYTES + CHECKSUM_BYTES;
  const bounds = [0x00, 0xff].map((fill) =>
    toBase32([...vIntOf(tableNumber), ...new Uint8Array(rest).fill(fill)]),
  );
  return { lower: bounds[0] ?? "", upper: `${bounds[1] ?? ""}\0` };
}

/** Table number of an id, or null when the text is no id (wrong alphabet, length, checksum or not canonical). */
export function decodeId(id: string): { readonly table: number } | null {
  const bytes = fromBase32(id);
  if (bytes === null) return null;
  const vint = readVInt(bytes);
  if (vint === null || vint.value === 0) return null;
  const checked = vint.length + INTERNAL_BYTES;
  if (bytes.length !== checked + CHECKSUM_BYTES) return null;
  const internal = bytes.subarray(vint.length, checked);
  // Encoding again compares the checksum and refuses every second spelling at once.
  return idOf(vint.value, internal) === id ? { table: vint.value } : null;
}

function idOf(tableNumber: number, internal: Uint8Array): string {
  const bytes = [...vIntOf(tableNumber), ...internal];
  let low = 0;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) & 0xff;
    high = (high + low) & 0xff;
  }
  return toBase32([...bytes, low, high]);
}

/** Seven bits a byte, lowest first; the top bit says that more follow. */
function vIntOf(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80))
    bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

function readVInt(
  bytes: Uint8Array,
): { readonly value: number; readonly length: number } | null {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = bytes[i];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80)
      return value <= MAX_TABLE_NUMBER ? { value, length: i + 1 } : null;
  }
  return null;
}

function toBase32(bytes: readonly number[]): string {
  let text = "";
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += ALPHABET[(buffer >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + ALPHABET[(buffer << (5 - bits)) & 31];
}

/** Shortest and longest texts an id can be: 19 and 23 bytes. */
const MIN_LENGTH = 31;
const MAX_LENGTH = 37;

function fromBase32(text: string): Uint8Array | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (const char of text) {
    const digit = DIGITS.get(char);
    if (digit === undefined) return null;
    buffer = ((buffer << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (buffer >> bits) & 0xff;
    }
  }
  return bytes;
}
