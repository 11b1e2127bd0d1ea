import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { weekdayOf } from "../../../convex/base/rules/timezones.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { lineFromTickets, openApp, rows, type App } from "../open-app.ts";
import { startClockAt } from "../fake-clock.ts";
import { failsWith } from "../base/calls.ts";

const { testing } = internal.demo;
const FRIDAY = Date.parse("2026-11-20T13:30:00Z");
const HASHES = { ownerHash: "x", adminHash: "x" };
/** Older days of the demo are sums alone. */
const FIRST_WITH_TICKETS = "2026-11-06";

startClockAt(FRIDAY);

const seed = async (app: App): Promise<string[]> =>
  (await app.backend.action(testing.seedDemo, {})).lines;

let made: Promise<{ app: App; lines: string[] }> | undefined;
/** The demo of that Friday, for tests that only read. Planting it takes seconds. */
function theDemo() {
  vi.stubEnv("DEPLOYMENT_KIND", "demo");
  vi.stubEnv("SITE_URL", "https://shop.example/");
  made ??= openApp().then(async (app) => ({ app, lines: await seed(app) }));
  return made;
}

/** The state after a crash half way: the shop, and one day with its tickets. */
async function halfSeed(app: App): Promise<void> {
  await app.backend.mutation(testing.plantShop, HASHES);
  await app.backend.mutation(testing.plantPast, { daysAgo: 14, days: 1 });
}

describe("the demo", () => {
  test.each([undefined, "", "production", "Demo", "prod"])(
    "is refused on a deployment of kind %j",
    async (kind) => {
      vi.stubEnv("DEPLOYMENT_KIND", kind);
      const app = await openApp();
      for (const outcome of await Promise.allSettled([
        seed(app),
        app.backend.mutation(testing.plantShop, HASHES),
        app.backend.mutation(testing.plantPast, { daysAgo: 1, days: 1 }),
        app.backend.mutation(testing.plantToday, {}),
        app.backend.mutation(testing.reset, {}),
      ]))
        expect(outcome).toMatchObject({
          status: "rejected",
          reason: { data: { code: "wrongDeployment" } },
        });
      expect(await rows(app, "users")).toEqual([]);
    },
  );

  test("is a shop with three queues, a past, customers now, an owner and an admin", async () => {
    const { app, lines } = await theDemo();
    const business = must((await rows(app, "businesses"))[0], "business");
    expect(business).toMatchObject({
      name: "Fade & Fortune",
      isDemo: true,
      plan: "pro",
    });
    expect(lines).toEqual([
      "Demo owner:     owner@demo.yourturn.example / Demo-Owner-1!",
      "Demo admin:     admin@demo.yourturn.example / Demo-Admin-1!",
      `Demo join page: https://shop.example/join?b=${business._id}`,
    ]);
    expect(await rows(app, "admins")).toHaveLength(1);
    const list = await app.backend.query(api.desk.queues.publicList, {
      businessId: business._id,
    });
    expect(list.map(({ name }) => name)).toEqual([
      "Beard trim",
      "Haircut",
      "Kids' cut",
    ]);
    for (const queue of list) {
      expect(queue.waitingCount).toBeGreaterThan(1);
      expect(queue.servingCount).toBe(1);
      expect(queue.pace, `${queue.name} has a pace`).not.toBeNull();
    }
    // Nine Sundays in nine weeks, three queues, and today.
    expect(await rows(app, "queueDays")).toHaveLength(54 * 3 + 3);
    const tickets = await rows(app, "tickets");
    expect(tickets.length).toBeGreaterThan(450);
    // At half past one, 14:00 is the first free time. On Saturday it is 09:00.
    const booked = tickets.flatMap(({ state }) =>
      state.isScheduled ? [new Date(state.orderAt).toISOString()] : [],
    );
    expect(booked).toEqual([
      "2026-11-20T14:30:00.000Z",
      "2026-11-20T16:00:00.000Z",
      "2026-11-21T10:00:00.000Z",
      "2026-11-21T10:30:00.000Z",
      "2026-11-21T12:30:00.000Z",
    ]);
    for (const line of await rows(app, "lines"))
      expect(line.state).toEqual(await lineFromTickets(app, line));
    const numbers = tickets.map(
      (t) => `${t.queueId} ${t.generation} ${t.number}`,
    );
    expect(new Set(numbers).size).toBe(numbers.length);

    const texts = await rows(app, "smsMessages");
    expect(texts.map(({ state }) => state)).toContain("failed");
    expect(texts.every(({ body }) => !body.includes("{{"))).toBe(true);
    expect((await rows(app, "smsMonths"))[0]?.used).toBe(37);
    // Only people who still wait have a number, so alerts text no one else.
    const reachable = tickets.filter(({ phone }) => phone !== null);
    expect(reachable.map(({ state }) => state.status)).toEqual(
      Array(reachable.length).fill("waiting"),
    );
    expect(reachable.length).toBeGreaterThan(2);
  });

  test("has the waits of the last hour, and is open on the day it is made", async () => {
    vi.stubEnv("DEPLOYMENT_KIND", "demo");
    vi.setSystemTime(new Date("2026-11-22T13:30:00Z"));
    const app = await openApp();
    await seed(app);
    const business = must((await rows(app, "businesses"))[0], "business");
    expect(business.operatingHours).toMatchObject({
      "0": { start: "09:00", end: "20:00" },
      "1": null,
    });
    expect(
      new Set((await rows(app, "queueDays")).map(({ day }) => weekdayOf(day))),
    ).toEqual(new Set([0, 2, 3, 4, 5, 6]));
    for (const { samples } of await rows(app, "waitSamples")) {
      expect(samples).toHaveLength(60);
      expect(samples.at(-1)?.count).toBeGreaterThan(1);
      expect(samples.at(-1)?.waitMsSum).toBeGreaterThan(10 * 60_000);
    }
  });

  test("has daily sums that match its events", async () => {
    const { app } = await theDemo();
    const events = await rows(app, "ticketEvents");
    const days = (await rows(app, "queueDays")).filter(
      ({ day }) => day >= FIRST_WITH_TICKETS,
    );
    const sum = (of: (counts: (typeof days)[number]["counts"]) => number) =>
      days.reduce((total, { counts }) => total + of(counts), 0);
    const count = (kind: string) =>
      events.filter((event) => event.kind === kind).length;
    expect(sum(({ joins }) => joins)).toBe(count("join"));
    expect(sum(({ calls }) => calls)).toBe(count("call"));
    expect(sum(({ served }) => served)).toBe(count("complete"));
    expect(sum(({ left }) => left)).toBe(count("leave"));
    expect(sum(({ waitMsSum }) => waitMsSum)).toBeGreaterThan(0);
    const rated = (await rows(app, "tickets")).filter(
      ({ feedback }) => feedback !== undefined,
    );
    const said = (await rows(app, "feedbackDays"))
      .filter(({ day }) => day >= FIRST_WITH_TICKETS)
      .map(({ counts }) => counts.great + counts.ok + counts.notGood);
    expect(rated.length).toBe(said.reduce((sum, n) => sum + n, 0));
    // Enough weeks for a month in the reports and the month before.
    expect(await rows(app, "lookDays")).toHaveLength(54);
  });

  test("makes nothing twice, in a second run or after a crash half way; a reset empties a test deployment, and only that", async () => {
    vi.stubEnv("DEPLOYMENT_KIND", "demo");
    const app = await openApp();
    await halfSeed(app);
    const lines = await seed(app);
    const before = await rows(app, "tickets");
    expect(await seed(app)).toEqual(lines);
    expect(await rows(app, "tickets")).toEqual(before);
    expect(await rows(app, "queueDays")).toHaveLength(54 * 3 + 3);
    expect(await rows(app, "businesses")).toHaveLength(1);
    const reset = () => app.backend.mutation(testing.reset, {});
    await failsWith(reset(), "wrongDeployment");
    vi.stubEnv("DEPLOYMENT_KIND", "test");
    for (let steps = 1; !(await reset()).done; steps += 1)
      expect(steps).toBeLessThan(10);
    for (const table of ["users", "tickets", "ticketEvents", "lines"] as const)
      expect(await rows(app, table)).toEqual([]);
  });
});
