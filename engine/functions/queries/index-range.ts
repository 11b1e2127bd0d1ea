/**
 * Compiles the comparisons of `withIndex(…)` to a range of keys, with the backend's errors.
 * Source: `IndexRange::compile` and `split` in crates/common/src/query.rs of get-convex/convex-backend.
 */
import { displayValue } from "../../values/display.ts";
import type { JsonValue, Key } from "../../values/json.ts";
import { afterPrefix, encodeKey } from "../../values/keys.ts";
import { UserError } from "../../values/user-error.ts";
import type { KeyRange } from "../../storage/storage-types.ts";
import { undefinedOr } from "./expression.ts";

/** One comparison as npm convex serializes it. */
export type RangeExpression = {
  readonly type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  readonly fieldPath: string;
  readonly value: JsonValue;
};

type MaybeValue = JsonValue | undefined;
type Bound = { readonly value: MaybeValue; readonly isIncluded: boolean };
type Split = {
  readonly equalities: ReadonlyMap<string, MaybeValue>;
  readonly inequality: {
    readonly field: string;
    readonly lower: Bound | null;
    readonly upper: Bound | null;
  } | null;
};

/**
 * The range of keys that the comparisons allow.
 * @param indexName `table.index`, for error messages.
 * @param fields those of the index, `_creationTime` included, `_id` not.
 * @throws UserError when the index cannot serve the comparisons.
 */
export function compileRange(
  indexName: string,
  fields: readonly string[],
  expressions: readonly RangeExpression[],
): KeyRange {
  const split = splitRange(indexName, expressions);
  const prefix = prefixOf(indexName, fields, split);
  const start = encodeKey(prefix);
  const { lower = null, upper = null } = split.inequality ?? {};
  return {
    lower: lowerKey(start, lower),
    upper: upperKey(start, upper),
  };
}

function lowerKey(start: Key, bound: Bound | null): Key {
  if (bound === null) return start;
  const key = start + encodeKey([bound.value]);
  return bound.isIncluded ? key : afterPrefix(key);
}

function upperKey(start: Key, bound: Bound | null): Key | null {
  if (bound === null) return start === "" ? null : afterPrefix(start);
  const key = start + encodeKey([bound.value]);
  return bound.isIncluded ? afterPrefix(key) : key;
}

/**
 * Values of the equalities in index order. @throws UserError unless these and the inequality use the first fields of
 * the index.
 */
function prefixOf(
  indexName: string,
  fields: readonly string[],
  { equalities, inequality }: Split,
): MaybeValue[] {
  const all = [...fields, "_id"];
  const used = [...equalities.keys()];
  for (const field of [...used, ...(inequality ? [inequality.field] : [])])
    if (!all.includes(field))
      throw new UserError(
        `The index range included a comparison with "${field}", but ${indexName} with fields ${list(fields)} doesn't index this field. For more information see https://docs.convex.dev/using/indexes.`,
      );
  used.sort((a, b) => all.indexOf(a) - all.indexOf(b));
  const wanted = inequality ? [...used, inequality.field] : used;
  const wrong = wanted.find((field, i) => all[i] !== field);
  if (wrong !== undefined)
    throw new UserError(
      `Tried to query index ${indexName} but the query didn't use the index fields in order.\nIndex fields: ${list(fields)}\nQuery fields: ${list(wanted)}\nFirst incorrect field: "${wrong}"\nFor more information see https://docs.convex.dev/using/indexes.`,
    );
  return used.map((field) => equalities.get(field));
}

function splitRange(
  indexName: string,
  expressions: readonly RangeExpression[],
): Split {
  const equalities = new Map<string, MaybeValue>();
  let field: string | null = null;
  let lower: Bound | null = null;
  let upper: Bound | null = null;
  for (const { type, fieldPath, value: encoded } of expressions) {
    const value = undefinedOr(encoded);
    if (type === "Eq") {
      const old = equalities.get(fieldPath);
      if (equalities.has(fieldPath))
        throw alreadyDefined("equality", fieldPath, "==", old);
      equalities.set(fieldPath, value);
      continue;
    }
    const isUpper = type === "Lt" || type === "Lte";
    if ((isUpper ? upper : lower) !== null)
      throw alreadyDefined(
        isUpper ? "upper" : "lower",
        fieldPath,
        COMPARATORS[type],
        value,
      );
    if (field !== null && field !== fieldPath)
      throw new UserError(
        `Upper and lower bounds in \`range\` can only be applied to a single index field. This query against index ${indexName} attempted to set a range bound on both "${field}" and "${fieldPath}". Consider using \`filter\` instead. See https://docs.convex.dev/using/indexes for more info.`,
      );
    field = fieldPath;
    const bound = { value, isIncluded: type === "Lte" || type === "Gte" };
    if (isUpper) upper = bound;
    else lower = bound;
  }
  if (field !== null && equalities.has(field))
    throw alreadyDefined("inequality", field, "==", equalities.get(field));
  return {
    equalities,
    inequality: field === null ? null : { field, lower, upper },
  };
}

const COMPARATORS = { Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" } as const;

function alreadyDefined(
  kind: string,
  field: string,
  comparator: string,
  value: MaybeValue,
): UserError {
  const shown = value === undefined ? "undefined" : displayValue(value);
  return new UserError(
    `Already defined ${kind} bound in index range. Can't add "${field}" ${comparator} ${shown}.`,
  );
}

function list(fields: readonly string[]): string {
  return `[${fields.map((field) => `"${field}"`).join(", ")}]`;
}

/** The same for the `by_id` index, whose keys are the ids themselves. */
export function byIdRange(
  indexName: string,
  expressions: readonly RangeExpression[],
): KeyRange {
  const { lower, upper } = compileRange(indexName, [], expressions);
  return {
    lower: idAt(lower) ?? "",
    upper: upper === null ? null : (idAt(upper) ?? null),
  };
}

const STRINGS = encodeKey([""]).slice(0, 1);

/** The first id whose key is not before `key`: "" for all, null when every id is before it. */
function idAt(key: string): string | null {
  if (key < STRINGS) return "";
  if (key >= afterPrefix(STRINGS)) return null;
  const rest = key.slice(STRINGS.length);
  const end = rest.indexOf("\0");
  if (end >= 0) return rest.slice(0, end);
  // The key after that of an id: `afterPrefix` turned its closing 0x00 into 0x01.
  return rest.endsWith("\x01") ? `${rest.slice(0, -1)}\0` : rest;
}
