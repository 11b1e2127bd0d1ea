import { cpSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { decodeId } from "../../values/ids.ts";
import { fillDisk } from "../storage/test-store.ts";
import {
  engineFault,
  openScheduler,
  type OpenScheduler,
  type ToyFunction,
} from "./open-scheduler.ts";

const HOUR = 3_600_000;
let open: OpenScheduler;
afterEach(() => open.close());

/** A function that reports its start and waits until the test releases it. */
function gate() {
  let enter = () => {};
  let leave = () => {};
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const left = new Promise<void>((resolve) => (leave = resolve));
  return {
    entered,
    open: () => leave(),
    pass: async () => {
      enter();
      await left;
    },
  };
}

const mutation = (run: ToyFunction["run"]): ToyFunction => ({
  udfType: "Mutation",
  run,
});
const action = (run: ToyFunction["run"]): ToyFunction => ({
  udfType: "Action",
  run,
});

const succeeded = (id: string) =>
  vi.waitFor(() => expect(open.stateOf(id)).toEqual({ kind: "success" }));
const failedWith = (id: string, error: string) =>
  vi.waitFor(() => expect(open.stateOf(id)).toEqual({ kind: "failed", error }));

test("[SC7] a scheduled mutation runs when it is due, not before, and its row has the backend's shape", async () => {
  open = await openScheduler({
    "a.js:note": mutation((args, _, transaction) => {
      if (transaction) open.note(transaction, String(args["text"]));
    }),
  });
  const id = await open.schedule("a.js:note", 5000, { text: "hello" });
  const scheduledTime = open.clock.now() + 5000;
  expect(open.job(id)).toEqual({
    _id: id,
    _creationTime: expect.any(Number) as number,
    name: "a.js:note",
    args: [{ text: "hello" }],
    scheduledTime,
    state: { kind: "pending" },
  });
  open.clock.advance(4999);
  await vi.waitFor(() => expect(open.clock.next).toBe(scheduledTime));
  expect(open.notes()).toEqual([]);
  open.clock.advance(1);
  await succeeded(id);
  expect(open.notes()).toEqual(["hello"]);
  expect(open.job(id)).toMatchObject({
    scheduledTime,
    completedTime: open.clock.now(),
  });
});

test("[SC8] a mutation's completion commits with its writes: a conflict repeats both, an error keeps neither", async () => {
  let runs = 0;
  open = await openScheduler({
    "a.js:twice": mutation(async (_, id, transaction) => {
      if (transaction === null) return;
      open.note(transaction, `run ${++runs}`);
      // The first attempt loses against another commit that touches its own row.
      if (runs === 1) await open.change((other) => touch(other, id));
    }),
    "a.js:fails": mutation((_, __, transaction) => {
      if (transaction) open.note(transaction, "never");
      throw new Error("boom");
    }),
  });
  const touch = (
    transaction: Parameters<OpenScheduler["note"]>[0],
    id: string | null,
  ) => {
    const row = open.job(id ?? "");
    if (row === null) throw new Error("no row");
    const { _id, _creationTime, ...fields } = row;
    const touched = { ...fields, args: [{ touched: true }] };
    transaction.put(tableOf(_id), _id, touched, "Replace");
  };
  const twice = await open.schedule("a.js:twice");
  await succeeded(twice);
  expect(open.notes()).toEqual(["run 2"]);
  const fails = await open.schedule("a.js:fails");
  await failedWith(fails, "Uncaught Error: boom");
  expect(open.notes()).toEqual(["run 2"]);
});

test("[SC9] a mutation sees itself in progress, and others do not", async () => {
  const seen: unknown[] = [];
  const waiting = gate();
  open = await openScheduler({
    "a.js:look": mutation(async (_, id, transaction) => {
      seen.push(transaction?.get(tableOf(id ?? ""), id ?? "")?.["state"]);
      await waiting.pass();
    }),
  });
  const id = await open.schedule("a.js:look");
  await waiting.entered;
  expect(open.stateOf(id)).toEqual({ kind: "pending" });
  waiting.open();
  await succeeded(id);
  expect(seen).toEqual([{ kind: "inProgress" }]);
});

test("[SC10] an action is marked in progress on disk before it runs; a crash makes it failed, never run again", async () => {
  const waiting = gate();
  let runs = 0;
  const functions = {
    "a.js:call": action(async () => {
      runs++;
      await waiting.pass();
    }),
  };
  const first = await openScheduler(functions);
  open = first;
  const id = await first.schedule("a.js:call");
  await waiting.entered;
  expect(first.stateOf(id)).toEqual({ kind: "inProgress" });
  // Copies the folder in one go, as kill -9 leaves it, then closes the store.
  const { folder, clock } = first;
  const copy = `${folder}-crashed`;
  cpSync(folder, copy, {
    recursive: true,
    filter: (source) => !source.endsWith("engine.lock"),
  });
  waiting.open();
  await first.close();
  open = await openScheduler(functions, { folder: copy, clock });
  expect(open.stateOf(id)).toEqual({
    kind: "failed",
    error: "Transient error while executing action",
  });
  expect(open.job(id)?.["completedTime"]).toBe(clock.now());
  const next = await open.schedule("a.js:call");
  await succeeded(next);
  expect(runs).toBe(2);
});

test("[SC10] an action's end that the disk refuses is recorded once the disk writes again, and it does not run again", async () => {
  const waiting = gate();
  let runs = 0;
  open = await openScheduler({
    "a.js:call": action(async () => {
      runs++;
      await waiting.pass();
    }),
  });
  const id = await open.schedule("a.js:call");
  await waiting.entered;
  const free = fillDisk();
  waiting.open();
  await vi.waitFor(() => expect(open.errors).not.toEqual([]));
  expect(open.stateOf(id)).toEqual({ kind: "inProgress" });
  free();
  await vi.waitFor(() => {
    open.clock.advance(15_000);
    expect(open.stateOf(id)).toEqual({ kind: "success" });
  });
  expect(runs).toBe(1);
});

test("[SC10] an action that a fault of the engine ends is failed", async () => {
  open = await openScheduler({ "a.js:call": action(engineFault) });
  const id = await open.schedule("a.js:call");
  await failedWith(id, "Transient error while executing action");
  // Logged once the end is on disk.
  await vi.waitFor(() => expect(open.errors).toHaveLength(1));
});

test("[SC11] an action that throws is failed and not repeated", async () => {
  let runs = 0;
  open = await openScheduler({
    "a.js:call": action(() => {
      runs++;
      throw new Error("no answer");
    }),
  });
  const id = await open.schedule("a.js:call");
  await failedWith(id, "Uncaught Error: no answer");
  open.clock.advance(HOUR);
  const next = await open.schedule("a.js:call", 0);
  await failedWith(next, "Uncaught Error: no answer");
  expect(runs).toBe(2);
});

test("[SC12] a canceled job does not run, and canceling one that is over changes nothing", async () => {
  open = await openScheduler({
    "a.js:note": mutation((_, __, transaction) => {
      if (transaction) open.note(transaction, "ran");
    }),
  });
  const canceled = await open.schedule("a.js:note", 1000);
  const runs = await open.schedule("a.js:note", 1000);
  await open.cancel(canceled);
  expect(open.job(canceled)).toMatchObject({
    state: { kind: "canceled" },
    completedTime: open.clock.now(),
  });
  open.clock.advance(1000);
  await succeeded(runs);
  await open.cancel(runs);
  expect(open.stateOf(runs)).toEqual({ kind: "success" });
  expect(open.stateOf(canceled)).toEqual({ kind: "canceled" });
  expect(open.notes()).toEqual(["ran"]);
});

test("[SC13] a canceled action that runs continues and stays canceled; jobs it then schedules are canceled at once", async () => {
  const waiting = gate();
  let ran = false;
  let child = "";
  open = await openScheduler({
    "a.js:parent": action(async (_, id) => {
      await waiting.pass();
      child = await open.schedule("a.js:child", 0, {}, id);
    }),
    "a.js:child": mutation(() => {
      ran = true;
    }),
  });
  const parent = await open.schedule("a.js:parent");
  await waiting.entered;
  await open.cancel(parent);
  expect(open.stateOf(parent)).toEqual({ kind: "canceled" });
  waiting.open();
  await vi.waitFor(() => expect(child).not.toBe(""));
  expect(open.job(child)).toMatchObject({
    state: { kind: "canceled" },
    completedTime: open.clock.now(),
  });
  await open.executor.stop();
  expect(open.stateOf(parent)).toEqual({ kind: "canceled" });
  expect(ran).toBe(false);
});

test("[SC14] eight jobs run at once; another starts when one ends, the earliest due first", async () => {
  const gates = new Map<number, ReturnType<typeof gate>>();
  const started: number[] = [];
  for (let n = 0; n < 10; n++) gates.set(n, gate());
  open = await openScheduler({
    "a.js:wait": action(async ({ n }) => {
      started.push(Number(n));
      await gates.get(Number(n))?.pass();
    }),
  });
  for (let n = 9; n >= 0; n--)
    await open.schedule("a.js:wait", 1000 + n, { n });
  open.clock.advance(2000);
  await Promise.all([...gates.values()].slice(0, 8).map((g) => g.entered));
  expect(started.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  gates.get(3)?.open();
  await gates.get(8)?.entered;
  expect(started).toHaveLength(9);
  for (const g of gates.values()) g.open();
  await gates.get(9)?.entered;
});

test("[SC14] many slow jobs of one function do not hold up another's, though they were due earlier", async () => {
  const waiting = gate();
  const started: string[] = [];
  open = await openScheduler({
    "a.js:slow": action(async ({ n }) => {
      started.push(`slow ${String(n)}`);
      if (n !== 0) await waiting.pass();
    }),
    "a.js:other": action(() => void started.push("other")),
  });
  for (let n = 0; n < 200; n++)
    await open.schedule("a.js:slow", 1000 + n, { n });
  for (let n = 0; n < 3; n++) await open.schedule("a.js:other", 1500);
  open.clock.advance(2000);
  try {
    await vi.waitFor(() =>
      expect(started.filter((one) => one === "other")).toHaveLength(3),
    );
    // Beside nothing else, they get all places.
    await vi.waitFor(() =>
      expect(started.filter((one) => one !== "other").toSorted()).toEqual(
        Array.from({ length: 9 }, (_, n) => `slow ${n}`),
      ),
    );
    expect(open.executor.running).toBe(8);
  } finally {
    waiting.open();
  }
  await vi.waitFor(() => expect(started).toHaveLength(203));
});

test("[SC15] pending jobs survive a restart and run at their time", async () => {
  const functions = (ran: string[]) => ({
    "a.js:note": mutation(({ text }) => void ran.push(String(text))),
  });
  const before: string[] = [];
  open = await openScheduler(functions(before));
  const overdue = await open.schedule("a.js:note", 1000, { text: "overdue" });
  const later = await open.schedule("a.js:note", 9000, { text: "later" });
  await open.close(true);
  const { folder, clock } = open;
  clock.advance(5000);
  const after: string[] = [];
  open = await openScheduler(functions(after), { folder, clock });
  await succeeded(overdue);
  expect(after).toEqual(["overdue"]);
  clock.advance(4000);
  await succeeded(later);
  expect([before, after]).toEqual([[], ["overdue", "later"]]);
});

test("[SC16] a job that cannot run fails with the reason: a missing function, or a query", async () => {
  open = await openScheduler({
    "a.js:query": { udfType: "Query", run: () => {} },
  });
  const missing = await open.schedule("a.js:missing");
  const query = await open.schedule("a.js:query");
  await vi.waitFor(() => {
    expect(open.stateOf(missing)).toEqual({
      kind: "failed",
      error:
        "Could not find function for 'a:missing'. Did you forget to run `npx convex dev`?",
    });
    expect(open.stateOf(query)).toMatchObject({
      kind: "failed",
      error: expect.stringContaining(
        "is defined as a Query. Only Mutation and Action can be scheduled.",
      ) as string,
    });
  });
});

test("[SC17] rows are kept for seven days after their end and then removed in batches", async () => {
  open = await openScheduler({ "a.js:nop": mutation(() => {}) });
  const old = await Promise.all(
    Array.from({ length: 300 }, () => open.schedule("a.js:nop")),
  );
  await vi.waitFor(() =>
    expect(old.every((id) => isSuccess(open.stateOf(id)))).toBe(true),
  );
  open.clock.advance(7 * 24 * HOUR);
  const pending = await open.schedule("a.js:nop", 2 * HOUR);
  open.cleanUp.start();
  // It has looked, and looks again in an hour.
  const next = open.clock.now() + HOUR;
  await vi.waitFor(() => expect(open.clock.next).toBe(next));
  expect(open.count()).toBe(301);
  open.clock.advance(HOUR);
  await vi.waitFor(() => {
    // Batches are 50 ms apart.
    open.clock.advance(50);
    expect(open.count()).toBeLessThanOrEqual(1);
  });
  expect(open.job(pending)).not.toBeNull();
});

const isSuccess = (state: unknown) =>
  JSON.stringify(state) === '{"kind":"success"}';

/** All ids of these tests belong to one table. */
function tableOf(id: string): number {
  const decoded = decodeId(id);
  if (decoded === null) throw new Error(`no id: ${id}`);
  return decoded.table;
}
