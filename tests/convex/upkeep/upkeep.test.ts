/** Maintenance in steps: base/data/job.ts, upkeep/maintenance.ts; docs/product.md U8, U9. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { DAY, MINUTE, NOON } from "../fake-clock.ts";
import { maintain, openApp, rows, type App } from "../open-app.ts";
import { copyRow } from "../base/tables.ts";

/** A quarter of Convex's limits for one function. */
const QUARTER = {
  ...{ databaseQueries: 1_024, documentsRead: 8_000, documentsWritten: 4_000 },
  ...{ bytesRead: 2 ** 22, bytesWritten: 2 ** 22, functionsScheduled: 250 },
};

/** Copies of a business's first ticket, each with this many events. */
async function plant(
  app: App,
  {
    businessId,
    queueId,
  }: { businessId: Id<"businesses">; queueId: Id<"queues"> },
  count: number,
  fields: (ticket: Doc<"tickets">) => Partial<Doc<"tickets">>,
  events = 0,
): Promise<void> {
  const [own, event] = await app.backend.run(
    async (ctx) =>
      [
        must(
          (await ctx.db.query("tickets").collect()).find(
            (one) => one.queueId === queueId,
          ),
          "ticket",
        ),
        must(await ctx.db.query("ticketEvents").first(), "event"),
      ] as const,
  );
  const { _id, _creationTime, ...ticket } = own;
  const { _id: _event, _creationTime: _at, ...row } = event;
  for (let done = 0; done < count; done += 50) {
    await app.backend.run(async (ctx) => {
      for (let nth = done; nth < Math.min(count, done + 50); nth += 1) {
        const copy = {
          ...ticket,
          secretHash: null,
          number: nth + 2,
          ...fields(own),
        };
        const ticketId = await ctx.db.insert("tickets", copy);
        for (let n = 0; n < events; n += 1)
          await ctx.db.insert("ticketEvents", {
            ...row,
            businessId,
            queueId,
            ticketId,
          });
      }
    });
  }
}

const left = (ticket: Doc<"tickets">) => ({
  state: {
    ...ticket.state,
    status: "cancelled" as const,
    endReason: "left" as const,
    endedAt: NOON,
  },
});

async function openShop(app: App) {
  const shop = await app.shop({ plan: "enterprise" });
  await app.join(shop.queueId);
  return shop;
}

const run = async (app: App) => await maintain(app);
const step = async (app: App, job: string, isFirst = false) =>
  await app.backend.mutation(internal.upkeep.maintenance.step, {
    job,
    isFirst,
  });
const openTicketsOf = async (app: App, businessId: Id<"businesses">) =>
  (await rows(app, "tickets")).filter(
    (one) => one.businessId === businessId && one.state.status === "waiting",
  ).length;
/** The rows that the job of this name has passed over. */
const passedBy = async (app: App, job: string) =>
  (await rows(app, "upkeepPassed")).filter((row) => row.job === job);
const quiet = () =>
  vi.spyOn(console, "error").mockImplementation(() => undefined);

test("a hundred left tickets with forty events each go after nine days, and the other jobs still run", async () => {
  const app = await openApp({ transactionLimits: QUARTER });
  const shop = await openShop(app);
  await plant(app, shop, 100, left, 40);
  const other = await openShop(app);
  vi.setSystemTime(NOON + 9 * DAY);
  await run(app);
  expect((await rows(app, "tickets")).map(({ state }) => state.status)).toEqual(
    ["expired", "expired"],
  );
  expect(await openTicketsOf(app, other.businessId)).toBe(0);
  // For each of the two that are left: joined and expired.
  expect(await rows(app, "ticketEvents")).toHaveLength(4);
});

test("maintenance reaches every row of tenants of any size, within a quarter of Convex's limits per step", async () => {
  const sizes = fc.array(
    fc.record({
      stale: fc.constantFrom(0, 1, 7, 150),
      left: fc.constantFrom(0, 1, 40),
      events: fc.constantFrom(0, 3, 130),
      requests: fc.constantFrom(0, 1, 250),
    }),
    { minLength: 1, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(sizes, async (tenants) => {
      vi.setSystemTime(NOON);
      const app = await openApp({ transactionLimits: QUARTER });
      let all = 0;
      for (const { stale, left: gone, events, requests } of tenants) {
        const shop = await openShop(app);
        await plant(app, shop, stale, () => ({}));
        await plant(
          app,
          shop,
          gone,
          left,
          Math.min(events, 2_000 / Math.max(1, gone)),
        );
        const { businessId } = shop;
        await app.backend.run(async (ctx) => {
          for (let nth = 0; nth < requests; nth += 1)
            await ctx.db.insert("deskRequests", {
              businessId,
              key: `k${nth}`,
              at: NOON,
              answer: null,
            });
        });
        all +=
          1 +
          stale +
          gone * (1 + Math.min(events, 2_000 / Math.max(1, gone))) +
          requests;
      }
      vi.setSystemTime(NOON + 9 * DAY);
      const steps = vi.spyOn(app.backend, "mutation");
      await run(app);
      expect(await rows(app, "deskRequests")).toEqual([]);
      const tickets = await rows(app, "tickets");
      expect(tickets.filter(({ state }) => state.status !== "expired")).toEqual(
        [],
      );
      expect(tickets).toHaveLength(
        tenants.reduce((sum, { stale }) => sum + 1 + stale, 0),
      );
      expect(steps.mock.calls.length).toBeLessThan(100 + all / 10);
      expect(await rows(app, "upkeepPassed")).toEqual([]);
    }),
    { seed: 23, numRuns: 6 },
  );
});

test("a business with many rows: lets the others have their turn within a few steps", async () => {
  const app = await openApp();
  const giant = await openShop(app);
  await plant(app, giant, 400, () => ({ staleAt: NOON }));
  const small = await openShop(app);
  vi.setSystemTime(NOON + DAY);
  for (let round = 0; round < 3; round += 1)
    for (const job of ["staleWaiting", "staleWaitingInTurn"])
      await step(app, job);
  expect(await openTicketsOf(app, small.businessId)).toBe(0);
  expect(await openTicketsOf(app, giant.businessId)).toBeGreaterThan(200);
});

test("a business with many rows: does not hold up the erasure of another account", async () => {
  const app = await openApp();
  const giant = await openShop(app);
  const small = await openShop(app);
  await plant(app, giant, 1_000, left);
  for (const { businessId } of [giant, small])
    await app.backend.mutation(internal.privacy.erase.begin, {
      businessId,
      by: "owner",
    });
  for (let nth = 0; nth < 4; nth += 1) await step(app, "erasures");
  const erased = await rows(app, "erasures");
  expect(erased.map(({ businessId }) => businessId)).toEqual([
    giant.businessId,
  ]);
});

/** Its business is gone, so it cannot expire. */
async function plantPoison(app: App, count: number) {
  const shop = await openShop(app);
  await plant(app, shop, count - 1, () => ({ staleAt: NOON }));
  await app.backend.run(
    async (ctx) => await ctx.db.delete("businesses", shop.businessId),
  );
  return shop;
}

test("a failure: of a row is counted and retried later, and all other rows are reached", async () => {
  const told = quiet();
  const app = await openApp();
  const poisoned = await plantPoison(app, 3);
  const other = await openShop(app);
  await plant(app, other, 60, () => ({}));
  vi.setSystemTime(NOON + DAY + MINUTE);
  await expect(run(app)).rejects.toThrow("staleWaiting (3)");
  expect(told.mock.calls.every(([line]) => String(line).length < 400)).toBe(
    true,
  );
  expect(await openTicketsOf(app, other.businessId)).toBe(0);
  expect(
    (await passedBy(app, "staleWaiting")).map(({ failures }) => failures),
  ).toEqual([1, 1, 1]);
  const shown = async () =>
    await app.backend.query(internal.upkeep.operations.product, {
      at: Date.now(),
    });
  expect((await shown()).upkeep).toContainEqual({
    job: "staleWaiting",
    failures: 0,
    rows: 3,
  });
  // Before its time the row is left alone, and rows that have become due meanwhile are not.
  await openShop(app);
  vi.setSystemTime(NOON + DAY + 3 * MINUTE);
  told.mockClear();
  await expect(run(app)).rejects.toThrow("staleWaiting (3)");
  expect(told).not.toHaveBeenCalled();
  vi.setSystemTime(NOON + DAY + 8 * MINUTE);
  await expect(run(app)).rejects.toThrow();
  const passed = await passedBy(app, "staleWaiting");
  expect(passed.map(({ failures }) => failures)).toEqual([2, 2, 2]);
  expect(passed.map(({ nextAt }) => nextAt - Date.now())).toEqual(
    [10, 10, 10].map((n) => n * MINUTE),
  );
  // Repairing the row is enough. No list needs a change.
  await app.backend.run(async (ctx) => {
    const [some] = await ctx.db.query("businesses").take(1);
    for (const ticket of await ctx.db.query("tickets").collect())
      if (ticket.businessId === poisoned.businessId)
        await ctx.db.patch("tickets", ticket._id, {
          businessId: must(some, "one")._id,
        });
  });
  vi.setSystemTime(NOON + 3 * DAY);
  await run(app);
  expect(await rows(app, "upkeepPassed")).toEqual([]);
  expect((await shown()).upkeep).toEqual([]);
});

test("a failure: of a job is retried later and later, shown, and leaves the other jobs running", async () => {
  quiet();
  const app = await openApp();
  await openShop(app);
  // Two rows instead of one: the job cannot even look.
  const [second] = await copyRow(app, "platformTotals", 1);
  const waits: number[] = [];
  vi.setSystemTime(NOON + DAY);
  for (let times = 1; times <= 6; times += 1) {
    await expect(run(app)).rejects.toThrow("older (0)");
    const row = must(
      (await rows(app, "upkeep")).find(({ job }) => job === "older"),
      "row",
    );
    expect(row.failures).toBe(times);
    waits.push((row.nextAt - Date.now()) / MINUTE);
    vi.setSystemTime(row.nextAt);
  }
  expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  const tickets = await rows(app, "tickets");
  expect(tickets.map(({ state }) => state.status)).toEqual(["expired"]);
  await app.backend.run((ctx) =>
    ctx.db.delete("platformTotals", must(second, "second")),
  );
  await run(app);
  const { upkeep } = await app.backend.query(
    internal.upkeep.operations.product,
    { at: Date.now() },
  );
  expect(upkeep).toEqual([]);
});

describe("a chain of steps", () => {
  test("is left alone while it runs, and resumes after an interruption", async () => {
    const app = await openApp();
    const shop = await openShop(app);
    await plant(app, shop, 200, () => ({}));
    vi.setSystemTime(NOON + DAY);
    expect(await step(app, "staleWaiting", true)).toBe(true);
    const after = await openTicketsOf(app, shop.businessId);
    expect(after).toBeLessThan(201);
    // The cron runs in between.
    const jobs = ["staleWaiting"];
    await app.backend.action(internal.upkeep.maintenance.run, { jobs });
    expect(await openTicketsOf(app, shop.businessId)).toBe(after);
    vi.setSystemTime(NOON + DAY + MINUTE);
    await run(app);
    expect(await openTicketsOf(app, shop.businessId)).toBe(0);
  });

  test.each([-400 * DAY, -2 * DAY, -MINUTE, 2 * DAY, 400 * DAY])(
    "ends and starts again when the clock jumps by %d ms in the middle",
    async (jump) => {
      const app = await openApp();
      const shop = await openShop(app);
      await plant(app, shop, 100, () => ({}));
      vi.setSystemTime(NOON + DAY);
      await step(app, "staleWaiting", true);
      vi.setSystemTime(NOON + DAY + jump);
      await run(app);
      for (const row of await rows(app, "upkeep")) expect(row.pass).toBeNull();
      vi.setSystemTime(NOON + DAY + Math.max(jump, 0) + 10 * MINUTE);
      await run(app);
      expect(await openTicketsOf(app, shop.businessId)).toBe(0);
    },
  );

  test("works for a second, rests for one and continues until all is done", async () => {
    const app = await openApp();
    const shop = await openShop(app);
    await plant(app, shop, 300, () => ({}));
    vi.setSystemTime(NOON + DAY);
    // A slow machine: each look at the clock is a hundred milliseconds later.
    let late = 0;
    vi.spyOn(Date, "now").mockImplementation(() => NOON + DAY + (late += 100));
    expect(await run(app)).toEqual({ more: true });
    expect(await openTicketsOf(app, shop.businessId)).toBeGreaterThan(0);
    await app.backend.finishAllScheduledFunctions(() =>
      vi.advanceTimersByTime(1_000),
    );
    expect(await openTicketsOf(app, shop.businessId)).toBe(0);
  });
});
