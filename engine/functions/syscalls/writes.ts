/** `db.insert`, `db.patch`, `db.replace` and `db.delete`. The schema is checked on the whole resulting document. */
import { documentText, setField } from "../../values/documents.ts";
import type { JsonObject } from "../../values/json.ts";
import { checkIdentifier } from "../../values/limits.ts";
import { UserError } from "../../values/user-error.ts";
import type { TableInfo } from "../../storage/storage-types.ts";
import type { Execution } from "../running/execution.ts";
import {
  checkTableName,
  guardSystemTable,
  invalidArgument,
  isObject,
  objectArgument,
  tableOfId,
  textArgument,
  visibleTable,
} from "./arguments.ts";

/** The first insert into a missing table. The table is created outside the transaction, which then runs again. */
export class TableMissing extends Error {}

/** `{table, value}` → `{_id}` */
export function insert(execution: Execution, args: JsonObject): string {
  const name = textArgument(args, "table", "db.insert");
  const value = objectArgument(args, "value", "db.insert");
  guardSystemTable(name, false);
  const { transaction, tables, code } = execution;
  const table = tables.table(name);
  if (table === undefined) {
    checkTable(name);
    execution.call.missingTable = { name, namespace: code.component };
    throw new TableMissing(name);
  }
  code.checkDocument(name, value, tables);
  const { _id } = transaction.insert(table.number, value);
  return `{"_id":"${_id}"}`;
}

/** `{id, value, table?}` → the merged document. `{$undefined: null}` removes a field. */
export function shallowMerge(execution: Execution, args: JsonObject): string {
  const { id, table } = target(execution, args, "db.patch");
  const patch = objectArgument(args, "value", "db.patch");
  const before = execution.transaction.get(table.number, id);
  if (before === null)
    throw new UserError(`Update on nonexistent document ID ${id}`);
  const { _id, _creationTime, ...fields } = before;
  const merged: JsonObject = { ...fields };
  for (const [field, value] of Object.entries(patch)) {
    if (isObject(value) && "$undefined" in value) delete merged[field];
    else setField(merged, field, value);
  }
  return put(execution, table, id, merged, "Update");
}

/** `{id, value, table?}` → the document */
export function replace(execution: Execution, args: JsonObject): string {
  const { id, table } = target(execution, args, "db.replace");
  const value = objectArgument(args, "value", "db.replace");
  if (execution.transaction.get(table.number, id) === null)
    throw new UserError(`Replace on nonexistent document ID ${id}`);
  return put(execution, table, id, value, "Replace");
}

/** `{id, table?}` → the removed document */
export function remove(execution: Execution, args: JsonObject): string {
  const { id, table } = target(execution, args, "db.delete");
  return documentText(execution.transaction.remove(table.number, id));
}

function target(
  execution: Execution,
  args: JsonObject,
  method: string,
): { id: string; table: TableInfo } {
  const id = textArgument(args, "id", method);
  const shown = tableOfId(id, "id", method);
  const table = visibleTable(execution.tables, shown);
  if (table === undefined)
    throw invalidArgument("id", method, `Table for ID "${id}" not found`);
  checkTableName(args["table"], table.name, method);
  guardSystemTable(table.name, false);
  return { id, table };
}

function put(
  execution: Execution,
  table: TableInfo,
  id: string,
  value: JsonObject,
  verb: "Update" | "Replace",
): string {
  const { transaction, tables, code } = execution;
  code.checkDocument(table.name, value, tables);
  return documentText(transaction.put(table.number, id, value, verb));
}

function checkTable(name: string): void {
  try {
    checkIdentifier(name);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw invalidArgument("table", "db.insert", error.message);
  }
}
