import { describe, expect, test } from "vitest";
import { must } from "../../values/user-error.ts";
import { ALL } from "../storage/test-store.ts";
import {
  between,
  numbersIn,
  openItems,
  prefix,
  take,
} from "./test-database.ts";

describe("own writes", () => {
  test("[TX2] are seen in index ranges, in both orders and within limits, but not by others", async () => {
    const { database, table, byKind, insert } = await openItems();
    const [one, , five] = await insert(
      { kind: "a", n: 1 },
      { kind: "a", n: 3 },
      { kind: "a", n: 5 },
      { kind: "b", n: 4 },
    );
    const transaction = database.begin();
    transaction.insert(table, { kind: "a", n: 2 });
    transaction.insert(table, { kind: "a", n: 6 });
    transaction.remove(table, must(one, "one")._id);
    transaction.put(
      table,
      must(five, "five")._id,
      { kind: "a", n: 0 },
      "Update",
    );

    const see = (...rest: readonly [("asc" | "desc")?, number?]) =>
      numbersIn(transaction, byKind, prefix("a"), ...rest);
    expect(see()).toEqual([0, 2, 3, 6]);
    expect(see("desc")).toEqual([6, 3, 2, 0]);
    expect(see("asc", 2)).toEqual([0, 2]);
    expect(see("desc", 1)).toEqual([6]);
    expect(numbersIn(transaction, byKind, between("a", 2, 6))).toEqual([2, 3]);

    const other = database.begin();
    expect(numbersIn(other, byKind, prefix("a"))).toEqual([1, 3, 5]);
    expect(database.commit(transaction)).not.toBeNull();
    const later = database.begin();
    expect(numbersIn(later, byKind, prefix("a"))).toEqual([0, 2, 3, 6]);
  });

  test("[TX2] are seen by id and in the order of ids", async () => {
    const { database, table, insert } = await openItems();
    const [kept, gone] = await insert({ n: 1 }, { n: 2 });
    const transaction = database.begin();
    const fresh = transaction.insert(table, { n: 3 });
    transaction.remove(table, must(gone, "gone")._id);
    expect(transaction.get(table, fresh._id)).toBe(fresh);
    expect(transaction.get(table, must(gone, "gone")._id)).toBeNull();
    const ids = [must(kept, "kept")._id, fresh._id].sort();
    const byId = { table, name: "by_id" } as const;
    const seen = (order: "asc" | "desc") =>
      take(transaction.scan(byId, ALL, order)).map(({ _id }) => _id);
    expect(seen("asc")).toEqual(ids);
    expect(seen("desc")).toEqual(ids.toReversed());
  });

  test("[TX2] that lie ahead of an open scan appear in it", async () => {
    const { database, table, byKind, insert } = await openItems();
    const documents = await insert(
      ...[10, 20, 30].map((n) => ({ kind: "a", n })),
    );
    const transaction = database.begin();
    const scan = transaction.scan(byKind, prefix("a"), "asc");
    expect(scan.next()?.document.n).toBe(10);
    transaction.insert(table, { kind: "a", n: 5 });
    transaction.insert(table, { kind: "a", n: 25 });
    transaction.remove(table, must(documents[1], "20")._id);
    expect(take(scan).map(({ n }) => n)).toEqual([25, 30]);
  });

  test("[TX2] commit together or not at all", async () => {
    const { database, table, byKind } = await openItems();
    const { ts } = await database.runMutation((transaction) => {
      transaction.insert(table, { kind: "a", n: 1 });
      transaction.insert(table, { kind: "b", n: 1 });
      return Promise.resolve({ value: null });
    });
    expect(database.lastTs).toBe(ts);
    const failing = database.runMutation((transaction) => {
      transaction.insert(table, { kind: "a", n: 2 });
      return Promise.reject(new Error("on purpose"));
    });
    await expect(failing).rejects.toThrow("on purpose");
    const later = database.begin();
    expect(numbersIn(later, byKind, ALL)).toEqual([1, 1]);
  });
});

test("[TX10] writes that change nothing: commit nothing", async () => {
  const { database, table, insert } = await openItems();
  const [document] = await insert({ kind: "a", n: 1 });
  const { _id } = must(document, "one");
  const before = database.lastTs;
  const transaction = database.begin();
  transaction.put(table, _id, { n: 1, kind: "a" }, "Replace");
  expect(transaction.hasWrites).toBe(false);
  expect(database.commit(transaction)).toBe(before);
});

test("[TX10] writes that change nothing: include a document that is inserted and deleted again", async () => {
  const { database, table, byKind } = await openItems();
  const before = database.lastTs;
  const transaction = database.begin();
  const { _id } = transaction.insert(table, { kind: "a", n: 1 });
  expect(numbersIn(transaction, byKind, ALL)).toEqual([1]);
  transaction.remove(table, _id);
  expect(numbersIn(transaction, byKind, ALL)).toEqual([]);
  expect(transaction.hasWrites).toBe(false);
  expect(database.commit(transaction)).toBe(before);
});
