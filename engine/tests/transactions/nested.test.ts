import { expect, test } from "vitest";
import { must } from "../../values/user-error.ts";
import { ALL } from "../storage/test-store.ts";
import { numbersIn, openItems, prefix } from "./test-database.ts";

test("[TX7] a rollback undoes inserts, changes and deletions, by id and in every index", async () => {
  const { database, table, byKind, insert } = await openItems();
  const [one, two] = await insert({ kind: "a", n: 1 }, { kind: "a", n: 2 });
  const transaction = database.begin();
  const mine = transaction.insert(table, { kind: "a", n: 3 });
  expect(numbersIn(transaction, byKind, ALL)).toEqual([1, 2, 3]);
  const { bytesWritten, documentsWritten } = transaction.metrics();

  const savepoint = transaction.savepoint();
  transaction.insert(table, { kind: "a", n: 4 });
  transaction.put(table, must(one, "one")._id, { kind: "b", n: 1 }, "Update");
  transaction.put(table, mine._id, { kind: "b", n: 3 }, "Update");
  transaction.put(table, mine._id, { kind: "b", n: 3.5 }, "Update");
  transaction.remove(table, must(two, "two")._id);
  expect(numbersIn(transaction, byKind, prefix("b"))).toEqual([1, 3.5]);
  savepoint.rollback();

  expect(numbersIn(transaction, byKind, ALL)).toEqual([1, 2, 3]);
  expect(transaction.get(table, mine._id)).toBe(mine);
  expect(transaction.get(table, must(two, "two")._id)).toEqual(two);
  const seen = transaction.metrics();
  expect(seen).toMatchObject({ bytesWritten, documentsWritten });
  expect(database.commit(transaction)).not.toBeNull();
  expect(numbersIn(database.begin(), byKind, ALL)).toEqual([1, 2, 3]);
});

test("[TX7] a transaction rolled back to before its first write has nothing to commit", async () => {
  const { database, table } = await openItems();
  const transaction = database.begin();
  const savepoint = transaction.savepoint();
  transaction.insert(table, { kind: "a", n: 1 });
  savepoint.rollback();
  expect(transaction.hasWrites).toBe(false);
  expect(database.commit(transaction)).toBe(database.lastTs);
});

test("[TX7] a released call is undone with the call around it, and stays when that one is released", async () => {
  const { database, table, byKind } = await openItems();
  const transaction = database.begin();
  for (const fails of [true, false]) {
    const outer = transaction.savepoint();
    const inner = transaction.savepoint();
    transaction.insert(table, { kind: "a", n: fails ? 1 : 2 });
    inner.release();
    const failing = transaction.savepoint();
    transaction.insert(table, { kind: "a", n: 9 });
    failing.rollback();
    if (fails) outer.rollback();
    else outer.release();
  }
  expect(numbersIn(transaction, byKind, ALL)).toEqual([2]);
});

test("[TX7] reads of a failed call still count", async () => {
  const { database, table, byKind, insert } = await openItems();
  const transaction = database.begin();
  const savepoint = transaction.savepoint();
  expect(numbersIn(transaction, byKind, prefix("a"))).toEqual([]);
  savepoint.rollback();
  transaction.insert(table, { kind: "b", n: 1 });
  await insert({ kind: "a", n: 1 });
  expect(database.commit(transaction)).toBeNull();
});

test("[TX7] savepoints must end in the reverse order of their start", async () => {
  const { database } = await openItems();
  const transaction = database.begin();
  const outer = transaction.savepoint();
  transaction.savepoint();
  expect(() => outer.release()).toThrow(/reverse order/);
});
