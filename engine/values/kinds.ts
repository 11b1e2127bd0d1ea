/**
 * Tells the kinds of encoded values apart and takes the wrapped ones out of their wrapping.
 * Holds neither their order (keys.ts) nor their checks (limits.ts, validators.ts).
 */
import type { JsonObject, JsonValue } from "./json.ts";

/** A value as its kind; `object` and `array` hold encoded values. */
export type Kinded =
  | { readonly kind: "null" }
  | { readonly kind: "int64"; readonly value: bigint }
  | { readonly kind: "float64"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "bytes"; readonly value: Buffer }
  | { readonly kind: "array"; readonly value: readonly JsonValue[] }
  | { readonly kind: "object"; readonly value: JsonObject };

/**
 * The kind of an encoded value.
 * @throws Error when a `$integer` or `$float` does not hold 8 bytes.
 */
export function kindOf(value: JsonValue): Kinded {
  if (value === null) return { kind: "null" };
  switch (typeof value) {
    case "number":
      return { kind: "float64", value };
    case "boolean":
      return { kind: "boolean", value };
    case "string":
      return { kind: "string", value };
    default:
      return Array.isArray(value)
        ? { kind: "array", value }
        : wrappedOrObject(value);
  }
}

/** `{$integer}`, `{$float}` and `{$bytes}` are values; no field of an object may start with `$`. */
function wrappedOrObject(value: JsonObject): Kinded {
  if (typeof value.$integer === "string")
    return {
      kind: "int64",
      value: eightBytes(value.$integer, "$integer").readBigInt64LE(),
    };
  if (typeof value.$float === "string")
    return {
      kind: "float64",
      value: eightBytes(value.$float, "$float").readDoubleLE(),
    };
  if (typeof value.$bytes === "string")
    return { kind: "bytes", value: Buffer.from(value.$bytes, "base64") };
  return { kind: "object", value };
}

function eightBytes(base64: string, field: string): Buffer {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length !== 8)
    throw new Error(`Received ${bytes.length} bytes, expected 8 for ${field}`);
  return bytes;
}
