/**
 * Parses the arguments of `ctx.vectorSearch`, with the backend's errors (crates/vector/src/{query,qdrant_index}.rs of
 * get-convex/convex-backend).
 */
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import { UserError } from "../../values/user-error.ts";
import type { VectorIndexDefinition } from "../deployed/active-schema.ts";
import { undefinedOr } from "../queries/expression.ts";
import { isObject } from "../syscalls/arguments.ts";

export type VectorQuery = {
  readonly vector: readonly number[];
  readonly limit: number;
  /** Whether a document matches; `keyOf` gives the key of the value in a filter field. */
  readonly fits: (keyOf: (field: string) => string | undefined) => boolean;
};

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 256;
const MAX_CONDITIONS = 64;
const MAX_U32 = 0xffff_ffff;

/**
 * @param name `table.index`
 * @throws UserError when the index does not support the query.
 */
export function parseVectorQuery(
  name: string,
  index: VectorIndexDefinition,
  { vector, limit, expressions }: JsonObject,
): VectorQuery {
  const numbers = numbersOf(vector);
  const most = limitOf(limit);
  const wanted = new Map<string, Set<string>>();
  if (expressions !== null && expressions !== undefined)
    collect(expressions, wanted);
  if (most > MAX_LIMIT)
    throw new UserError(
      `Vector queries can fetch at most ${MAX_LIMIT} results, requested ${most}.`,
    );
  for (const field of wanted.keys())
    if (!index.filterFields.includes(field))
      throw new UserError(
        `Vector query against ${name} contains a filter on FieldPath(${field}) but that field isn't indexed for filtering in \`filterFields\`.`,
      );
  const conditions = [...wanted.values()].reduce(
    (sum, { size }) => sum + size,
    0,
  );
  if (conditions > MAX_CONDITIONS)
    throw new UserError(
      `Vector query against ${name} has too many conditions. Max: ${MAX_CONDITIONS} Actual: ${conditions}`,
    );
  if (numbers.length !== index.dimensions)
    throw new UserError(
      `Expected a vector with dimensions ${index.dimensions}, received ${numbers.length}.`,
    );
  const alternatives = [...wanted];
  return {
    vector: numbers,
    limit: most,
    fits: (keyOf) =>
      alternatives.length === 0 ||
      alternatives.some(([field, keys]) => keys.has(keyOf(field) ?? "")),
  };
}

/** Equalities, joined by "or": keys of the values by field. */
function collect(
  expression: JsonValue,
  wanted: Map<string, Set<string>>,
): void {
  const { $eq: equal, $or: any } = isObject(expression) ? expression : {};
  if (Array.isArray(any)) {
    for (const one of any) collect(one, wanted);
    return;
  }
  if (!Array.isArray(equal))
    throw new UserError(
      "Filters should be a combination of `q.eq` and `q.or`.",
    );
  const [left, right] = equal;
  const { $field: field } = isObject(left) ? left : {};
  const { $literal: literal } = isObject(right) ? right : {};
  if (typeof field !== "string" || literal === undefined)
    throw new UserError(
      "`q.eq` must take a field path as its first argument and a value as its second",
    );
  const keys = wanted.get(field) ?? new Set();
  wanted.set(field, keys.add(encodeKey([undefinedOr(literal)])));
}

function numbersOf(vector: JsonValue | undefined): number[] {
  const list = Array.isArray(vector) ? vector : [vector];
  return list.map((value) => {
    if (typeof value === "number") return value;
    const kind = value === null || value === undefined ? "null" : typeof value;
    throw new UserError(`invalid type: ${kind}, expected f32`);
  });
}

function limitOf(limit: JsonValue | undefined): number {
  if (limit === null || limit === undefined) return DEFAULT_LIMIT;
  if (
    typeof limit !== "number" || // Guard untested: Number.isInteger implies it; the check is for the type.
    !Number.isInteger(limit)
  )
    throw new UserError(
      `invalid type: ${typeof limit === "number" ? `floating point \`${limit}\`` : typeof limit}, expected u32`,
    );
  if (limit < 0 || limit > MAX_U32)
    throw new UserError(`invalid value: integer \`${limit}\`, expected u32`);
  return limit;
}
