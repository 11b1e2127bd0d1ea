import { describe, expect, test } from "vitest";
import type { Transaction } from "../../transactions/transaction-types.ts";
import { must } from "../../values/user-error.ts";
import { ALL } from "../storage/test-store.ts";
import { numbersIn, openItems, prefix } from "./test-database.ts";

async function openCounter() {
  const items = await openItems();
  const [document] = await items.insert({ kind: "counter", n: 0 });
  const { _id } = must(document, "the counter");
  const read = (transaction: Transaction) =>
    Number(transaction.get(items.table, _id)?.n);
  const raise = (transaction: Transaction) => {
    const value = read(transaction) + 1;
    const fields = { kind: "counter", n: value };
    transaction.put(items.table, _id, fields, "Update");
    return Promise.resolve({ value });
  };
  return { ...items, read, raise, value: () => read(items.database.begin()) };
}

/** Longer than mutations hold each other up. */
const pause = () =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe("concurrent transactions", () => {
  test("[TX1] the second to commit after reading what the first changed is refused, without effect", async () => {
    const { database, raise, value } = await openCounter();
    const [first, second] = [database.begin(), database.begin()];
    await raise(first);
    await raise(second);
    expect(database.isValid(second)).toBe(true);
    expect(database.commit(first)).toBe(database.lastTs);
    expect(database.isValid(second)).toBe(false);
    expect(database.commit(second)).toBeNull();
    expect(value()).toBe(1);
  });

  test("[TX1] a query sees one state: after a commit between its reads, it reads again", async () => {
    const { database, table, byKind, insert } = await openItems();
    const documents = await insert({ kind: "a", n: 1 }, { kind: "b", n: 1 });
    let runs = 0;
    const { value, ts, reads } = await database.runQuery(
      async (transaction) => {
        const a = numbersIn(transaction, byKind, prefix("a"));
        if (runs++ === 0)
          await database.runMutation((both) => {
            for (const { _id, kind } of documents)
              both.put(
                table,
                _id,
                { kind: must(kind, "kind"), n: 2 },
                "Update",
              );
            return Promise.resolve({ value: null });
          });
        return [...a, ...numbersIn(transaction, byKind, prefix("b"))];
      },
    );
    expect(value).toEqual([2, 2]);
    expect(runs).toBe(2);
    expect(ts).toBe(database.lastTs);
    expect(reads.ranges.get(byKind.id)).toHaveLength(2);
  });

  test("[TX1] an error of a query or mutation that saw two states is not reported", async () => {
    const { database, read, raise } = await openCounter();
    const tearing = () => {
      let runs = 0;
      return async (transaction: Transaction) => {
        const before = read(transaction);
        if (runs++ > 0) return { value: "consistent" };
        await database.runMutation(raise);
        if (read(transaction) !== before) throw new Error("torn");
        return { value: "unchanged" };
      };
    };
    expect((await database.runMutation(tearing())).value).toBe("consistent");
    const query = await database.runQuery(tearing());
    expect(query.value).toEqual({ value: "consistent" });
  });

  test("[TX1] commits to other documents do not conflict", async () => {
    const { database, raise, insert } = await openCounter();
    const transaction = database.begin();
    await raise(transaction);
    await insert({ kind: "other", n: 1 });
    expect(database.commit(transaction)).not.toBeNull();
  });

  test("[TX4] of two that read the same and write different documents only one commits (write skew)", async () => {
    const { database, table, byKind, insert } = await openItems();
    const doctors = await insert({ kind: "on", n: 1 }, { kind: "on", n: 2 });
    const leave = doctors.map(({ _id, n }) => {
      const transaction = database.begin();
      if (numbersIn(transaction, byKind, prefix("on")).length > 1)
        transaction.put(table, _id, { kind: "off", n: n ?? null }, "Update");
      return transaction;
    });
    const outcomes = leave.map((transaction) => database.commit(transaction));
    expect(outcomes.filter((ts) => ts === null)).toHaveLength(1);
    expect(numbersIn(database.begin(), byKind, prefix("on"))).toEqual([2]);
  });

  test("[TX4] two that each insert what the other looked for do not both commit (phantom)", async () => {
    const { database, table, byKind } = await openItems();
    const book = () => {
      const transaction = database.begin();
      if (numbersIn(transaction, byKind, prefix("slot")).length === 0)
        transaction.insert(table, { kind: "slot", n: 1 });
      return transaction;
    };
    const both = [book(), book()];
    const seen = both.map((one) => database.commit(one) !== null);
    expect(seen).toEqual([true, false]);
  });
});

describe("mutations run again", () => {
  test("[TX5] until each of many increments has counted", async () => {
    const { database, read, raise, value } = await openCounter();
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        database.runMutation(async (transaction) => {
          read(transaction);
          await pause();
          return raise(transaction);
        }),
      ),
    );
    expect(value()).toBe(20);
    const seen = results.map((one) => one.value).sort((a, b) => a - b);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  test("[TX5] and the fifth attempt has priority: commits that conflict with it wait, others do not", async () => {
    const { database, raise, read, insert } = await openCounter();
    let attempts = 0;
    let rival: Promise<{ ts: number }> | undefined;
    let isRivalDone = false;
    const slow = await database.runMutation(async (transaction) => {
      attempts++;
      read(transaction);
      if (attempts < 5) {
        await database.runMutation(raise);
        return raise(transaction);
      }
      rival = database.runMutation(raise);
      void rival.then(() => (isRivalDone = true));
      await insert({ kind: "other", n: 1 });
      for (let i = 0; i < 5; i++) await pause();
      expect(isRivalDone).toBe(false);
      return raise(transaction);
    });
    expect(attempts).toBe(5);
    expect(slow.value).toBe(5);
    const { ts } = await must(rival, "the rival");
    expect(ts).toBeGreaterThan(slow.ts);
  });

  test("[TX5] and several that need priority get it one after another", async () => {
    const { database, read, raise, value } = await openCounter();
    let inner = 0;
    const stubborn = () => {
      let attempts = 0;
      return database.runMutation(async (transaction) => {
        read(transaction);
        await pause();
        if (++attempts < 5) {
          await database.runMutation(raise);
          inner++;
        }
        return raise(transaction);
      });
    };
    await Promise.all([stubborn(), stubborn(), stubborn()]);
    expect(inner).toBeGreaterThan(4);
    expect(value()).toBe(inner + 3);
  });

  test("[TX5] and an attempt that fails gives priority back", async () => {
    const { database, read, raise, value } = await openCounter();
    let attempts = 0;
    const failing = database.runMutation(async (transaction) => {
      read(transaction);
      if (++attempts < 5) await database.runMutation(raise);
      else throw new Error("on purpose");
      return { value: null };
    });
    await expect(failing).rejects.toThrow("on purpose");
    await database.runMutation(raise);
    expect(value()).toBe(5);
  });

  test("[TX5] and only the attempt that commits stores a request's answer", async () => {
    const { store, database, raise } = await openCounter();
    let attempts = 0;
    const { ts } = await database.runMutation(async (transaction) => {
      const { value } = await raise(transaction);
      if (attempts++ === 0) await database.runMutation(raise);
      const request = { sessionId: "s", requestId: 1, result: String(value) };
      return { value, request: { ...request, logLines: [] } };
    });
    expect(store.answered("s", 1)).toMatchObject({ result: "2", ts });
  });
});

test("[TX1] listeners learn of every commit in order, once it is visible", async () => {
  const { database, table, byKind, insert } = await openItems();
  const told: unknown[] = [];
  const stop = database.onCommit(({ ts, ids }) => {
    told.push([ts, ids.size, numbersIn(database.begin(), byKind, ALL)]);
  });
  await insert({ kind: "a", n: 1 });
  const first = database.lastTs;
  await insert({ kind: "a", n: 2 }, { kind: "b", n: 3 });
  expect(told).toEqual([
    [first, 1, [1]],
    [database.lastTs, 2, [1, 2, 3]],
  ]);
  stop();
  await insert({ kind: "a", n: 4 });
  expect(told).toHaveLength(2);
  expect(table).toBeGreaterThan(0);
});
