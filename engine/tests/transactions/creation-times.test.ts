import { expect, test } from "vitest";
import { openDatabase } from "../../transactions/database.ts";
import type { Database } from "../../transactions/transaction-types.ts";
import { must } from "../../values/user-error.ts";
import {
  itemsOf,
  open,
  openWithItems,
  temporaryFolder,
} from "../storage/test-store.ts";
import { openItems } from "./test-database.ts";

/** Inserts some documents in one transaction; returns their creation times. */
function insertSome(database: Database, table: number): number[] {
  const transaction = database.begin();
  const times = [1, 2, 3].map(
    () => transaction.insert(table, {})._creationTime,
  );
  expect(database.commit(transaction)).not.toBeNull();
  return times;
}

const expectRising = (times: readonly number[]) =>
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));

test("[TX8] creation times strictly increase while the clock stands still or goes back", async () => {
  let now = 4_000_000_000_000;
  const { database, table } = await openItems(() => now);
  const times: number[] = [];
  for (const step of [0, 0, -60_000, 1]) {
    now += step;
    times.push(...insertSome(database, table));
  }
  expectRising(times);
  expect(times[0]).toBe(4_000_000_000_000);
  expect(must(times.at(-1), "the last")).toBeLessThan(4_000_000_000_001);
});

test("[TX8] creation times stay above the old ones after a restart with a clock that went back", async () => {
  const folder = temporaryFolder();
  const first = await openWithItems({ folder });
  const ahead = () => Date.now() + 500;
  const before = insertSome(
    openDatabase(first.store, { now: ahead }),
    first.table,
  );
  await first.store.close();
  const store = open({ folder, now: () => 0 });
  const after = insertSome(
    openDatabase(store, { now: () => 0 }),
    itemsOf(store).table,
  );
  expectRising([...before, ...after]);
});

test("[TX8] concurrent transactions share no creation time, and changes keep it", async () => {
  const { database, table } = await openItems(() => 4_000_000_000_000);
  const [a, b] = [database.begin(), database.begin()];
  const documents = [a, b, a, b].map((one) => one.insert(table, {}));
  expectRising(documents.map(({ _creationTime }) => _creationTime));
  const [first] = documents;
  const { _id, _creationTime } = must(first, "the first");
  expect(a.put(table, _id, { n: 1 }, "Update")._creationTime).toBe(
    _creationTime,
  );
});
