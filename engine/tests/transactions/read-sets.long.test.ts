import { expect, test } from "vitest";
import type { Transaction } from "../../transactions/transaction-types.ts";
import type { JsonDocument } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import { must } from "../../values/user-error.ts";
import { ALL } from "../storage/test-store.ts";
import { newId } from "../../values/ids.ts";
import {
  between,
  type Items,
  openItems,
  prefix,
  take,
} from "./test-database.ts";

type Read = (transaction: Transaction, items: Items) => void;
type Write = (
  transaction: Transaction,
  items: Items,
  documents: readonly JsonDocument[],
) => void;

const insert =
  (kind: string, n: number): Write =>
  (transaction, { table }) =>
    void transaction.insert(table, { kind, n });
const patch =
  (at: number, kind: string, n: number, text?: string): Write =>
  (transaction, { table }, documents) =>
    void transaction.put(
      table,
      must(documents[at], "a document")._id,
      text === undefined ? { kind, n } : { kind, n, text },
      "Update",
    );
const remove =
  (at: number): Write =>
  (transaction, { table }, documents) =>
    void transaction.remove(table, must(documents[at], "a document")._id);
const scanned =
  (range = prefix("a"), order: "asc" | "desc" = "asc", limit?: number): Read =>
  (transaction, { byKind }) =>
    void take(transaction.scan(byKind, range, order), limit);

/** Whether the read conflicts with the write, with a: 10, 20, 30, 40 and b: 10 present. */
async function conflicts(read: Read, write: Write): Promise<boolean> {
  const items = await openItems();
  const documents = await items.insert(
    ...[10, 20, 30, 40].map((n) => ({ kind: "a", n })),
    { kind: "b", n: 10 },
  );
  const reader = items.database.begin();
  read(reader, items);
  const writer = items.database.begin();
  write(writer, items, documents);
  expect(items.database.commit(writer)).not.toBeNull();
  return !items.database.isValid(reader);
}

test.each<[string, boolean, Read, Write]>([
  ["a row that appears in a range", true, scanned(), insert("a", 25)],
  ["a row that appears before the first", true, scanned(), insert("a", 5)],
  ["a row that appears after the last", true, scanned(), insert("a", 99)],
  ["a row that disappears", true, scanned(), remove(2)],
  ["a row that changes in place", true, scanned(), patch(1, "a", 20.5)],
  [
    "a row whose other fields change",
    true,
    scanned(),
    patch(1, "a", 20, "new"),
  ],
  ["a row that moves out", true, scanned(), patch(1, "c", 20)],
  ["a row that moves in", true, scanned(), patch(4, "a", 20)],
  ["a row of another prefix", false, scanned(), insert("b", 25)],
  ["a row that moves elsewhere", false, scanned(), patch(4, "c", 1)],
  [
    "a row in an empty range",
    true,
    scanned(between("a", 21, 29)),
    insert("a", 25),
  ],
  [
    "a row at the closed end of a range",
    true,
    scanned(between("a", 21, 29)),
    insert("a", 21),
  ],
  [
    "a row at the open end of a range",
    false,
    scanned(between("a", 21, 29)),
    insert("a", 29),
  ],
  [
    "a row before the last one of a limit",
    true,
    scanned(prefix("a"), "asc", 2),
    insert("a", 15),
  ],
  ["the last row of a limit", true, scanned(prefix("a"), "asc", 2), remove(1)],
  [
    "a row beyond a limit",
    false,
    scanned(prefix("a"), "asc", 2),
    insert("a", 25),
  ],
  [
    "a row before the last one of a limit from the end",
    true,
    scanned(prefix("a"), "desc", 2),
    insert("a", 35),
  ],
  [
    "a row beyond a limit from the end",
    false,
    scanned(prefix("a"), "desc", 2),
    insert("a", 25),
  ],
  [
    "a row after the last in a scan from the end",
    true,
    scanned(prefix("a"), "desc", 1),
    insert("a", 99),
  ],
  [
    "a row in a range of which nothing was taken",
    false,
    (transaction, { byKind }) =>
      transaction.scan(byKind, prefix("a"), "asc").close(),
    insert("a", 1),
  ],
  [
    "a row ahead of a scan that is still open",
    false,
    (transaction, { byKind }) =>
      void transaction.scan(byKind, prefix("a"), "asc").next(),
    insert("a", 15),
  ],
  [
    "a row behind a scan that is still open",
    true,
    (transaction, { byKind }) =>
      void transaction.scan(byKind, prefix("a"), "asc").next(),
    insert("a", 5),
  ],
  [
    "between two ranges read apart",
    false,
    (transaction, items) => {
      scanned(between("a", 0, 12))(transaction, items);
      scanned(between("a", 30, 99))(transaction, items);
    },
    insert("a", 20),
  ],
  [
    "in one of many ranges that touch or overlap",
    true,
    (transaction, items) => {
      for (const from of [30, 0, 20, 10, 15])
        scanned(between("a", from, from + 10))(transaction, items);
    },
    insert("a", 29.5),
  ],
  [
    "any row of a table read by id",
    true,
    (transaction, { table }) =>
      void take(transaction.scan({ table, name: "by_id" }, ALL, "asc")),
    insert("c", 1),
  ],
])("[TX3] a scan: %s: conflict %s", async (_what, expected, read, write) => {
  expect(await conflicts(read, write)).toBe(expected);
});

test("[TX3] a document read by id: conflicts with its change, its deletion and its creation, and with nothing else", async () => {
  const items = await openItems();
  const { database, table } = items;
  const documents = await items.insert({ n: 1 }, { n: 2 }, { n: 3 });
  const [one, two, three] = documents.map(({ _id }) => _id);
  const missing = newId(table);
  const commit = (work: (transaction: Transaction) => void) => {
    const transaction = database.begin();
    work(transaction);
    expect(database.commit(transaction)).not.toBeNull();
  };
  const readers = [one, two, three, missing].map((id) => {
    const transaction = database.begin();
    transaction.get(table, must(id, "an id"));
    return transaction;
  });
  const valid = () =>
    readers.map((transaction) => database.isValid(transaction));
  commit((transaction) => transaction.insert(table, { n: 4 }));
  expect(valid()).toEqual([true, true, true, true]);
  commit((transaction) => {
    transaction.put(table, must(one, "one"), { n: 9 }, "Replace");
    transaction.remove(table, must(two, "two"));
  });
  expect(valid()).toEqual([false, false, true, true]);
  const given = { id: missing, creationTime: 1 };
  commit((transaction) => transaction.insert(table, { n: 5 }, given));
  expect(valid()).toEqual([false, false, true, false]);
});

test("[TX3] a document read by id: is recorded by its id, and a scan as an interval just past its last key", async () => {
  const items = await openItems();
  const { database, byKind, table } = items;
  const [one] = await items.insert({ kind: "a", n: 1 }, { kind: "a", n: 2 });
  const { _id, _creationTime } = must(one, "one");
  const transaction = database.begin();
  transaction.get(table, _id);
  take(transaction.scan(byKind, prefix("a"), "asc"), 1);
  const key = encodeKey(["a", 1, _creationTime, _id]);
  expect(transaction.reads.ids).toEqual(new Set([_id]));
  expect(transaction.reads.ranges).toEqual(
    new Map([[byKind.id, [{ lower: encodeKey(["a"]), upper: `${key}\0` }]]]),
  );
});
