/** One page of a table for `npx convex data`, by creation time; the cursor is the key of the last document. */
import { afterPrefix, encodeKey } from "../values/keys.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";
import { must, UserError } from "../values/user-error.ts";
import type { KeyRange } from "../storage/storage-types.ts";
import type {
  TableView,
  Transaction,
} from "../transactions/transaction-types.ts";

const MAX_ROWS = 8_192;

/**
 * @param args `{table, order, paginationOpts: {cursor, numItems}}`
 * @throws UserError when an argument is invalid.
 */
export function readPage(
  transaction: Transaction,
  tables: TableView,
  args: JsonObject,
): JsonValue {
  const name = String(args["table"]);
  const table = tables.table(name);
  if (table === undefined)
    return { page: [], isDone: true, continueCursor: "" };
  const index = must(
    tables.index(table.number, "by_creation_time"),
    `table ${name} has no order of creation`,
  );
  const { cursor, numItems } = args["paginationOpts"] as JsonObject;
  if (typeof numItems !== "number" || numItems < 1)
    throw new UserError("numItems must be a positive number");
  const order = args["order"] === "asc" ? "asc" : "desc";
  const scan = transaction.scan(index, rangeAfter(cursor, order), order);
  const page: JsonValue[] = [];
  let last = "";
  let isDone = true;
  for (let row = scan.next(); row !== null; row = scan.next()) {
    page.push(row.document);
    last = row.key;
    if (page.length >= Math.min(numItems, MAX_ROWS)) {
      isDone = false;
      break;
    }
  }
  scan.close();
  const continueCursor = Buffer.from(last, "latin1").toString("base64url");
  return { page, isDone, continueCursor };
}

function rangeAfter(
  cursor: JsonValue | undefined,
  order: "asc" | "desc",
): KeyRange {
  const everything = { lower: encodeKey([]), upper: null };
  if (typeof cursor !== "string") return everything;
  const key = Buffer.from(cursor, "base64url").toString("latin1");
  return order === "asc"
    ? { lower: afterPrefix(key), upper: null }
    : { lower: everything.lower, upper: key };
}
