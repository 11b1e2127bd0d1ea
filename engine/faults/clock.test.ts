/**
 * R5: the wall clock is set while customers join and jobs wait. It moves an hour and a day back and forth, across both
 * changes of summer time, a leap day, 1970 and 2100. Commits and ticket numbers stay in order, and jobs run once. The
 * product's own use of the clock is tested with its rules: slots and opening hours on days with a clock change
 * (tests/convex/booking/rules/slots.test.ts, tests/convex/business/rules/opening.test.ts), the month of a quota
 * (tests/convex/messages/texts.test.ts), the end of a session (tests/convex/account/sessions.test.ts).
 */
import { expect, test, vi } from "vitest";
import { openStore } from "../storage/store.ts";
import type { Store } from "../storage/storage-types.ts";
import { openDatabase } from "../transactions/database.ts";
import { must } from "../values/user-error.ts";
import { FakeClock, openScheduler } from "../tests/scheduler/open-scheduler.ts";
import { temporaryFolder } from "../tests/storage/test-store.ts";
import { times } from "./counts.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const READINGS = [
  ["the start", Date.UTC(2026, 10, 21, 10)],
  ["an hour back", Date.UTC(2026, 10, 21, 9)],
  ["an hour ahead", Date.UTC(2026, 10, 21, 11)],
  ["a day back", Date.UTC(2026, 10, 20, 10)],
  ["before summer time", Date.UTC(2026, 2, 29, 0, 59, 59, 999)],
  ["in summer time", Date.UTC(2026, 2, 29, 1)],
  ["the hour that comes twice", Date.UTC(2026, 9, 25, 0, 30)],
  ["that hour again", Date.UTC(2026, 9, 25, 1, 30)],
  ["a leap day", Date.UTC(2028, 1, 29, 23, 59, 59, 999)],
  ["the day after it", Date.UTC(2028, 2, 1)],
  ["1970", 0],
  ["2100", Date.UTC(2100, 0, 1)],
  ["1970 again", 1],
  ["the start again", Date.UTC(2026, 10, 21, 10)],
] as const;

const TABLES = {
  tables: [
    { name: "tickets", indexes: [{ name: "by_number", fields: ["number"] }] },
  ],
};

/** Customers join, several at a time, while the clock is set. The engine is stopped and started in between. */
async function joinWhileSet(rounds: number) {
  const folder = temporaryFolder();
  let reading = 0;
  const commits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const now = () => must(READINGS[reading % READINGS.length], "one")[1];
    const store = openStore({ folder, now });
    await store.changeCatalog(TABLES);
    const database = openDatabase(store, { now });
    database.onCommit(({ ts }) => commits.push(ts));
    for (let set = 0; set < READINGS.length; set++, reading++) {
      const joins = Array.from({ length: 4 }, () =>
        database.runMutation(async (transaction) => {
          const table = must(store.catalog.table("tickets"), "it").number;
          const index = must(store.catalog.index(table, "by_number"), "it");
          const all = { lower: "", upper: null };
          const last = transaction.scan(index, all, "desc").next();
          // The clock is set while these run.
          await new Promise((resolve) => setImmediate(resolve));
          const number = Number(last?.document["number"] ?? 0) + 1;
          transaction.insert(table, { number });
          return { value: number };
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
      reading++;
      for (const { ts } of await Promise.all(joins))
        await database.whenDurable(ts);
    }
    if (round === rounds - 1) return { commits, tickets: ticketsOf(store) };
    await store.close();
  }
  throw new Error("at least one round");
}

function ticketsOf(store: Store) {
  const table = must(store.catalog.table("tickets"), "it").number;
  const index = must(store.catalog.index(table, "by_number"), "it");
  const all = { lower: "", upper: null };
  const found = [...store.scan(index, all, "asc")].map(({ id }) =>
    must(store.get(table, id), "a ticket"),
  );
  void store.close();
  return found.map(({ number, _creationTime }) => ({ number, _creationTime }));
}

const disorder = (numbers: readonly number[]) =>
  numbers.filter((one, i) => i > 0 && one <= must(numbers[i - 1], "it"));

test("R5: commits and tickets keep their order when the clock is set, even across restarts", async () => {
  const rounds = times(2, 60);
  const { commits, tickets } = await joinWhileSet(rounds);
  expect(disorder(commits)).toEqual([]);
  expect(disorder(tickets.map((one) => one._creationTime))).toEqual([]);
  const joined = rounds * READINGS.length * 4;
  const seen = tickets.map(({ number }) => number);
  expect(seen).toEqual(Array.from({ length: joined }, (_, i) => i + 1));
});

test("R5: a job runs exactly once and never early, however the clock is set", async () => {
  const runs = new Map<string, number[]>();
  const clock = new FakeClock();
  const start = clock.now();
  const job = {
    udfType: "Mutation" as const,
    run: ({ name }: { name?: unknown }) => {
      const at = runs.get(String(name)) ?? [];
      runs.set(String(name), [...at, clock.now() - start]);
    },
  };
  const open = await openScheduler({ "jobs.js:run": job }, { clock });
  try {
    const delays = [0, 1, HOUR, DAY, 2 * DAY, 400 * DAY];
    for (const delay of delays)
      await open.schedule("jobs.js:run", delay, { name: `${delay}` });
    const done = () => [...runs.values()].flat().length;
    // Back to before the jobs that have run, and before any was scheduled. Then past each of them.
    const set = async (to: number, due: number) => {
      clock.advance(start + to - clock.now());
      await vi.waitFor(() => expect(done()).toBe(due));
    };
    await set(0, 1);
    await set(-DAY, 1);
    await set(2 * HOUR, 3);
    await set(-start, 3);
    await set(HOUR, 3);
    await set(3 * DAY, 5);
    await set(DAY, 5);
    await set(74 * 365 * DAY, 6);
    await set(0, 6);
    // Jobs under way end first: none of them may be a second run.
    await open.executor.stop();
    for (const delay of delays) {
      const at = runs.get(`${delay}`) ?? [];
      expect(at).toHaveLength(1);
      expect(at[0]).toBeGreaterThanOrEqual(delay);
    }
    expect(open.errors).toEqual([]);
  } finally {
    await open.close();
  }
});
