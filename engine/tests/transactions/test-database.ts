/** A database over a separate store for one test, with a table `items` indexed by `kind` and `n`. */
import { openDatabase } from "../../transactions/database.ts";
import type {
  DocumentScan,
  Transaction,
} from "../../transactions/transaction-types.ts";
import type {
  IndexInfo,
  KeyRange,
  Order,
} from "../../storage/storage-types.ts";
import type { JsonDocument, JsonObject, JsonValue } from "../../values/json.ts";
import { afterPrefix, encodeKey } from "../../values/keys.ts";
import { openWithItems } from "../storage/test-store.ts";

export type Items = Awaited<ReturnType<typeof openItems>>;

/** @param now clock of the creation times, in ms. */
export async function openItems(now?: () => number) {
  const { store, table, byKind } = await openWithItems();
  const database = openDatabase(store, { now });
  const insert = async (...all: readonly JsonObject[]) => {
    const { value } = await database.runMutation((transaction) =>
      Promise.resolve({
        value: all.map((fields) => transaction.insert(table, fields)),
      }),
    );
    return value;
  };
  return { store, database, table, byKind, insert };
}

/** Every key that starts with these values. */
export function prefix(...values: readonly JsonValue[]): KeyRange {
  const lower = encodeKey([...values]);
  return { lower, upper: afterPrefix(lower) };
}

/** Keys of one kind whose `n` is at least `from` and below `below`. */
export const between = (kind: string, from: number, below: number) => ({
  lower: encodeKey([kind, from]),
  upper: encodeKey([kind, below]),
});

/** At most `limit` documents of a scan, which is then closed. */
export function take(scan: DocumentScan, limit = Infinity) {
  const documents: JsonDocument[] = [];
  while (documents.length < limit) {
    const step = scan.next();
    if (!step) break;
    documents.push(step.document);
  }
  scan.close();
  return documents;
}

/** The `n` of at most `limit` documents in the index. */
export const numbersIn = (
  transaction: Transaction,
  index: IndexInfo,
  range: KeyRange,
  order: Order = "asc",
  limit = Infinity,
): readonly JsonValue[] =>
  take(transaction.scan(index, range, order), limit).map(({ n }) => n ?? null);
