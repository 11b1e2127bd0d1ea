/**
 * Checks values against validators, with the texts of the backend. How values are printed is in display.ts.
 * The shape of validators is what `exportArgs()`, `exportReturns()` and `schema.export()` of npm convex give
 * (src/values/validators.ts there); the rules are those of crates/common/src/schemas/validator.rs.
 */
import {
  displayLiteral,
  displayObjectValidator,
  displayValidator,
  displayValue,
} from "./display.ts";
import { decodeId } from "./ids.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { compareValues } from "./keys.ts";
import { type Kinded, kindOf } from "./kinds.ts";
import type { ObjectFields, ValidatorJson } from "./validator-json.ts";

/** Name of a table by its number; undefined when there is none. */
export type TableNameOfNumber = (table: number) => string | undefined;

/**
 * Null when the value matches, else what is wrong, as it follows `ArgumentValidationError: ` or
 * `… does not match the schema: `. Ids are checked for their table, not for a document behind them.
 */
export function checkValue(
  validator: ValidatorJson,
  value: JsonValue,
  tableNameOfNumber: TableNameOfNumber,
): string | null {
  return check(validator, value, tableNameOfNumber, "")?.() ?? null;
}

/** As `checkValue` for a stored document: the validator speaks of its own fields, `_id` and `_creationTime` are left out. */
export function checkDocument(
  validator: ValidatorJson,
  document: JsonObject,
  tableNameOfNumber: TableNameOfNumber,
): string | null {
  if (validator.type === "any") return null;
  const own = Object.fromEntries(
    Object.entries(document).filter(([name]) => !name.startsWith("_")),
  );
  return check(validator, own, tableNameOfNumber, "")?.() ?? null;
}

/** What is wrong, put into words only for who asks: of a union, all members but one are wrong each time. */
type Complaint = () => string;

function check(
  validator: ValidatorJson,
  value: JsonValue,
  tables: TableNameOfNumber,
  path: string,
): Complaint | null {
  const kinded = kindOf(value);
  switch (validator.type) {
    case "any":
      return null;
    case "union":
      return checkUnion(validator.value, value, tables, path);
    case "literal":
      return compareValues(validator.value, value) === 0
        ? null
        : () =>
            `\`${displayValue(value)}\` does not match literal validator \`v.literal(${displayLiteral(validator.value)})\`.${shown(path)}`;
    case "id":
      if (kinded.kind === "string")
        return checkId(validator.tableName, kinded.value, tables, path);
      break;
    case "array":
      if (kinded.kind === "array")
        return firstComplaint(kinded.value, (item, i) =>
          check(validator.value, item, tables, `${path}[${i}]`),
        );
      break;
    case "record":
      if (kinded.kind === "object")
        return firstComplaint(
          Object.entries(kinded.value),
          ([name, field]) =>
            check(validator.keys, name, tables, `${path}.keys()`) ??
            check(
              validator.values.fieldType,
              field,
              tables,
              `${path}.values()`,
            ),
        );
      break;
    case "object":
      if (kinded.kind === "object")
        return checkFields(validator.value, kinded.value, tables, path);
      break;
    default:
      if (kinded.kind === KIND_OF_TYPE[validator.type]) return null;
  }
  return noMatch(validator, value, path);
}

const KIND_OF_TYPE = {
  null: "null",
  number: "float64",
  bigint: "int64",
  commitTs: "int64",
  boolean: "boolean",
  string: "string",
  bytes: "bytes",
} as const satisfies Record<string, Kinded["kind"]>;

function checkUnion(
  members: readonly ValidatorJson[],
  value: JsonValue,
  tables: TableNameOfNumber,
  path: string,
): Complaint | null {
  const [only, ...others] = members;
  if (only && others.length === 0) return check(only, value, tables, path);
  return members.some((member) => check(member, value, tables, path) === null)
    ? null
    : noMatch({ type: "union", value: members }, value, path);
}

function checkId(
  tableName: string,
  id: string,
  tables: TableNameOfNumber,
  path: string,
): Complaint | null {
  const decoded = decodeId(id);
  const found = decoded && tables(decoded.table);
  if (!found) return noMatch({ type: "id", tableName }, id, path);
  if (found === tableName) return null;
  const from = found.startsWith("_") ? "a system table" : `table \`${found}\``;
  return () =>
    `Found ID "${id}" from ${from}, which does not match the table name in validator \`v.id("${tableName}")\`.${shown(path)}`;
}

function checkFields(
  fields: ObjectFields,
  object: JsonObject,
  tables: TableNameOfNumber,
  path: string,
): Complaint | null {
  const about = () =>
    `\n${shown(path)}\nObject: ${displayValue(object)}\nValidator: ${displayObjectValidator(fields)}`;
  return (
    firstComplaint(fieldsByName(fields), ([name, { fieldType, optional }]) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      if (value !== undefined)
        return check(fieldType, value, tables, `${path}.${name}`);
      return optional
        ? null
        : () =>
            `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.${about()}`;
    }) ?? extraField(fields, object, about)
  );
}

function extraField(
  fields: ObjectFields,
  object: JsonObject,
  about: () => string,
): Complaint | null {
  const extra = Object.keys(object).filter(
    (name) => !Object.hasOwn(fields, name),
  );
  const [first] = extra.sort();
  if (first === undefined) return null;
  return () =>
    `Object contains extra field \`${first}\` that is not in the validator.${about()}`;
}

function noMatch(
  validator: ValidatorJson,
  value: JsonValue,
  path: string,
): Complaint {
  return () =>
    `Value does not match validator.\n${shown(path)}\nValue: ${displayValue(value)}\nValidator: ${displayValidator(validator)}`;
}

function shown(path: string): string {
  return path && `Path: ${path}`;
}

/** Which of several complaints is told depends on the order of names in the backend's sorted maps. */
function fieldsByName(fields: ObjectFields): readonly Field[] {
  const known = sorted.get(fields);
  if (known !== undefined) return known;
  const made = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  sorted.set(fields, made);
  return made;
}

type Field = [name: string, field: ObjectFields[string]];
/** A deployment's validators are the same for each value that it checks. */
const sorted = new WeakMap<ObjectFields, readonly Field[]>();

function firstComplaint<T>(
  items: readonly T[],
  complaintOf: (item: T, index: number) => Complaint | null,
): Complaint | null {
  for (const [index, item] of items.entries()) {
    const complaint = complaintOf(item, index);
    if (complaint !== null) return complaint;
  }
  return null;
}
