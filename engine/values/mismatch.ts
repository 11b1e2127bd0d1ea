/**
 * Describes why a validator rejects a value, with the backend's texts. Slow, so only mismatches come here. Matching is in
 * matches.ts, printing in display.ts.
 */
import {
  displayLiteral,
  displayObjectValidator,
  displayValidator,
  displayValue,
} from "./display.ts";
import { decodeId } from "./ids.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { kindOf } from "./kinds.ts";
import type { ObjectFields, ValidatorJson } from "./validator-json.ts";
import { matches, type TableNameOfNumber } from "./matches.ts";

/** Path of a value, and how ids in it are read. */
type Place = { readonly tables: TableNameOfNumber; readonly path: string };

/** @throws UserError when the value is invalid. */
export function mismatch(
  validator: ValidatorJson,
  value: JsonValue,
  place: Place,
): string {
  return inside(validator, value, place) ?? noMatch(validator, value, place);
}

/** What is wrong inside the value; null when it is the value itself. */
function inside(
  validator: ValidatorJson,
  value: JsonValue,
  place: Place,
): string | null {
  const kinded = kindOf(value);
  switch (validator.type) {
    case "literal":
      return `\`${displayValue(value)}\` does not match literal validator \`v.literal(${displayLiteral(validator.value)})\`.${shown(place)}`;
    case "union": {
      const [only, ...others] = validator.value;
      return only && others.length === 0 ? mismatch(only, value, place) : null;
    }
    case "id":
      return kinded.kind === "string"
        ? ofOtherTable(validator.tableName, kinded.value, place)
        : null;
    case "array":
      return kinded.kind === "array"
        ? firstOf(kinded.value.entries(), ([i, item]) =>
            below(validator.value, item, place, `[${i}]`),
          )
        : null;
    case "record": {
      if (kinded.kind !== "object") return null;
      const { keys, values } = validator;
      return firstOf(
        Object.entries(kinded.value),
        ([name, field]) =>
          below(keys, name, place, ".keys()") ??
          below(values.fieldType, field, place, ".values()"),
      );
    }
    case "object":
      return kinded.kind === "object"
        ? inFields(validator.value, kinded.value, place)
        : null;
    default:
      return null;
  }
}

/** The same one level deeper; null when it matches. */
function below(
  validator: ValidatorJson,
  value: JsonValue,
  { tables, path }: Place,
  step: string,
): string | null {
  if (matches(validator, value, tables)) return null;
  return mismatch(validator, value, { tables, path: path + step });
}

function ofOtherTable(
  tableName: string,
  id: string,
  place: Place,
): string | null {
  const decoded = decodeId(id);
  const found = decoded && place.tables(decoded.table);
  if (!found) return null;
  const from = found.startsWith("_") ? "a system table" : `table \`${found}\``;
  return `Found ID "${id}" from ${from}, which does not match the table name in validator \`v.id("${tableName}")\`.${shown(place)}`;
}

/** Of several mismatches, the name order of the backend's sorted maps decides which one is reported. */
function inFields(
  fields: ObjectFields,
  object: JsonObject,
  place: Place,
): string | null {
  const about = () =>
    `\n${shown(place)}\nObject: ${displayValue(object)}\nValidator: ${displayObjectValidator(fields)}`;
  const known = firstOf(
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
    ([name, { fieldType, optional }]) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      if (value !== undefined)
        return below(fieldType, value, place, `.${name}`);
      return optional
        ? null
        : `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.${about()}`;
    },
  );
  if (known !== null) return known;
  const [extra] = Object.keys(object)
    .filter((name) => !Object.hasOwn(fields, name))
    .sort();
  return extra === undefined
    ? null
    : `Object contains extra field \`${extra}\` that is not in the validator.${about()}`;
}

function noMatch(
  validator: ValidatorJson,
  value: JsonValue,
  place: Place,
): string {
  return `Value does not match validator.\n${shown(place)}\nValue: ${displayValue(value)}\nValidator: ${displayValidator(validator)}`;
}

function shown({ path }: Place): string {
  return path && `Path: ${path}`;
}

function firstOf<T>(
  items: Iterable<T>,
  textOf: (item: T) => string | null,
): string | null {
  for (const item of items) {
    const text = textOf(item);
    if (text !== null) return text;
  }
  return null;
}
