/** `db.get`, `db.normalizeId` and the internal count. Queries are in streams.ts. */
import { decodeId } from "../../values/ids.ts";
import { documentText } from "../../values/documents.ts";
import type { JsonObject } from "../../values/json.ts";
import type { Execution } from "../running/execution.ts";
import {
  checkTableName,
  guardSystemTable,
  isVisible,
  tableOfId,
  textArgument,
  visibleTable,
} from "./arguments.ts";

/** `{id, isSystem, table?}` → document or null. An id of a nonexistent table is not an error. */
export function get(execution: Execution, args: JsonObject): string {
  const isSystem = args["isSystem"] === true;
  const method = isSystem ? "db.system.get" : "db.get";
  const id = textArgument(args, "id", method);
  const shown = tableOfId(id, "id", method);
  const table = visibleTable(execution.tables, shown);
  if (table === undefined) return "null";
  guardSystemTable(table.name, isSystem);
  checkTableName(args["table"], table.name, method);
  const document = execution.transaction.get(table.number, id);
  return document === null ? "null" : documentText(document);
}

/** `{table, idString}` → `{id}`: the id itself if it is one of the table. */
export function normalizeId(execution: Execution, args: JsonObject): string {
  const name = textArgument(args, "table", "db.normalizeId");
  const id = textArgument(args, "idString", "db.normalizeId");
  const shown = isVisible(name) ? decodeId(id)?.table : undefined;
  const belongs =
    shown !== undefined && execution.tables.tableShowing(shown)?.name === name;
  return JSON.stringify({ id: belongs ? id : null });
}

/** `{table}` → number of documents. */
export function count(execution: Execution, args: JsonObject): string {
  const name = textArgument(args, "table", "db.count");
  guardSystemTable(name, false);
  const table = execution.tables.table(name);
  if (table === undefined) return "0";
  const scan = execution.transaction.scan(
    { table: table.number, name: "by_id" },
    { lower: "", upper: null },
    "asc",
  );
  let found = 0;
  while (scan.next() !== null) found++;
  scan.close();
  return String(found);
}
