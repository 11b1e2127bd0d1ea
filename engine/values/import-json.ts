/** Reads JSON text of an import into encoded values. Counterpart of export-json.ts. */
import type { JsonValue } from "./json.ts";
import { int64 } from "./kinds.ts";
import { HALF_A_PAIR, holdsHalfPair } from "./parse-json.ts";
import { UserError } from "./user-error.ts";

/**
 * The kind of a number without a point or an exponent. In a snapshot it is an Int64, as in ConvexExportJSON of
 * get-convex/convex-backend (crates/value/src/export.rs); elsewhere a Float64 like all others.
 */
export type WholeNumbers = "int64" | "float64";

const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
const MINUS_ZERO = { $float: "AAAAAAAAAIA=" };

type Reviver = (
  key: string,
  value: JsonValue,
  context: { readonly source?: string },
) => JsonValue;
const parse = JSON.parse as (text: string, reviver: Reviver) => JsonValue;

/** @throws SyntaxError, RangeError when it is nested too deep, UserError for a number that Convex does not have */
export function importedValue(text: string, whole: WholeNumbers): JsonValue {
  if (holdsHalfPair(text)) throw new SyntaxError(HALF_A_PAIR);
  return parse(text, (_key, value, { source }) =>
    typeof value === "number" ? numberOf(value, source ?? "", whole) : value,
  );
}

function numberOf(
  value: number,
  source: string,
  whole: WholeNumbers,
): JsonValue {
  if (!Number.isFinite(value)) throw new UserError("number out of range");
  if (Object.is(value, -0)) return MINUS_ZERO;
  if (whole === "float64" || !/^-?\d+$/.test(source)) return value;
  const integer = BigInt(source);
  return integer >= INT64.least && integer <= INT64.most
    ? int64(integer)
    : value;
}
