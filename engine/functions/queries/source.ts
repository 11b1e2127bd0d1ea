/** The documents of a query: a range of an index, read in order, between two cursors. */
import type {
  JsonDocument,
  JsonObject,
  JsonValue,
  Key,
} from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import type {
  IndexInfo,
  KeyRange,
  Order,
} from "../../storage/storage-types.ts";
import type {
  DocumentScan,
  TableView,
  Transaction,
} from "../../transactions/transaction-types.ts";
import { isVisible, textOf } from "../syscalls/arguments.ts";
import type { Position } from "./cursor.ts";
import {
  byIdRange,
  compileRange,
  type RangeExpression,
} from "./index-range.ts";

/** A sequence of documents, each with the key to resume after it. */
export interface Source {
  next(): { readonly document: JsonDocument; readonly key: Key } | null;
  close(): void;
}

/** The index and range that a query reads, independent of any transaction. */
export type Plan = {
  readonly table: number;
  /** `by_id` is not stored as an index. */
  readonly index:
    | IndexInfo
    | { readonly table: number; readonly name: "by_id" };
  /** `_creationTime` included. */
  readonly fields: readonly string[];
  readonly range: KeyRange;
  readonly order: Order;
};

/**
 * @param source as npm convex serializes it: FullTableScan or IndexRange.
 * @returns null when the table does not exist, so it has no documents.
 * @throws UserError when there is no such index or it cannot serve the comparisons.
 */
export function planSource(tables: TableView, source: JsonObject): Plan | null {
  const order = orderOf(source["order"]);
  const { tableName, indexName } = namesOf(source);
  const table = isVisible(tableName) ? tables.table(tableName) : undefined;
  const full = `${tableName}.${indexName}`;
  if (table === undefined) {
    if (indexName !== "by_creation_time" && indexName !== "by_id")
      throw notFound(full);
    return null;
  }
  const expressions = (source["range"] ?? []) as unknown as RangeExpression[];
  if (indexName === "by_id") {
    const index = { table: table.number, name: "by_id" } as const;
    const range = byIdRange(full, expressions);
    return { table: table.number, index, fields: [], range, order };
  }
  const index = tables.index(table.number, indexName);
  if (index === undefined) throw notFound(full);
  const fields = [...index.fields, "_creationTime"];
  const range = compileRange(full, fields, expressions);
  return { table: table.number, index, fields, range, order };
}

/** Fields of the index that a source reads; for a missing table, those it will be created with. */
export function fieldsOf(
  tables: TableView,
  source: JsonObject,
): readonly string[] {
  const plan = planSource(tables, source);
  if (plan !== null) return plan.fields;
  return namesOf(source).indexName === "by_id" ? [] : ["_creationTime"];
}

/** Opens the plan's documents after `start` up to and including `end`. */
export function openSource(
  transaction: Transaction,
  plan: Plan,
  start: Position | null,
  end: Position | null,
): Source {
  const range = between(plan, start, end);
  if (range === null) return NOTHING;
  const scan: DocumentScan = transaction.scan(plan.index, range, plan.order);
  return scan;
}

const NOTHING: Source = { next: () => null, close: () => undefined };

/** Null when the range is empty. */
function between(
  { range, order }: Plan,
  start: Position | null,
  end: Position | null,
): KeyRange | null {
  if (start === "end") return null;
  let { lower, upper } = range;
  const after = (key: Key) => `${key}\0`;
  if (order === "asc") {
    if (start !== null) lower = later(lower, after(start.after));
    if (end !== null && end !== "end") upper = earlier(upper, after(end.after));
  } else {
    if (start !== null) upper = earlier(upper, start.after);
    if (end !== null && end !== "end") lower = later(lower, end.after);
  }
  return upper !== null && lower >= upper ? null : { lower, upper };
}

function later(a: Key, b: Key): Key {
  return a > b ? a : b;
}

function earlier(a: Key | null, b: Key): Key {
  return a === null || b < a ? b : a;
}

function namesOf(source: JsonObject): { tableName: string; indexName: string } {
  if (source["type"] === "FullTableScan")
    return {
      tableName: textOf(source["tableName"]),
      indexName: "by_creation_time",
    };
  const name = textOf(source["indexName"]);
  const dot = name.indexOf(".");
  if (source["type"] !== "IndexRange" || dot < 0)
    throw new UserError(
      "Invalid argument `query` for `queryStream`: unknown source",
    );
  return { tableName: name.slice(0, dot), indexName: name.slice(dot + 1) };
}

function orderOf(order: JsonValue | undefined): Order {
  if (order === null || order === undefined || order === "asc") return "asc";
  if (order === "desc") return "desc";
  throw new UserError(
    'Invalid argument `query` for `queryStream`: expected "asc" or "desc"',
  );
}

function notFound(index: string): UserError {
  return new UserError(`Index ${index} not found.`);
}
