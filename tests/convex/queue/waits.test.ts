/** What customers see of their wait, from the join to the call that shows whether the estimate was right. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { encodeLine } from "../../../convex/queue/rules/line.ts";
import { spanText } from "../../../convex/queue/rules/paceCodec.ts";
import { lineRow, newSecret, rows, type App, type Shop } from "../open-app.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { press } from "../base/calls.ts";
import { openCounter } from "../desk/counter-shop.ts";
import { newPace } from "../../../convex/queue/rules/pace.ts";

const queues = api.desk.queues;

/** A shop in which people wait. */
async function openShop(people: number) {
  const settings = { whenUnmarked: "came" } as const;
  const shop = await openCounter(people, { settings });
  return {
    ...shop,
    /** Calls the next person after this many minutes. */
    callAfter: async (minutes: number) => {
      vi.advanceTimersByTime(minutes * MINUTE);
      return await shop.callNext();
    },
    pace: async () => (await lineRow(shop.app, shop.queueId)).state.pace,
  };
}

/** Gives a queue this pace, with a call a moment ago. */
async function givePace(app: App, { queueId }: Shop, minutes: number) {
  await app.backend.run(async (ctx) => {
    const line = await ctx.db
      .query("lines")
      .withIndex("by_queueId", (q) => q.eq("queueId", queueId))
      .unique();
    const { _id, state } = must(line, "line");
    const turns = spanText(minutes * MINUTE).repeat(20);
    const pace = { ...newPace(), turns, calls: [Date.now()] };
    await ctx.db.patch("lines", _id, { state: { ...state, pace } });
  });
}

test("the pace of a line: is the time between calls while customers wait", async () => {
  const { app, queueId, callAfter, pace } = await openShop(3);
  await callAfter(0);
  await callAfter(10);
  const turns = spanText(10 * MINUTE);
  expect(await pace()).toMatchObject({ turns, leftWaiting: true });
  await callAfter(0);
  // The line is empty now: what follows is not a turn.
  expect(await pace()).toMatchObject({ turns, leftWaiting: false });
  vi.advanceTimersByTime(20 * MINUTE);
  await app.join(queueId);
  await callAfter(1);
  expect((await pace()).turns).toBe(turns);
});

describe("a quote", () => {
  test("is kept with the ticket of a customer who saw it, and not of a walk-in", async () => {
    const shop = await openShop(2);
    const { app, owner, queueId } = shop;
    await givePace(app, shop, 10);
    await app.join(queueId);
    await press(owner, api.desk.actions.addWalkIn, { queueId });
    const quotes = (await rows(app, "tickets")).map(({ quote }) => quote);
    expect(quotes).toEqual([
      undefined,
      undefined,
      { low: 25, high: 35, at: NOON },
      undefined,
    ]);
  });

  test("counts from opening while the shop is closed, and is missing while it is paused", async () => {
    const shop = await openShop(1);
    const { app, owner, queueId } = shop;
    await givePace(app, shop, 10);
    vi.setSystemTime(NOON - 4 * 60 * MINUTE);
    await app.join(queueId);
    await press(owner, queues.setPause, { queueId, until: null });
    await app.join(queueId);
    const opensAt = NOON - 3 * 60 * MINUTE;
    const quotes = (await rows(app, "tickets")).map(({ quote }) => quote);
    expect(quotes).toEqual([
      undefined,
      { low: 5, high: 15, at: opensAt },
      undefined,
    ]);
  });

  test("is checked by the first call, in the day's sums and in the pace", async () => {
    const shop = await openShop(1);
    const { app, queueId, callAfter, pace } = shop;
    await givePace(app, shop, 10);
    await app.join(queueId);
    await app.join(queueId);
    const before = await pace();
    await callAfter(10);
    expect(await pace()).toMatchObject({ tails: before.tails, checks: [] });
    await callAfter(5);
    const sums = async () => must((await rows(app, "queueDays"))[0], "day");
    expect((await sums()).counts).toMatchObject({ quotes: 1, quotesRight: 1 });
    await callAfter(40);
    const checks = [{ day: "2026-11-20", quotes: 2, right: 1 }];
    expect((await pace()).checks).toEqual(checks);
    expect((await pace()).tails.high).toBeLessThan(before.tails.high);
    expect((await sums()).counts).toMatchObject({ quotes: 2, quotesRight: 1 });
  });

  test("is unchecked by undo, along with everything that the call had taught", async () => {
    const shop = await openShop(1);
    const { app, owner, queueId, callAfter, pace } = shop;
    await givePace(app, shop, 10);
    await app.join(queueId);
    await callAfter(10);
    const before = await pace();
    const sums = (await rows(app, "queueDays"))[0]?.counts;
    const { eventId } = await callAfter(60);
    expect(await pace()).not.toEqual(before);
    expect(await press(owner, api.desk.actions.undo, { eventId })).toEqual({
      ok: true,
    });
    expect(await pace()).toEqual(before);
    expect((await rows(app, "queueDays"))[0]?.counts).toEqual(sums);
  });
});

test("the line of a thousand customers at twenty chairs takes at most a kilobyte", async () => {
  const shop = await openShop(1);
  const { app, queueId } = shop;
  const calls = Array.from({ length: 20 }, (_, i) => NOON - 7_777 * (20 - i));
  await app.backend.run(async (ctx) => {
    const { _id, state } = must(await ctx.db.query("lines").first(), "line");
    // Every third of them has left again.
    const numbers = Array.from({ length: 1_500 }, (_, i) => 40 + i);
    const waiting = numbers.filter((number) => number % 3 !== 0);
    await ctx.db.patch("lines", _id, {
      chairs: 20,
      state: {
        ...state,
        waiting: encodeLine(waiting),
        waitingCount: waiting.length,
        pace: { ...newPace(), turns: spanText(9e5).repeat(200), calls },
      },
    });
  });
  const line = await app.backend.query(api.line.tickets.line, { queueId });
  expect(line).toMatchObject({ waitingCount: 1_000 });
  expect(line?.pace).toHaveLength(39);
  expect(JSON.stringify(line).length).toBeLessThanOrEqual(1_024);
});

test("joining again with the same secret gives no new quote", async () => {
  const shop = await openShop(1);
  const { app, queueId } = shop;
  await givePace(app, shop, 10);
  const secret = newSecret();
  const join = async () =>
    await app.backend.mutation(api.line.tickets.join, { queueId, secret });
  await join();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(await join()).toMatchObject({ ok: true, number: 2 });
  const [, ticket] = await rows(app, "tickets");
  expect(ticket?.quote).toMatchObject({ at: NOON });
});
