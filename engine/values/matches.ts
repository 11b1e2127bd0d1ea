/**
 * Which values match a validator. Validators are compiled once into closures that only answer yes or no. Texts for a mismatch
 * are in mismatch.ts.
 */
import { decodeId } from "./ids.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { compareValues } from "./keys.ts";
import { type Kinded, kindOf } from "./kinds.ts";
import { UserError } from "./user-error.ts";
import type { ObjectFields, ValidatorJson } from "./validator-json.ts";

/** Name of the table whose ids show a number; undefined when there is none. */
export type TableNameOfNumber = (shown: number) => string | undefined;

/** False also for an invalid value, such as `{$integer: "?"}`. */
type Matches = (value: JsonValue, tables: TableNameOfNumber) => boolean;

/** A deployment checks all values with the same validator objects. */
const compiled = new WeakMap<ValidatorJson, Matches>();

/** Whether a value matches. */
export function matches(
  validator: ValidatorJson,
  value: JsonValue,
  tables: TableNameOfNumber,
): boolean {
  let known = compiled.get(validator);
  if (known === undefined) {
    known = compile(validator);
    compiled.set(validator, known);
  }
  return known(value, tables);
}

/** @throws for what is no validator, and UserError for one of a newer npm convex. */
export function checkValidator(validator: ValidatorJson): void {
  compile(validator);
}

function compile(validator: ValidatorJson): Matches {
  switch (validator.type) {
    case "any":
      return isValue;
    case "string":
    case "boolean": {
      const { type } = validator;
      return (value) => typeof value === type;
    }
    case "null":
      return (value) => value === null;
    case "number":
      return (value) =>
        typeof value === "number" || isWrapped(value, "float64");
    case "bigint":
    case "commitTs":
      return (value) => isWrapped(value, "int64");
    case "bytes":
      return (value) => isWrapped(value, "bytes");
    case "literal":
      return compileLiteral(validator.value);
    case "id": {
      const { tableName } = validator;
      return (value, tables) => {
        const decoded = typeof value === "string" ? decodeId(value) : null;
        return decoded !== null && tables(decoded.table) === tableName;
      };
    }
    case "array": {
      const item = compile(validator.value);
      return (value, tables) => {
        if (!Array.isArray(value)) return false;
        for (const one of value) if (!item(one, tables)) return false;
        return true;
      };
    }
    case "record":
      return compileRecord(
        compile(validator.keys),
        compile(validator.values.fieldType),
      );
    case "object":
      return compileObject(validator.value);
    case "union":
      return compileUnion(validator.value);
    default:
      throw new UserError(
        `Unknown validator type ${JSON.stringify((validator as { type?: unknown }).type)}`,
      );
  }
}

const PLAIN_ASCII = /^[\x00-\x7f]*$/;

function compileLiteral(literal: JsonValue): Matches {
  // A text that is not UTF-8 compares as if it were another, and a wrapped number has its own order.
  const isPlain =
    typeof literal === "string"
      ? PLAIN_ASCII.test(literal)
      : literal === null || typeof literal !== "object";
  if (isPlain) return (value) => value === literal;
  return (value) => isValue(value) && isEqual(literal, value);
}

function isEqual(literal: JsonValue, value: JsonValue): boolean {
  try {
    return compareValues(literal, value) === 0;
  } catch {
    return false;
  }
}

function compileUnion(members: readonly ValidatorJson[]): Matches {
  const all = members.map(compile);
  const texts = members.map((one) => one.type === "literal" && one.value);
  if (
    texts.every((text) => typeof text === "string" && PLAIN_ASCII.test(text))
  ) {
    const known = new Set<JsonValue>(texts);
    return (value) => known.has(value);
  }
  return (value, tables) => {
    for (const member of all) if (member(value, tables)) return true;
    return false;
  };
}

function compileRecord(key: Matches, field: Matches): Matches {
  return (value, tables) => {
    if (!isObject(value)) return false;
    for (const name of Object.keys(value)) {
      const one = value[name];
      if (one === undefined || !key(name, tables) || !field(one, tables))
        return false;
    }
    return true;
  };
}

type Field = { readonly matches: Matches; readonly isRequired: boolean };

function compileObject(fields: ObjectFields): Matches {
  const known = new Map<string, Field>();
  let required = 0;
  for (const [name, { fieldType, optional }] of Object.entries(fields)) {
    if (!optional) required++;
    // No object has such a field: it would be the wrapping of another kind.
    if (name.startsWith("$")) continue;
    known.set(name, { matches: compile(fieldType), isRequired: !optional });
  }
  return (value, tables) => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return false;
    let found = 0;
    for (const name of Object.keys(value)) {
      const field = known.get(name);
      if (field === undefined) return false;
      const one = value[name];
      if (one === undefined) continue;
      if (!field.matches(one, tables)) return false;
      if (field.isRequired) found++;
    }
    return found === required;
  };
}

/** True for objects that are not the wrapping of another kind. */
function isObject(value: JsonValue): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return false;
  return !mayWrap(value) || kindName(value) === "object";
}

/** True for a valid value; checks no deeper than its wrapping. */
function isValue(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return true;
  return !mayWrap(value) || kindName(value) !== null;
}

function isWrapped(value: JsonValue, kind: Kinded["kind"]): boolean {
  return (
    typeof value === "object" && value !== null && kindName(value) === kind
  );
}

function mayWrap(value: JsonObject): boolean {
  return (
    value.$integer !== undefined ||
    value.$float !== undefined ||
    value.$bytes !== undefined ||
    value.$commitTs !== undefined
  );
}

/** Null for an invalid value. */
function kindName(value: JsonValue): Kinded["kind"] | null {
  try {
    return kindOf(value).kind;
  } catch {
    return null;
  }
}
