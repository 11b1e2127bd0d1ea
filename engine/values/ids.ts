/**
 * Document ids in Convex's own format: Crockford base32 (lower case) of VInt(table number), 16 random bytes and a Fletcher-16
 * checksum of both, little-endian.
 *
 * A table has a number that is unique among all tables, under which its rows and indexes lie. Its ids show a number that is
 * unique within its component or the app. Both are the same, unless an import brought ids that show another table's number.
 * Then the unique one is that number plus a multiple of 2³².
 * Source: crates/value/src/id_v6.rs of get-convex/convex-backend; an import into Convex Cloud decodes ids.
 */
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Digit by character code, -1 for other characters. */
const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < ALPHABET.length; digit++)
  DIGITS[ALPHABET.charCodeAt(digit)] = digit;
const INTERNAL_BYTES = 16;
const CHECKSUM_BYTES = 2;
const MAX_TABLE_NUMBER = 0xffff_ffff;

/** Number of the first user table, as in the backend; system tables are numbered from 1. */
export const FIRST_USER_TABLE = 10_001;

const SHARED = 2 ** 32;

/** Whether a table belongs to the engine. */
export function isSystemTable(table: number): boolean {
  return shownNumber(table) < FIRST_USER_TABLE;
}

/** The number that ids of a table show. */
export function shownNumber(table: number): number {
  return table < SHARED ? table : table % SHARED;
}

/** Number of a table whose ids show a number that others show, too. @param nth from 0: the table with that number */
export function sharedNumber(shown: number, nth: number): number {
  return shown + nth * SHARED;
}

/**
 * Unique key of a document. The id is enough, unless other tables' ids show the same number: two components may have imported
 * the same document.
 */
export function documentKey(table: number, id: string): string {
  return table < SHARED ? id : `${table} ${id}`;
}

/** Random bytes for many ids: one call of the generator costs more than an id. */
const pool = Buffer.alloc(INTERNAL_BYTES * 256);
let drawn = pool.length;

/** A new id for a table, by its unique number. */
export function newId(tableNumber: number): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const random = pool.subarray(drawn, drawn + INTERNAL_BYTES);
  drawn += INTERNAL_BYTES;
  return idOf(tableNumber, random);
}

export type IdRange = { readonly lower: string; readonly upper: string };

/** The half-open interval of every id of a table, without ids that show another number. */
export function idRangeOf(tableNumber: number): IdRange {
  const shown = shownNumber(tableNumber);
  const rest = INTERNAL_BYTES + CHECKSUM_BYTES;
  const bounds = [0x00, 0xff].map((fill) =>
    toBase32([...vIntOf(shown), ...new Uint8Array(rest).fill(fill)]),
  );
  return { lower: bounds[0] ?? "", upper: `${bounds[1] ?? ""}\0` };
}

/** Bytes of the id being read. Reused, because ids are read often. */
const read = new Uint8Array(24);

/** The number that an id shows; null when the text is not an id (wrong alphabet, length, checksum or not canonical). */
export function decodeId(id: string): { readonly table: number } | null {
  const length = readBase32(id);
  if (length === 0) return null;
  const vint = length - INTERNAL_BYTES - CHECKSUM_BYTES;
  const table = readVInt(vint);
  if (table === 0) return null;
  let low = 0;
  let high = 0;
  for (let i = 0; i < length - CHECKSUM_BYTES; i++) {
    low = (low + (read[i] ?? 0)) & 0xff;
    high = (high + low) & 0xff;
  }
  return read[length - 2] === low && read[length - 1] === high
    ? { table }
    : null;
}

function idOf(tableNumber: number, internal: Uint8Array): string {
  const bytes = [...vIntOf(shownNumber(tableNumber)), ...internal];
  let low = 0;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) & 0xff;
    high = (high + low) & 0xff;
  }
  return toBase32([...bytes, low, high]);
}

/** Seven bits per byte, lowest first; the top bit says that more follow. */
function vIntOf(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80))
    bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

/** The number in the first `length` bytes read; 0 when it is not canonical, or not a table's number. */
function readVInt(length: number): number {
  if (length < 1 || length > 5) return 0;
  let value = 0;
  for (let i = 0; i < length; i++) {
    const byte = read[i] ?? 0;
    const isLast = i === length - 1;
    if (byte < 0x80 !== isLast) return 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    // A zero at the end adds nothing: it is a second spelling.
    if (isLast && byte === 0) return 0;
  }
  return value <= MAX_TABLE_NUMBER ? value : 0;
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

/** Shortest and longest text of an id: 19 and 23 bytes. */
const MIN_LENGTH = 31;
const MAX_LENGTH = 37;

/** Fills `read`. Returns the number of bytes, 0 when the text is not their canonical form. */
function readBase32(text: string): number {
  if (text.length < MIN_LENGTH) return 0;
  // Guard untested: a longer text is no id either; reading it would only take time.
  if (text.length > MAX_LENGTH) return 0;
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = DIGITS[text.charCodeAt(i)] ?? -1;
    if (digit < 0) return 0;
    buffer = ((buffer << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      read[length++] = buffer >> bits;
    }
  }
  const isExact = bits < 5 && (buffer & ((1 << bits) - 1)) === 0;
  return isExact ? length : 0;
}
