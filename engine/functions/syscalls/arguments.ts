/**
 * Reads the arguments of database calls, with the backend's errors (`with_argument_error`,
 * crates/isolate/src/environment/helpers/mod.rs of get-convex/convex-backend).
 */
import { decodeId } from "../../values/ids.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import type { TableInfo } from "../../storage/storage-types.ts";
import type { TableView } from "../../transactions/transaction-types.ts";

/** System tables that functions may read, through `db.system`. */
const VISIBLE_SYSTEM_TABLES = new Set(["_scheduled_functions", "_storage"]);

export function invalidArgument(
  name: string,
  method: string,
  cause: string,
): UserError {
  return new UserError(
    `Invalid argument \`${name}\` for \`${method}\`: ${cause}`,
  );
}

/** A string; "" for any other value. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** @throws UserError when it is not a string. */
export function textArgument(
  args: JsonObject,
  name: string,
  method: string,
): string {
  const value = args[name];
  if (typeof value !== "string")
    throw new UserError(
      `Invalid arguments for \`${method}\`: missing field \`${name}\``,
    );
  return value;
}

/** @throws UserError when it is not an object. */
export function objectArgument(
  args: JsonObject,
  name: string,
  method: string,
): JsonObject {
  const value = args[name];
  if (!isObject(value) || isWrapped(value))
    throw invalidArgument(name, method, "Value must be an Object");
  return value;
}

/** @throws UserError when the id cannot be decoded. @returns the table number in the id. */
export function tableOfId(id: string, name: string, method: string): number {
  const decoded = decodeId(id);
  if (decoded !== null) return decoded.table;
  const isBase32 = /^[0-9a-hjkmnp-tv-z]*$/.test(id);
  const hasLength = id.length >= 31 && id.length <= 37;
  throw invalidArgument(
    name,
    method,
    hasLength && !isBase32
      ? "Unable to decode ID: ID wasn't valid base32"
      : `Unable to decode ID: Invalid ID length ${id.length}`,
  );
}

/** The table, unless it is internal to the engine. */
export function visibleTable(
  tables: Pick<TableView, "tableShowing">,
  shown: number,
): TableInfo | undefined {
  const table = tables.tableShowing(shown);
  return table && isVisible(table.name) ? table : undefined;
}

export function isVisible(table: string): boolean {
  return !table.startsWith("_") || VISIBLE_SYSTEM_TABLES.has(table);
}

/** @throws UserError when the id belongs to another table than the given one. */
export function checkTableName(
  requested: JsonValue | undefined,
  actual: string,
  method: string,
): void {
  if (typeof requested === "string" && requested !== actual)
    throw invalidArgument(
      "id",
      method,
      `expected to be an Id<"${requested}">, got Id<"${actual}"> instead.`,
    );
}

/** @throws UserError when `db.system` is used for a user table, or `db` for a system table. */
export function guardSystemTable(table: string, isSystem: boolean): void {
  if (isSystem && !table.startsWith("_"))
    throw new UserError("User tables cannot be accessed with db.system.");
  if (!isSystem && table.startsWith("_"))
    throw new UserError("System tables can only be accessed with db.system.");
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `{$integer}`, `{$float}`, `{$bytes}`, `{$commitTs}` are values, not objects. */
function isWrapped(value: JsonObject): boolean {
  return (
    "$integer" in value ||
    "$float" in value ||
    "$bytes" in value ||
    "$commitTs" in value
  );
}
