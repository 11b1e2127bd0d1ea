import { expect, test } from "vitest";
import { MutationQueue } from "../../transactions/mutation-queue.ts";
import { must } from "../../values/user-error.ts";
import { openItems } from "./test-database.ts";

/** Keeps the thread busy for this many ms. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("[TX6] mutations start in order, each when the one before is over", async () => {
  const queue = new MutationQueue();
  const steps: string[] = [];
  const jobs = ["a", "b", "c"].map((name) =>
    queue.run(async () => {
      for (let i = 0; i < 3; i++) {
        steps.push(`${name}${i}`);
        await Promise.resolve();
      }
      return name;
    }),
  );
  expect(await Promise.all(jobs)).toEqual(["a", "b", "c"]);
  expect(steps.join(" ")).toBe("a0 a1 a2 b0 b1 b2 c0 c1 c2");
});

test("[TX6] a mutation that waits for something slow holds up no other", async () => {
  const queue = new MutationQueue();
  const slow = Promise.withResolvers<string>();
  const first = queue.run(() => slow.promise);
  expect(await queue.run(() => Promise.resolve("second"))).toBe("second");
  expect(await queue.run(() => Promise.resolve("third"))).toBe("third");
  slow.resolve("first");
  expect(await first).toBe("first");
});

test("[TX6] a mutation that fails rejects, and the next one runs", async () => {
  const queue = new MutationQueue();
  const failing = queue.run(() => Promise.reject(new Error("on purpose")));
  const next = queue.run(() => Promise.resolve(1));
  await expect(failing).rejects.toThrow("on purpose");
  expect(await next).toBe(1);
});

test("[TX6] many mutations let the event loop run in between", async () => {
  const queue = new MutationQueue();
  let done = 0;
  const jobs = Array.from({ length: 60 }, () =>
    queue.run(() => {
      work(1);
      done++;
      return Promise.resolve();
    }),
  );
  const doneAtTimer = await new Promise<number>((resolve) =>
    setTimeout(() => resolve(done), 1),
  );
  await Promise.all(jobs);
  expect(doneAtTimer).toBeLessThan(60);
});

test("[TX6] mutations that wait for nothing slow never conflict, however many there are", async () => {
  const { database, table, insert } = await openItems();
  const [document] = await insert({ kind: "counter", n: 0 });
  const { _id } = must(document, "the counter");
  let attempts = 0;
  await Promise.all(
    Array.from({ length: 50 }, () =>
      database.runMutation(async (transaction) => {
        attempts++;
        const n = Number(transaction.get(table, _id)?.n);
        await Promise.resolve();
        await Promise.resolve();
        transaction.put(table, _id, { kind: "counter", n: n + 1 }, "Update");
        return { value: null };
      }),
    ),
  );
  expect(database.begin().get(table, _id)?.n).toBe(50);
  expect(attempts).toBe(50);
});

test("[OB3] waiting mutations and repeated attempts are counted", async () => {
  const { database, table, insert } = await openItems();
  const [document] = await insert({ kind: "a", n: 0 });
  const { _id } = must(document, "the document");
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  // After a run of over 5 ms, as on a busy machine, the queue takes one more turn before it is idle, possibly after ours.
  await turn();
  await turn();
  expect(database).toMatchObject({ waiting: 0, conflicts: 0 });
  const raise = () =>
    database.runMutation(async (transaction) => {
      const n = Number(transaction.get(table, _id)?.n) + 1;
      // So that the other mutation starts meanwhile.
      await turn();
      await turn();
      transaction.put(table, _id, { kind: "a", n }, "Update");
      return { value: n };
    });
  const both = Promise.all([raise(), raise()]);
  expect(database.waiting).toBe(1);
  expect((await both).map(({ value }) => value)).toEqual([1, 2]);
  expect(database).toMatchObject({ waiting: 0, conflicts: 1 });
});
