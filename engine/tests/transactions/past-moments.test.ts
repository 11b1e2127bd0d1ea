import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../transactions/database.ts";
import type { Transaction } from "../../transactions/transaction-types.ts";
import type { JsonDocument, Timestamp } from "../../values/json.ts";
import { must } from "../../values/user-error.ts";
import { ALL, fillDisk, openWithItems } from "../storage/test-store.ts";
import { type Items, openItems, take } from "./test-database.ts";

type Parts = Omit<Items, "insert">;

/** What a transaction finds in `items`: by index, in both orders, by creation time and by id. */
function* found({ table, byKind, store }: Parts, transaction: Transaction) {
  const byTime = must(store.catalog.index(table, "by_creation_time"), "index");
  const byId = { table, name: "by_id" } as const;
  for (const index of [byKind, byTime, byId])
    for (const order of ["asc", "desc"] as const) {
      const scan = transaction.scan(index, ALL, order);
      const documents: JsonDocument[] = [];
      for (let step = scan.next(); step; step = scan.next()) {
        documents.push(step.document);
        yield null;
      }
      yield documents;
    }
}

const readAll = (items: Parts, transaction: Transaction) =>
  [...found(items, transaction)].filter((one) => one !== null);

/** Reads at a timestamp and runs `turn` after each document. @returns null when the result is not from that timestamp */
async function readAt(
  items: Parts,
  ts: Timestamp,
  turn: () => Promise<unknown> = () => Promise.resolve(),
) {
  const read = await items.database.runQuery(async (transaction) => {
    const all: JsonDocument[][] = [];
    for (const one of found(items, transaction)) {
      if (one !== null) all.push(one);
      await turn();
    }
    return all;
  }, ts);
  return read.ts === ts ? read.value : null;
}

type Write = readonly [verb: "insert" | "change" | "remove", which: number];
const write: fc.Arbitrary<Write> = fc.tuple(
  fc.constantFrom("insert", "change", "change", "remove"),
  fc.nat(5),
);

const commit = ({ database, table }: Parts, writes: readonly Write[]) =>
  database.runMutation((transaction) => {
    for (const [verb, which] of writes) {
      const all = take(
        transaction.scan({ table, name: "by_id" }, ALL, "asc"),
        6,
      );
      const chosen = all[which];
      const n = Number(chosen?.["n"] ?? which);
      if (verb === "insert") transaction.insert(table, { kind: "a", n });
      else if (chosen && verb === "remove")
        transaction.remove(table, chosen._id);
      else if (chosen) {
        const fields = { kind: n % 2 === 0 ? "b" : "a", n: (n + 1) % 4 };
        transaction.put(table, chosen._id, fields, "Replace");
      }
    }
    return Promise.resolve({ value: null });
  });

describe("a timestamp that was asked for", () => {
  test("[TX15] shows the state as of then, by id and in every index, whatever is committed since and meanwhile", async () => {
    const commits = fc.array(fc.array(write, { maxLength: 3 }), {
      maxLength: 12,
    });
    const items = await openItems();
    await fc.assert(
      fc.asyncProperty(commits, commits, async (before, during) => {
        await commit(items, [
          ["insert", 0],
          ["insert", 1],
        ]);
        const moments: [Timestamp, JsonDocument[][]][] = [];
        for (const writes of before) {
          const ts = items.database.keepPresent();
          moments.push([ts, readAll(items, items.database.begin())]);
          await commit(items, writes);
        }
        const left = [...during];
        for (const [ts, then] of moments) {
          const turn = () => commit(items, left.shift() ?? []);
          expect(await readAt(items, ts, turn)).toEqual(then);
        }
        while (
          take(items.database.begin().scan(items.byKind, ALL, "asc"), 1)[0]
        )
          await commit(items, [["remove", 0]]);
      }),
      { numRuns: 60 },
    );
  });

  test("[TX15] can be read until the next one is half a minute old; nothing is kept when none is asked for", async () => {
    let now = Date.now();
    const { store, ...of } = await openWithItems({ now: () => now });
    const database = openDatabase(store);
    const items = { store, database, ...of };
    const first = database.keepPresent();
    now += 3_600_000;
    // It is an hour old and still the second newest.
    await commit(items, [["insert", 0]]);
    expect(await readAt(items, first)).not.toBeNull();
    const second = database.keepPresent();
    now += 29_000;
    await commit(items, [["insert", 1]]);
    expect(await readAt(items, first)).toEqual([[], [], [], [], [], []]);
    now += 2000;
    await commit(items, [["insert", 2]]);
    expect(await readAt(items, first)).toBeNull();
    expect((await readAt(items, second))?.[0]).toHaveLength(1);
    // No reader needs it any more.
    now += 60_000;
    for (const n of [3, 4]) await commit(items, [["insert", n]]);
    const { ts: last } = await commit(items, [["insert", 5]]);
    await commit(items, [["insert", 0]]);
    expect(await readAt(items, second)).toBeNull();
    expect(await readAt(items, last)).toBeNull();
  });

  test("[TX15] is given up when too much is written", async () => {
    const items = await openItems();
    const { database, table } = items;
    const [large] = await items.insert({ text: "x".repeat(900_000) });
    const id = must(large, "document")._id;
    const ts = database.keepPresent();
    const replace = (n: number) =>
      database.runMutation((transaction) => {
        const text = String(n).padEnd(900_000);
        return Promise.resolve({
          value: transaction.put(table, id, { text }, "Replace"),
        });
      });
    for (let n = 0; n < 15; n++) await replace(n);
    expect(await readAt(items, ts)).not.toBeNull();
    for (let n = 15; n < 20; n++) await replace(n);
    expect(await readAt(items, ts)).toBeNull();
  });

  test("[TX15] is given up when the disk takes commits back, even while it is being read", async () => {
    const { store, ...of } = await openWithItems();
    const database = openDatabase(store);
    const items = { store, database, ...of };
    await store.whenDurable((await commit(items, [["insert", 0]])).ts);
    const ts = database.keepPresent();
    const free = fillDisk();
    const refused = await commit(items, [["insert", 1]]);
    const lost = store.whenDurable(refused.ts).catch(() => undefined);
    expect(await readAt(items, ts, () => lost)).toBeNull();
    expect(await readAt(items, ts)).toBeNull();
    free();
  });
});

describe("a query that waits while others write", () => {
  /** Reads all items before and after a commit, and calls `meanwhile` in between. */
  const readTwice = (items: Items, meanwhile: (attempt: number) => unknown) => {
    let attempt = 0;
    return items.database.runQuery(async (transaction) => {
      attempt += 1;
      const before = readAll(items, transaction);
      // Without an end to the commits, the test would never fail.
      if (attempt < 5) await commit(items, [["insert", 0]]);
      await meanwhile(attempt);
      return { before, after: readAll(items, transaction), attempt };
    });
  };

  test("[TX16] runs again at one moment, as of which its result is right", async () => {
    const items = await openItems();
    await items.insert({ kind: "a", n: 1 });
    const { value, ts } = await readTwice(items, () => undefined);
    expect(value.attempt).toBe(2);
    expect(value.after).toEqual(value.before);
    expect(ts).toBeLessThan(items.database.lastTs);
    // Nothing is kept for it.
    expect(await readAt(items, ts)).toBeNull();
  });

  test("[TX16] [DE10] runs once more when what all runs depend on has changed", async () => {
    const { store, table, byKind, ...of } = await openItems();
    const [mark] = await of.insert({ kind: "mark", n: 0 });
    await of.insert({ kind: "a", n: 1 });
    const id = must(mark, "mark")._id;
    const database = openDatabase(store, {
      beforeRun: (transaction) => void transaction.get(table, id),
    });
    const items = { ...of, store, table, byKind, database };
    const { value } = await readTwice(items, async (attempt) => {
      if (attempt !== 2) return;
      await database.runMutation((transaction) =>
        Promise.resolve({
          value: transaction.put(table, id, { kind: "mark", n: 2 }, "Replace"),
        }),
      );
    });
    expect(value.attempt).toBe(3);
  });
});
