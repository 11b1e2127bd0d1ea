/**
 * Values and validators as the backend prints them in error texts: with Rust's formatting, so whole floats show a decimal point
 * and strings Rust's escapes.
 */
import type { JsonValue } from "./json.ts";
import { kindOf } from "./kinds.ts";
import type { ObjectFields, ValidatorJson } from "./validator-json.ts";

/** Most characters of a value that are shown: callers send up to 16 MiB. */
const MAX_LENGTH = 1 << 14;

/** An encoded value, e.g. `{count: 3.0, name: "Ann"}`; a long one is cut. */
export function displayValue(value: JsonValue): string {
  const text = textOf(value, MAX_LENGTH);
  return text.length <= MAX_LENGTH
    ? text
    : `${text.slice(0, MAX_LENGTH).toWellFormed()}…`;
}

/** At least the first `most` characters of a value, and little more. */
function textOf(value: JsonValue, most: number): string {
  const kinded = kindOf(value);
  switch (kinded.kind) {
    case "null":
      return "null";
    case "int64":
    case "boolean":
      return String(kinded.value);
    case "float64":
      return displayFloat(kinded.value);
    case "string":
      return displayString(kinded.value.slice(0, most));
    case "bytes":
      return `b"${kinded.value.subarray(0, most).toString("base64")}"`;
    case "array":
      return `[${listed(kinded.value, most, textOf)}]`;
    case "object": {
      const fields = Object.entries(kinded.value).sort(byName);
      return `{${listed(fields, most, ([name, field], left) => `${name}: ${textOf(field, left)}`)}}`;
    }
  }
}

function listed<T>(
  items: readonly T[],
  most: number,
  show: (item: T, left: number) => string,
): string {
  let text = "";
  for (const item of items) {
    if (text.length > most) break;
    text += `${text === "" ? "" : ", "}${show(item, most - text.length)}`;
  }
  return text;
}

/** A validator, e.g. `v.object({name: v.optional(v.string())})`. */
export function displayValidator(validator: ValidatorJson): string {
  switch (validator.type) {
    case "number":
      return "v.float64()";
    case "bigint":
    case "commitTs":
      return "v.int64()";
    case "null":
    case "boolean":
    case "string":
    case "bytes":
    case "any":
      return `v.${validator.type}()`;
    case "id":
      return `v.id("${validator.tableName}")`;
    case "literal":
      return `v.literal(${displayLiteral(validator.value)})`;
    case "array":
      return `v.array(${displayValidator(validator.value)})`;
    case "record":
      return `v.record(${displayValidator(validator.keys)}, ${displayValidator(validator.values.fieldType)})`;
    case "union":
      return `v.union(${validator.value.map(displayValidator).join(", ")})`;
    case "object":
      return displayObjectValidator(validator.value);
  }
}

/** The validator of an object, by field name. */
export function displayObjectValidator(fields: ObjectFields): string {
  const shown = Object.entries(fields)
    .sort(byName)
    .map(([name, { fieldType, optional }]) => {
      const inner = displayValidator(fieldType);
      return `${name}: ${optional ? `v.optional(${inner})` : inner}`;
    });
  return `v.object({${shown.join(", ")}})`;
}

/** A literal as JSON where JSON can hold it. */
export function displayLiteral(value: JsonValue): string {
  const kinded = kindOf(value);
  switch (kinded.kind) {
    case "int64":
      return "<bigint>";
    case "float64":
      return Number.isFinite(kinded.value)
        ? displayFloat(kinded.value)
        : "<number>";
    default:
      return JSON.stringify(value);
  }
}

function byName(
  [a]: readonly [string, unknown],
  [b]: readonly [string, unknown],
) {
  return a < b ? -1 : 1;
}

/** `1.0`, `0.5`, `1e16`, `-0.0`, `inf`, `NaN`. */
function displayFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4))
    return value.toExponential().replace("e+", "e");
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\0": "\\0",
};
const UNPRINTABLE =
  /["\\]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Grapheme_Extend}]|(?! )\p{Zs}/gu;

function displayString(text: string): string {
  const shown = text.replace(
    UNPRINTABLE,
    (char) =>
      ESCAPES[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return `"${shown}"`;
}
