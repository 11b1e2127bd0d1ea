/** `db.query(…)`: streams read document by document, and pages. */
import { documentText } from "../../values/documents.ts";
import type { JsonObject, JsonValue } from "../../values/json.ts";
import { TRANSACTION_LIMITS } from "../../values/limits.ts";
import { UserError } from "../../values/user-error.ts";
import type { Execution } from "../running/execution.ts";
import { fingerprintOf, type Position } from "../queries/cursor.ts";
import { readPage } from "../queries/page.ts";
import { openSearch } from "../queries/search.ts";
import { fieldsOf, openSource, planSource } from "../queries/source.ts";
import { compileOperators, QueryStream } from "../queries/stream.ts";
import { isObject, textOf } from "./arguments.ts";

/** `{query}` → `{queryId}` */
export function queryStream(execution: Execution, args: JsonObject): string {
  const { source, operators } = queryOf(args, "queryStream");
  const stream = new QueryStream(
    openAny(execution, source, null, null).source,
    compileOperators(operators),
  );
  return `{"queryId":${execution.addStream(stream)}}`;
}

/** `{queryId}` → `{value, done}` */
export function queryStreamNext(
  execution: Execution,
  args: JsonObject,
): string {
  const id = args["queryId"] as number;
  const stream = execution.streams.get(id);
  if (stream === undefined) throw new UserError("in-progress query not found");
  const document = stream.next();
  if (document !== null)
    return `{"value":${documentText(document)},"done":false}`;
  execution.streams.delete(id);
  stream.close();
  return '{"value":null,"done":true}';
}

/** `{queryId}` → whether the stream was open */
export function queryCleanup(execution: Execution, args: JsonObject): string {
  const id = args["queryId"] as number;
  execution.streams.get(id)?.close();
  return String(execution.streams.delete(id));
}

/** `{query, cursor, endCursor, pageSize, …}` → `{page, isDone, continueCursor, splitCursor, pageStatus}` */
export function queryPage(execution: Execution, args: JsonObject): string {
  const query = queryOf(args, "queryPage");
  const limits = {
    pageSize: args["pageSize"] as number,
    maximumRowsRead: numberOrNull(args["maximumRowsRead"]),
    maximumBytesRead: numberOrNull(args["maximumBytesRead"]),
  };
  checkLimits(limits);
  const { cursorSeal } = execution.call.deployment;
  const fingerprint = fingerprintOf(
    query,
    indexFields(execution, query.source),
  );
  const open = (cursor: JsonValue | undefined): Position | null =>
    typeof cursor === "string" ? cursorSeal.open(cursor, fingerprint) : null;
  const start = open(args["cursor"]);
  const end = open(args["endCursor"] ?? execution.journal);
  const { source, canSplit } = openAny(execution, query.source, start, end);
  const stream = new QueryStream(
    source,
    compileOperators(query.operators),
    true,
  );
  const page = readPage(stream, limits, start, end);
  stream.close();
  if (execution.nextJournal !== null)
    throw new UserError(
      "This query or mutation function ran multiple paginated queries. Convex only supports a single paginated query in each function.",
    );
  const seal = (position: Position) =>
    cursorSeal.seal({ position, fingerprint });
  const continueCursor = seal(page.end);
  execution.nextJournal = continueCursor;
  const rest = JSON.stringify({
    isDone: page.end === "end",
    continueCursor,
    splitCursor: canSplit && page.split ? seal(page.split) : null,
    pageStatus: page.status,
  });
  return `{"page":[${page.documents.map(documentText).join(",")}],${rest.slice(1)}`;
}

type SerializedQuery = {
  readonly source: JsonObject;
  readonly operators: JsonValue[];
};

function queryOf(args: JsonObject, method: string): SerializedQuery {
  const { query } = args;
  if (
    !isObject(query) ||
    !isObject(query["source"]) ||
    !Array.isArray(query["operators"])
  )
    throw new UserError(
      `Invalid arguments for \`${method}\`: missing field \`query\``,
    );
  return { source: query["source"], operators: query["operators"] };
}

function openAny(
  execution: Execution,
  source: JsonObject,
  start: Position | null,
  end: Position | null,
) {
  const { transaction, code } = execution;
  code.schema.refuseStaged(textOf(source["indexName"]));
  if (source["type"] === "Search") {
    const opened = openSearch(execution, source, start, end);
    return { source: opened, canSplit: false };
  }
  const plan = planSource(execution.tables, source);
  const opened = plan
    ? openSource(transaction, plan, start, end)
    : { next: () => null, close: () => undefined };
  return { source: opened, canSplit: true };
}

/** Part of the fingerprint, so that a cursor becomes invalid when its index gets other fields. */
function indexFields(
  execution: Execution,
  source: JsonObject,
): readonly string[] {
  if (source["type"] === "Search") return [];
  return fieldsOf(execution.tables, source);
}

function checkLimits(limits: {
  pageSize: number;
  maximumRowsRead: number | null;
  maximumBytesRead: number | null;
}): void {
  const { pageSize, maximumRowsRead, maximumBytesRead } = limits;
  if (!Number.isSafeInteger(pageSize) || pageSize < 0)
    throw new UserError(
      `Invalid arguments for \`queryPage\`: invalid value: ${pageSize}, expected usize`,
    );
  if (pageSize === 0)
    throw new UserError("Must request at least 1 document while paginating");
  if (pageSize > TRANSACTION_LIMITS.documentsRead)
    throw new UserError(`Requested too many items: ${pageSize}`);
  if (maximumRowsRead === 0 || maximumBytesRead === 0)
    throw new UserError(
      "maximumRowsRead and maximumBytesRead must be greater than 0",
    );
}

function numberOrNull(value: JsonValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}
