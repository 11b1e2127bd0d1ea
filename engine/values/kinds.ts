/**
 * Tells the kinds of encoded values apart and unwraps the wrapped ones. Their order is in keys.ts, their checks are in
 * limits.ts and validators.ts.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import { UserError } from "./user-error.ts";

/** A value as its kind; `object` and `array` hold encoded values. */
export type Kinded =
  | { readonly kind: "null" }
  | {
      readonly kind: "int64";
      readonly value: bigint;
      /** Stands for the timestamp of a future commit; see commit-ts.ts. */
      readonly isPending?: true;
    }
  | { readonly kind: "float64"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "bytes"; readonly value: Buffer }
  | { readonly kind: "array"; readonly value: readonly JsonValue[] }
  | { readonly kind: "object"; readonly value: JsonObject };

/**
 * The kind of an encoded value.
 * @throws UserError, with the backend's text if there is one, when a wrapping does not hold what it announces: callers make
 * values, too.
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

/** An Int64 in its encoding. */
export function int64(value: bigint): { $integer: string } {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return { $integer: bytes.toString("base64") };
}

/** Later than every commit. */
const PENDING = {
  kind: "int64",
  value: (1n << 63n) - 1n,
  isPending: true,
} as const;

/** `{$integer}`, `{$float}`, `{$bytes}` and `{$commitTs}` are values; no field of an object may start with `$`. */
function wrappedOrObject(value: JsonObject): Kinded {
  if (typeof value.$integer === "string" && isAlone(value))
    return {
      kind: "int64",
      value: eightBytes(value.$integer, "$integer").readBigInt64LE(),
    };
  if (typeof value.$float === "string" && isAlone(value))
    return { kind: "float64", value: specialFloat(value.$float) };
  if (typeof value.$bytes === "string" && isAlone(value))
    return { kind: "bytes", value: bytesOf(value.$bytes, "$bytes") };
  if (value.$commitTs === null && isAlone(value)) return PENDING;
  return { kind: "object", value };
}

function isAlone(value: JsonObject): boolean {
  return Object.keys(value).length === 1;
}

/** A number that JSON cannot write. Any other in this form would be a second spelling, which the clients refuse to read. */
function specialFloat(base64: string): number {
  const float = eightBytes(base64, "$float").readDoubleLE();
  if (Number.isFinite(float) && !Object.is(float, -0))
    throw new UserError(`Float64 ${float} should be encoded as a number`);
  return float;
}

function eightBytes(base64: string, field: string): Buffer {
  const bytes = bytesOf(base64, field);
  if (bytes.length !== 8)
    throw new UserError(
      `Received ${bytes.length} bytes, expected 8 for ${field}`,
    );
  return bytes;
}

/** Node's decoder skips characters that are not base64. So its result, encoded again, must equal the input. */
function bytesOf(base64: string, field: string): Buffer {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64") !== base64)
    throw new UserError(`Invalid base64 in ${field}`);
  return bytes;
}
