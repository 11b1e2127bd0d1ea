import { afterEach, expect, test, vi } from "vitest";
import { decodeId } from "../../values/ids.ts";
import type { CronSpec } from "../../scheduler/cron-schedule.ts";
import { fillDisk } from "../storage/test-store.ts";
import {
  engineFault,
  openScheduler,
  type OpenScheduler,
} from "./open-scheduler.ts";

let open: OpenScheduler;
afterEach(() => open.close());
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const every = (minutes: number, path: string, identifier = "job") => ({
  identifier,
  path,
  args: {},
  schedule: { type: "interval", minutes },
});

async function openWithNotes() {
  open = await openScheduler(
    {
      "a.js:note": {
        udfType: "Mutation",
        run: (_, __, transaction) => {
          if (transaction) open.note(transaction, "ran");
        },
      },
      "a.js:fails": {
        udfType: "Mutation",
        run: (_, __, transaction) => {
          if (transaction) open.note(transaction, "never");
          throw new Error("boom");
        },
      },
    },
    { start: false },
  );
  await open.crons.start();
}

const nextRuns = () => open.cronRows().map((row) => row["nextRun"]);

test("[SC18] a push adds, updates and deletes crons; the next run changes only with the schedule", async () => {
  open = await openScheduler({}, { start: false });
  const daily: CronSpec = {
    ...every(1, "a:b", "daily"),
    schedule: { type: "daily", hourUTC: 12, minuteUTC: 0 },
  };
  const seen = await open.deploy([daily, every(5, "a:b", "often")]);
  expect(seen).toEqual({ added: ["daily", "often"], updated: [], deleted: [] });
  const [noon] = nextRuns();
  expect(noon).toBe(Date.UTC(2026, 10, 21, 12));
  open.clock.advance(MINUTE);
  expect(
    await open.deploy([{ ...daily, args: { n: 1 } }, every(5, "a:b", "new")]),
  ).toEqual({ added: ["new"], updated: ["daily"], deleted: ["often"] });
  expect(nextRuns()[0]).toBe(noon);
  const earlier = { ...daily.schedule, hourUTC: 11 };
  await open.deploy([{ ...daily, schedule: earlier }]);
  expect(nextRuns()).toEqual([Date.UTC(2026, 10, 21, 11)]);
  const found = await open.deploy([{ ...daily, schedule: earlier }]);
  expect(found).toEqual({ added: [], updated: [], deleted: [] });
});

test("[SC19] a cron runs at its time, again and again, and skips missed runs", async () => {
  await openWithNotes();
  await open.deploy([every(1, "a.js:note")]);
  const start = open.clock.now();
  const runs = (count: number, next: number) =>
    vi.waitFor(() => {
      expect(open.notes()).toHaveLength(count);
      expect(nextRuns()).toEqual([next]);
      expect(open.clock.next).toBe(next);
    });
  await runs(1, start + MINUTE);
  open.clock.advance(MINUTE);
  await runs(2, start + 2 * MINUTE);
  open.clock.advance(10 * MINUTE);
  await runs(3, start + 12 * MINUTE);
});

test("[SC26] a cron that ran while the clock was ahead keeps its beat once it is set back, but has no second run for a small step", async () => {
  await openWithNotes();
  const daily: CronSpec = {
    ...every(1, "a.js:note", "daily"),
    schedule: { type: "daily", hourUTC: 12, minuteUTC: 0 },
  };
  await open.deploy([daily, every(5, "a.js:note")]);
  const start = open.clock.now();
  const noon = start + 2 * HOUR;
  const state = (count: number, ...next: number[]) =>
    vi.waitFor(() => {
      expect(open.notes()).toHaveLength(count);
      expect(nextRuns()).toEqual(next);
      expect(open.clock.next).toBe(Math.min(...next));
    });
  await state(1, noon, start + 5 * MINUTE);
  open.clock.advance(2 * HOUR);
  await state(3, noon + DAY, noon + 5 * MINUTE);
  open.clock.advance(-MINUTE);
  await state(3, noon + DAY, noon + 5 * MINUTE);
  open.clock.advance(-HOUR);
  await state(3, noon, noon - 55 * MINUTE);
  open.clock.advance(6 * MINUTE);
  await state(4, noon, noon - 50 * MINUTE);
});

test("[SC26] setting the clock back during a run causes no second one", async () => {
  const begun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const run = async () => {
    begun.resolve();
    await goesOn.promise;
  };
  open = await openScheduler({ "a.js:run": { udfType: "Action", run } });
  await open.crons.start();
  await open.deploy([
    { ...every(1, "a.js:run"), schedule: { type: "cron", cron: "0 12 * * *" } },
  ]);
  open.clock.advance(2 * HOUR);
  await begun.promise;
  open.clock.advance(-1);
  goesOn.resolve();
  await vi.waitFor(() =>
    expect(nextRuns()).toEqual([Date.UTC(2026, 10, 22, 12)]),
  );
});

test("[SC20] a cron that fails leaves nothing behind but the log, and is due again", async () => {
  await openWithNotes();
  await open.deploy([every(1, "a.js:fails")]);
  const next = open.clock.now() + MINUTE;
  await vi.waitFor(() => expect(nextRuns()).toEqual([next]));
  expect(open.notes()).toEqual([]);
  expect(open.errors).toEqual([expect.stringContaining("boom")]);
});

test("[SC25] a failing cron is reported with the number of runs until one succeeds or it is deleted", async () => {
  await openWithNotes();
  await open.deploy([every(1, "a.js:fails"), every(1, "a.js:fails", "other")]);
  const told = (runs: number) => [
    { cron: "job", runs },
    { cron: "other", runs },
  ];
  await vi.waitFor(() => expect(open.crons.failing).toEqual(told(1)));
  open.clock.advance(MINUTE);
  await vi.waitFor(() => expect(open.crons.failing).toEqual(told(2)));
  await open.deploy([every(1, "a.js:note")]);
  open.clock.advance(MINUTE);
  await vi.waitFor(() => expect(open.notes()).toEqual(["ran"]));
  await vi.waitFor(() => expect(open.crons.failing).toEqual([]));
});

test("[SC21] an action cron runs one at a time, marked on disk; a restart ends an interrupted run", async () => {
  let runs = 0;
  let leave = () => {};
  const functions = {
    "a.js:call": {
      udfType: "Action" as const,
      run: async () => {
        runs++;
        await new Promise<void>((resolve) => (leave = resolve));
      },
    },
  };
  open = await openScheduler(functions, { start: false });
  await open.crons.start();
  await open.deploy([every(1, "a.js:call")]);
  await vi.waitFor(() => expect(runs).toBe(1));
  expect(open.cronRows()[0]).toMatchObject({ running: true });
  const start = open.clock.now();
  open.clock.advance(5 * MINUTE);
  // A commit wakes the executor. The cron still runs only once.
  await open.deploy([every(1, "a.js:call"), every(9, "a:b", "other")]);
  expect(runs).toBe(1);
  leave();
  await vi.waitFor(() =>
    expect(open.cronRows()[0]).toMatchObject({
      running: false,
      nextRun: start + 6 * MINUTE,
    }),
  );
  // The state after a crash: the row says running, but nothing runs.
  await open.close(true);
  const { folder, clock } = open;
  open = await openScheduler(functions, { folder, clock, start: false });
  await open.change((transaction) => {
    const row = open.cronRows()[0];
    if (row === undefined) throw new Error("no row");
    const { _id, _creationTime, ...fields } = row;
    const table = decodeId(_id)?.table ?? 0;
    transaction.put(table, _id, { ...fields, running: true }, "Replace");
  });
  clock.advance(2 * MINUTE);
  await open.crons.start();
  expect(open.cronRows()[0]).toMatchObject({ running: false });
  expect(runs).toBe(1);
  expect(nextRuns()[0]).toBeGreaterThan(clock.now());
});

test("[SC22] a cron deleted while it runs stays deleted", async () => {
  let leave = () => {};
  open = await openScheduler(
    {
      "a.js:call": {
        udfType: "Action",
        run: () => new Promise<void>((resolve) => (leave = resolve)),
      },
    },
    { start: false },
  );
  await open.crons.start();
  await open.deploy([every(1, "a.js:call")]);
  await vi.waitFor(() =>
    expect(open.cronRows()[0]).toMatchObject({ running: true }),
  );
  expect(await open.deploy([])).toMatchObject({ deleted: ["job"] });
  leave();
  await open.crons.stop();
  expect(open.cronRows()).toEqual([]);
  expect(open.errors).toEqual([]);
});

test("[SC21] a run's end that the disk refuses is written when there is room, and the cron continues", async () => {
  const started: string[] = [];
  let leave = () => {};
  const waits = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => (leave = resolve));
  };
  open = await openScheduler(
    {
      "a.js:acts": { udfType: "Action", run: waits("acts") },
      "a.js:fails": {
        udfType: "Mutation",
        run: async () => {
          await waits("fails")();
          throw new Error("boom");
        },
      },
    },
    { start: false },
  );
  await open.crons.start();
  for (const name of ["fails", "acts"]) {
    started.length = 0;
    await open.deploy([every(DAY / MINUTE, `a.js:${name}`, name)]);
    await vi.waitFor(() => expect(started).toEqual([name]));
    const due = open.clock.now();
    const free = fillDisk();
    leave();
    await vi.waitFor(() =>
      expect(open.errors).toContainEqual(
        expect.objectContaining({ fault: "disk" }),
      ),
    );
    // Each retry is refused again.
    for (let again = 0; again < 3; again++) {
      const before = open.errors.length;
      open.clock.advance(5000);
      await vi.waitFor(() =>
        expect(open.errors.length).toBeGreaterThan(before),
      );
    }
    expect(started).toEqual([name]);
    free();
    // Each look takes five seconds of this clock: the next run must be far, however slow the disk is.
    await vi.waitFor(() => {
      open.clock.advance(5000);
      const next = { running: false, nextRun: due + DAY };
      expect(open.cronRows()).toEqual([expect.objectContaining(next)]);
    });
    expect(started).toEqual([name]);
    open.clock.advance(DAY);
    await vi.waitFor(() => expect(started).toEqual([name, name]));
    leave();
    await vi.waitFor(() =>
      expect(nextRuns()[0]).toBeGreaterThan(open.clock.now()),
    );
    open.errors.length = 0;
  }
});

test("[SC21] a start on a full disk works, and ends interrupted runs when there is room", async () => {
  open = await openScheduler({}, { start: false });
  await open.deploy([every(1, "a.js:call")]);
  await open.change((transaction) => {
    const [{ _id, _creationTime, ...fields } = { _id: "" }] = open.cronRows();
    const table = decodeId(_id)?.table ?? 0;
    transaction.put(table, _id, { ...fields, running: true }, "Replace");
  });
  const free = fillDisk();
  await open.crons.start();
  expect(open.cronRows()).toMatchObject([{ running: true }]);
  free();
  await vi.waitFor(() => {
    open.clock.advance(5000);
    expect(open.cronRows()).toMatchObject([{ running: false }]);
  });
});

test("[SC21] a run that a fault of the engine breaks is over", async () => {
  open = await openScheduler(
    { "a.js:call": { udfType: "Action", run: engineFault } },
    { start: false },
  );
  await open.crons.start();
  await open.deploy([every(1, "a.js:call")]);
  await vi.waitFor(() => expect(open.errors).toHaveLength(1));
  await vi.waitFor(() =>
    expect(nextRuns()).toEqual([open.clock.now() + MINUTE]),
  );
  expect(open.cronRows()).toMatchObject([{ running: false }]);
});
