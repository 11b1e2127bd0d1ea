import { describe, expect, test } from "vitest";
import type { Transaction } from "../../transactions/transaction-types.ts";
import { newId } from "../../values/ids.ts";
import { must, UserError } from "../../values/user-error.ts";
import { open } from "../storage/test-store.ts";
import { openDatabase } from "../../transactions/database.ts";
import { openItems } from "./test-database.ts";

const HELP =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

/** Fields for a document of exactly 1 MiB; `mark` has one character. */
function fullFields(mark: string): { mark: string; text: string } {
  const rest = 2 + "_id".length + 1 + 34 + "_creationTime".length + 1 + 9;
  const mine = "mark".length + 1 + 3 + "text".length + 1 + 2;
  return { mark, text: "x".repeat((1 << 20) - rest - mine) };
}

/** Runs a step this many times and expects the next one to be refused. */
function expectLimit(times: number, step: (i: number) => void, text: string) {
  for (let i = 0; i < times; i++) step(i);
  expect(() => step(times)).toThrow(new UserError(text));
}

describe("limits of a transaction", () => {
  test("[TX9] 32,000 documents and 16 MiB may be read", async () => {
    const { database, table, insert } = await openItems();
    const [small, large] = await insert({ n: 1 }, fullFields("a"));
    const reading = (id: string) => {
      const transaction = database.begin();
      return () => transaction.get(table, id);
    };
    expectLimit(
      32_000,
      reading(must(small, "small")._id),
      `Too many documents read in a single function execution (limit: 32000). ${HELP}`,
    );
    expectLimit(
      16,
      reading(must(large, "large")._id),
      `Too many bytes read in a single function execution (limit: 16777216 bytes). ${HELP}`,
    );
  });

  test("[TX9] 4096 intervals may be read; adjacent ones count as one", async () => {
    const { database, table, byKind } = await openItems();
    const touching = database.begin();
    for (let i = 0; i < 5000; i++) {
      const range = { lower: key(i), upper: key(i + 1) };
      touching.scan(byKind, range, "asc").next();
    }
    expect(touching.metrics().databaseQueries).toBe(1);
    const apart = database.begin();
    expectLimit(
      4096,
      () => apart.get(table, newId(table)),
      `Too many reads in a single function execution (limit: 4096). ${HELP}`,
    );
  });

  test("[TX9] 16,000 documents and 16 MiB may be written", async () => {
    const { database, table, insert } = await openItems();
    const [document] = await insert({ n: -1 });
    const { _id } = must(document, "one");
    const many = database.begin();
    expectLimit(
      16_000,
      (n) => many.put(table, _id, { n }, "Replace"),
      "Too many writes in a single function execution (limit: 16000)",
    );
    const large = database.begin();
    expectLimit(
      16,
      () => large.insert(table, fullFields("a")),
      "Too many bytes written in a single function execution (limit: 16 MiB)",
    );
  });

  test("[TX9] system tables do not count", async () => {
    const store = open();
    await store.buildCatalog({ tables: [{ name: "_jobs", indexes: [] }] });
    const { number } = must(store.catalog.table("_jobs"), "table _jobs");
    const transaction = openDatabase(store).begin();
    for (let i = 0; i < 20; i++)
      transaction.get(number, transaction.insert(number, fullFields("a"))._id);
    expect(transaction.metrics()).toMatchObject({
      bytesRead: 0,
      bytesWritten: 0,
      documentsRead: 0,
      documentsWritten: 0,
    });
  });

  test("[TX9] a document may have 1 MiB, however it is written", async () => {
    const { database, table } = await openItems();
    const transaction = database.begin();
    const { _id } = transaction.insert(table, fullFields("a"));
    expect(transaction.metrics().bytesWritten).toBe(1 << 20);
    const text = "Value is too large (1.00 MiB > maximum size 1 MiB)";
    for (const write of [
      () => transaction.insert(table, fullFields("ab")),
      () => transaction.put(table, _id, fullFields("ab"), "Update"),
    ])
      expect(write).toThrow(new UserError(text));
    expect(transaction.get(table, _id)?.mark).toBe("a");
  });
});

describe("refused writes", () => {
  test.each<
    [string, (t: Transaction, table: number, id: string) => void, string]
  >([
    [
      "a patch",
      (t, table, id) => t.put(table, id, {}, "Update"),
      "Update on nonexistent document ID ",
    ],
    [
      "a replacement",
      (t, table, id) => t.put(table, id, {}, "Replace"),
      "Replace on nonexistent document ID ",
    ],
    [
      "a deletion",
      (t, table, id) => t.remove(table, id),
      "Delete on nonexistent document ID ",
    ],
  ])(
    "[TX12] %s of a missing document is refused",
    async (_what, write, text) => {
      const { database, table } = await openItems();
      const id = newId(table);
      expect(() => write(database.begin(), table, id)).toThrow(
        new UserError(text + id),
      );
    },
  );

  test("[TX12] an id that is taken, and system fields other than the document's own, are refused", async () => {
    const { database, table } = await openItems();
    const transaction = database.begin();
    const given = { id: newId(table), creationTime: 5 };
    const document = transaction.insert(table, {}, given);
    expect(document).toEqual({ _id: given.id, _creationTime: 5 });
    expect(() => transaction.insert(table, {}, given)).toThrow(
      new UserError(`Document ID ${given.id} exists already`),
    );
    const other = newId(table);
    expect(() =>
      transaction.put(table, given.id, { _id: other }, "Replace"),
    ).toThrow(
      `Provided document ID "${given.id}" doesn't match '_id' field "${other}"`,
    );
    expect(() =>
      transaction.put(table, given.id, { _creationTime: 6 }, "Replace"),
    ).toThrow(/^Provided creation time 5 doesn't match '_creationTime' field/);
    transaction.put(table, given.id, { ...document, a: 1 }, "Replace");
    expect(transaction.get(table, given.id)?.a).toBe(1);
  });

  test("[TX12] nothing can be written after the transaction is over", async () => {
    const { database, table } = await openItems();
    const transaction = database.begin();
    database.commit(transaction);
    expect(() => transaction.insert(table, {})).toThrow(/is over/);
    expect(() => database.commit(transaction)).toThrow(/over already/);
    const abandoned = database.begin();
    database.abandon(abandoned);
    expect(() => abandoned.insert(table, {})).toThrow(/is over/);
    expect(() => database.commit(abandoned)).toThrow(/over already/);
  });
});

const key = (i: number) => String.fromCharCode(i >> 8, i & 0xff);
