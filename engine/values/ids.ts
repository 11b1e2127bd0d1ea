/**
 * Document ids in Convex's own format: Crockford base32 (lower case) of VInt(table number), 16 random bytes and a
 * Fletcher-16 checksum of both, little-endian. Holds no knowledge of which tables exist.
 *
 * A table has a number that is its own among all tables, under which its rows and indexes lie, and its ids show one that is
 * its own among those of its component, or of the app. They are the same, unless an import brought a table whose ids show
 * what another one has: then its own is that plus a multiple of 2³².
 * Source: crates/value/src/id_v6.rs of get-convex/convex-backend; an import into Convex Cloud decodes ids.
 */
import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Digit of a character's code, -1 for those that are none. */
const DIGITS = new Int8Array(128).fill(-1);
for (let digit = 0; digit < ALPHABET.length; digit++)
  DIGITS[ALPHABET.charCodeAt(digit)] = digit;
const INTERNAL_BYTES = 16;
const CHECKSUM_BYTES = 2;
const MAX_TABLE_NUMBER = 0xffff_ffff;

/** Number of the first user table, as in the backend; system tables are numbered from 1. */
export const FIRST_USER_TABLE = 10_001;

const SHARED = 2 ** 32;

/** Whether a table is one of the engine's own. */
export function isSystemTable(table: number): boolean {
  return shownNumber(table) < FIRST_USER_TABLE;
}

/** What the ids of a table show. */
export function shownNumber(table: number): number {
  return table < SHARED ? table : table % SHARED;
}

/** Number of a table whose ids show a number that others show, too. @param nth from 0: the table that shows its own */
export function sharedNumber(shown: number, nth: number): number {
  return shown + nth * SHARED;
}

/**
 * What tells a document from all others. An id does, unless its table shares what its ids show: two components may have
 * imported the same document.
 */
export function documentKey(table: number, id: string): string {
  return table < SHARED ? id : `${table} ${id}`;
}

/** Random bytes are drawn for many ids at once: one call of the generator costs more than an id. */
const pool = Buffer.alloc(INTERNAL_BYTES * 256);
let drawn = pool.length;

/** A new id for a table, by its own number. */
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

/** The interval, half open, that holds every id of a table, and none that shows another number. */
export function idRangeOf(tableNumber: number): IdRange {
  const shown = shownNumber(tableNumber);
  const rest = INTERNAL_BYTES + CHECKSUM_BYTES;
  const bounds = [0x00, 0xff].map((fill) =>
    toBase32([...vIntOf(shown), ...new Uint8Array(rest).fill(fill)]),
  );
  return { lower: bounds[0] ?? "", upper: `${bounds[1] ?? ""}\0` };
}

/** Bytes of the id that is being read: one at a time is, and often. */
const read = new Uint8Array(24);

/** The number that an id shows, or null when the text is no id (wrong alphabet, length, checksum or not canonical). */
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

/** Seven bits a byte, lowest first; the top bit says that more follow. */
function vIntOf(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80))
    bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

/** The number in the first `length` bytes read; 0 when it would be written otherwise, or is none of a table. */
function readVInt(length: number): number {
  if (length < 1 || length > 5) return 0;
  let value = 0;
  for (let i = 0; i < length; i++) {
    const byte = read[i] ?? 0;
    const isLast = i === length - 1;
    if (byte < 0x80 !== isLast) return 0;
    value += (byte & 0x7f) * 2 ** (7 * i);
    // A zero at the end adds nothing: a second spelling.
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

/** Shortest and longest texts an id can be: 19 and 23 bytes. */
const MIN_LENGTH = 31;
const MAX_LENGTH = 37;

/** Fills `read`; returns how many bytes there are, 0 when the text is not exactly what they would be written as. */
function readBase32(text: string): number {
  if (text.length < MIN_LENGTH) return 0;
  // Guard untested: what is longer is no id either; reading it would take its time.
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
