import { expect, test, vi } from "vitest";
import { StorageError } from "../../storage/storage-error.ts";
import { openDatabase } from "../../transactions/database.ts";
import { must } from "../../values/user-error.ts";
import { fillDisk, openWithItems } from "../storage/test-store.ts";

test("[TX13] a transaction that read a commit the disk refused is stale; mutations run again later", async () => {
  const { store, table } = await openWithItems();
  const database = openDatabase(store);
  const free = fillDisk();
  const { value, ts } = await database.runMutation((transaction) =>
    Promise.resolve({ value: transaction.insert(table, { n: 1 }) }),
  );
  const reader = database.begin();
  expect(reader.get(table, value._id)).toBe(value);
  const told: ReadonlySet<string>[] = [];
  database.onCommit(({ ids }) => told.push(ids));
  const writing = database.begin();
  writing.insert(table, { n: 2 });

  await expect(database.whenDurable(ts)).rejects.toThrow(StorageError);
  expect(database.isValid(reader)).toBe(false);
  expect(told).toEqual([new Set([value._id])]);
  expect(database.begin().get(table, value._id)).toBeNull();
  expect(() => database.commit(writing)).toThrow(StorageError);

  free();
  await vi.waitFor(() => expect(store.fault).toBeNull());
  const again = await database.runMutation((transaction) =>
    Promise.resolve({ value: transaction.insert(table, { n: 3 }) }),
  );
  await database.whenDurable(again.ts);
  expect(again.ts).toBeGreaterThan(ts);
  expect(must(database.begin().get(table, again.value._id), "it").n).toBe(3);
});
