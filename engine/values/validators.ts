/**
 * Checks values against validators, with the backend's texts. Matching is in matches.ts, the texts are in mismatch.ts.
 * Validators have the form that `exportArgs()`, `exportReturns()` and `schema.export()` of npm convex return
 * (src/values/validators.ts there). The rules are those of crates/common/src/schemas/validator.rs.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import { matches, type TableNameOfNumber } from "./matches.ts";
import { mismatch } from "./mismatch.ts";
import type { ValidatorJson } from "./validator-json.ts";

export type { TableNameOfNumber };

/**
 * Null when the value matches, else what is wrong, as it follows `ArgumentValidationError: ` or `… does not match the schema:
 * `. Ids are checked for their table, not for an existing document.
 * @throws UserError when the value is invalid.
 */
export function checkValue(
  validator: ValidatorJson,
  value: JsonValue,
  tables: TableNameOfNumber,
): string | null {
  return matches(validator, value, tables)
    ? null
    : mismatch(validator, value, { tables, path: "" });
}

/** As `checkValue` for a stored document, without `_id` and `_creationTime`, which validators do not have. */
export function checkDocument(
  validator: ValidatorJson,
  document: JsonObject,
  tables: TableNameOfNumber,
): string | null {
  if (validator.type === "any") return null;
  const names = Object.keys(document);
  if (!names.some(isSystemField))
    return checkValue(validator, document, tables);
  const own = names.filter((name) => !isSystemField(name));
  const fields = own.map((name) => [name, document[name]] as const);
  return checkValue(
    validator,
    Object.fromEntries(fields) as JsonObject,
    tables,
  );
}

function isSystemField(name: string): boolean {
  return name.startsWith("_");
}
