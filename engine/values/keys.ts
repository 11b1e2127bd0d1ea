/**
 * Order of values and the keys that encode it (undefined < null < int64 < float64 < boolean < string < bytes < array
 * < object).
 *
 * Each value is a tag byte and bytes in the value's order. A value without a fixed length ends with 0x00; a 0x00 inside it is
 * written 0x00 0xFF. The tags leave the gaps of the backend's sort keys; integers always take 8 bytes.
 */
import type { JsonDocument, JsonObject, JsonValue, Key } from "./json.ts";
import { kindOf } from "./kinds.ts";

const TAG = {
  undefined: "\x01",
  null: "\x03",
  int64: "\x08",
  float64: "\x0d",
  false: "\x0e",
  true: "\x0f",
  string: "\x10",
  bytes: "\x11",
  array: "\x12",
  object: "\x15",
} as const;

const END = "\x00";
/** Greater than every key: no tag is 0xFF. */
const AFTER_ALL: Key = "\xff";

/** Key of a list of encoded values: `<` on keys is the order of the lists, element by element. */
export function encodeKey(values: readonly (JsonValue | undefined)[]): Key {
  let key = "";
  for (const value of values) key += encodeValue(value);
  return key;
}

/** The smallest key that is greater than every key starting with `prefix`. */
export function afterPrefix(prefix: Key): Key {
  let end = prefix.length;
  while (end > 0 && prefix.charCodeAt(end - 1) === 0xff) end--;
  if (end === 0) return AFTER_ALL;
  return (
    prefix.slice(0, end - 1) +
    String.fromCharCode(prefix.charCodeAt(end - 1) + 1)
  );
}

/** Negative, zero or positive as `a` sorts before, with or after `b`. */
export function compareValues(
  a: JsonValue | undefined,
  b: JsonValue | undefined,
): number {
  if (a === b) return 0;
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : 1;
  const left = encodeValue(a);
  const right = encodeValue(b);
  return left < right ? -1 : left === right ? 0 : 1;
}

/**
 * Key of a document in an index: its fields, then `_creationTime`, then `_id`.
 * @param fields dotted paths, without the two that every index gets.
 */
export function keyOfDocument(
  fields: readonly string[],
  document: JsonDocument,
): Key {
  let key = "";
  for (const field of fields) key += encodeValue(valueAtPath(document, field));
  return key + encodeValue(document._creationTime) + encodeString(document._id);
}

/** The `_id` at the end of a key made by `keyOfDocument`. Ids have no byte that could be mistaken for the tag. */
export function idOfKey(key: Key): string {
  return key.slice(key.lastIndexOf(TAG.string) + 1, -1);
}

/** Value at a dotted path such as `address.city`; undefined if there is none. */
export function valueAtPath(
  document: JsonObject | JsonDocument,
  path: string,
): JsonValue | undefined {
  if (!path.includes(".")) return ownField(document, path);
  let value: JsonValue | undefined = document;
  for (const field of path.split(".")) value = ownField(value, field);
  return value;
}

function ownField(
  value: JsonValue | JsonDocument | undefined,
  field: string,
): JsonValue | undefined {
  return typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.hasOwn(value, field)
    ? value[field]
    : undefined;
}

function encodeValue(value: JsonValue | undefined): Key {
  if (value === undefined) return TAG.undefined;
  if (typeof value === "string") return encodeString(value);
  if (typeof value === "number") return encodeFloat(value);
  const kinded = kindOf(value);
  switch (kinded.kind) {
    case "null":
      return TAG.null;
    case "int64":
      return encodeInteger(kinded.value);
    case "float64":
      return encodeFloat(kinded.value);
    case "boolean":
      return kinded.value ? TAG.true : TAG.false;
    case "string":
      return encodeString(kinded.value);
    case "bytes":
      return TAG.bytes + terminated(kinded.value.toString("latin1"));
    case "array":
      return TAG.array + encodeKey(kinded.value) + END;
    case "object":
      return TAG.object + encodeFields(kinded.value) + END;
  }
}

/** Pairs of name and value, by name. */
function encodeFields(object: JsonObject): Key {
  return Object.entries(object)
    .map(([name, value]) => [encodeString(name), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => name + encodeValue(value))
    .join("");
}

const PLAIN_ASCII = /^[\x01-\x7f]*$/;

function encodeString(text: string): Key {
  if (PLAIN_ASCII.test(text)) return TAG.string + text + END;
  return TAG.string + terminated(Buffer.from(text, "utf8").toString("latin1"));
}

function terminated(bytes: string): string {
  return bytes.replaceAll("\x00", "\x00\xff") + END;
}

const eight = new DataView(new ArrayBuffer(8));

/** Big-endian with the sign bit flipped, so that negatives come first. */
function encodeInteger(value: bigint): Key {
  eight.setBigInt64(0, value);
  return TAG.int64 + bytesOf(eight.getInt32(0) ^ SIGN, eight.getInt32(4));
}

/** IEEE total order: negatives with all bits flipped, the others with the sign bit flipped. */
function encodeFloat(value: number): Key {
  eight.setFloat64(0, value);
  const high = eight.getInt32(0);
  const low = eight.getInt32(4);
  const isNegative = high < 0;
  return (
    TAG.float64 +
    (isNegative ? bytesOf(~high, ~low) : bytesOf(high ^ SIGN, low))
  );
}

const SIGN = 0x8000_0000;

/** Two 32-bit words as a key's bytes. From numbers: a Buffer's `toString` takes four times as long. */
function bytesOf(high: number, low: number): Key {
  return String.fromCharCode(
    high >>> 24,
    (high >>> 16) & 0xff,
    (high >>> 8) & 0xff,
    high & 0xff,
    low >>> 24,
    (low >>> 16) & 0xff,
    (low >>> 8) & 0xff,
    low & 0xff,
  );
}
