/**
 * The owner's reports: counts match events, undo takes them back, and the plan limits what is shown (product.md W9,
 * W10, P8).
 */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { businessOf } from "../../../convex/business/data/businesses.ts";
import { daysIn, looksIn } from "../../../convex/reports/data/periods.ts";
import { emptyDay, withJoin } from "../../../convex/queue/rules/days.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { LOOK_MS } from "../../../convex/reports/rules/lookTime.ts";
import { PART_DAYS, totalOf } from "../../../convex/reports/rules/sums.ts";
import type { Plan } from "../../../convex/base/rules/plans.ts";
import { daysBefore, weekdayOf } from "../../../convex/base/rules/timezones.ts";
import {
  newSecret,
  openApp,
  type App,
  type Shop,
  maintain,
} from "../open-app.ts";
import { MINUTE, startClockAt } from "../fake-clock.ts";
import { newQueue } from "../base/calls.ts";

/** A Friday, 09:10 in New York. */
const MORNING = Date.parse("2026-11-20T14:10:00Z");
const DAY = "2026-11-20";

startClockAt(MORNING);

async function openShop(plan: Plan = "pro") {
  const app = await openApp();
  const shop = await app.shop({ plan, timezone: "America/New_York" });
  const { owner, queueId } = shop;
  const callNext = async () => {
    const args = { queueId, requestKey: newSecret() };
    const answer = await owner.mutation(api.desk.actions.callNext, args);
    if (!answer.ok) throw new Error(answer.code);
    return answer;
  };
  const sums = async (from = DAY, to = DAY, of: string | null = null) => {
    const args = { from, to, queueId: of };
    const answer = await owner.query(api.reports.periods.sums, args);
    if (!answer.ok) throw new Error(answer.code);
    return answer;
  };
  return { app, shop, ...shop, callNext, sums };
}

const acting = (ticketId: string) => ({ ticketId, requestKey: newSecret() });

/** A day with one join, inserted directly. */
async function plantDay(app: App, shop: Shop, day: string): Promise<void> {
  const { businessId, queueId } = shop;
  const counts = withJoin(emptyDay(), 10);
  await app.backend.run(async (ctx) => {
    await ctx.db.insert("queueDays", { businessId, queueId, day, counts });
  });
}

describe("reports", () => {
  test("show what happened: by day, by hour of the shop's clock, by queue", async () => {
    const { app, owner, queueId, callNext, sums } = await openShop();
    const ana = await app.join(queueId);
    await app.join(queueId);
    const cem = await app.join(queueId);
    await app.join(queueId);
    vi.setSystemTime(MORNING + 12 * MINUTE);
    const { ticketId } = await callNext();
    await owner.mutation(api.desk.actions.serve, acting(ticketId));
    vi.setSystemTime(MORNING + 70 * MINUTE);
    await owner.mutation(api.desk.actions.done, acting(ticketId));
    await app.backend.mutation(api.reports.feedback.give, {
      secret: ana,
      rating: "great",
    });
    await app.backend.mutation(api.line.tickets.leave, { secret: cem });
    await callNext();

    const { sums: found, names } = await sums();
    const total = {
      ...{ joins: 4, waits: 2, waitMsSum: 82 * MINUTE, served: 1, services: 1 },
      ...{ serviceMsSum: 58 * MINUTE, left: 1, noShows: 0, great: 1 },
    };
    expect(found.days).toMatchObject([{ day: DAY, ...total }]);
    expect(found.queues).toMatchObject([{ queueId, ...total }]);
    expect(names).toEqual([{ queueId, name: "Haircut", letter: null }]);
    const at = (hour: number) => 24 * weekdayOf(DAY) + hour;
    const { hours } = found;
    expect(hours.joins[at(9)]).toBe(4);
    expect(hours.waits[at(9)]).toBe(1);
    expect(hours.waitMsSum[at(10)]).toBe(70 * MINUTE);
    expect(hours.served[at(10)]).toBe(1);
    expect(hours.left[at(10)]).toBe(1);
    expect(found.waitSteps[2]).toBe(1);
    expect(found.waitSteps[14]).toBe(1);
    expect(found.wholeDays).toBe(0);
  });

  test("are of the own shop, of one queue or of all, with the names of deleted ones", async () => {
    const { app, shop, owner, queueId, sums } = await openShop();
    const other = await app.shop({ plan: "pro" });
    await app.join(other.queueId);
    await app.join(queueId);
    const beard = await newQueue(owner, "Beard");
    await app.join(beard);
    await owner.mutation(api.desk.queues.remove, { queueId: beard });
    const all = await sums();
    expect(totalOf(all.sums).joins).toBe(2);
    expect(all.names.map(({ name }) => name).sort()).toEqual([
      "Beard",
      "Haircut",
    ]);
    const one = await sums(DAY, DAY, queueId);
    expect(totalOf(one.sums).joins).toBe(1);
    await plantDay(app, shop, "2026-11-19");
    const answer = await owner.query(api.reports.periods.rows, {
      from: "2026-11-19",
      to: DAY,
    });
    expect(answer.ok && answer.rows.map(({ day }) => day)).toEqual([
      "2026-11-19",
      DAY,
      DAY,
    ]);
  });

  test("of days before hours were counted have only joins by hour", async () => {
    const { app, shop, sums } = await openShop();
    const { businessId, queueId } = shop;
    const { hours: _, ...old } = withJoin(emptyDay(), 10);
    const counts = { ...old, served: 1 };
    await app.backend.run(async (ctx) => {
      const day = "2026-11-19";
      await ctx.db.insert("queueDays", { businessId, queueId, day, counts });
    });
    const found = (await sums("2026-11-19", DAY)).sums;
    const at = 24 * weekdayOf("2026-11-19") + 10;
    expect(found).toMatchObject({ wholeDays: 1, waitSteps: [] });
    expect(found.hours.joins[at]).toBe(1);
    expect(found.hours.served[at]).toBe(0);
    expect(totalOf(found).served).toBe(1);
  });

  test("on Starter go back seven days, without a file or lost customers", async () => {
    const { app, shop, owner, sums } = await openShop("starter");
    for (const ago of [0, 6, 7])
      await plantDay(app, shop, daysBefore(DAY, ago));
    const { sums: shown, day } = await sums(daysBefore(DAY, 20));
    expect(day).toBe(daysBefore(DAY, 6));
    expect(shown.days.map(({ day }) => day)).toEqual([daysBefore(DAY, 6), DAY]);
    const older = { from: daysBefore(DAY, 20), to: daysBefore(DAY, 7) };
    const refused = { ok: false, code: "notInPlan" };
    const asked = { ...older, queueId: null };
    expect(await owner.query(api.reports.periods.sums, asked)).toEqual(refused);
    expect(await owner.query(api.reports.periods.rows, older)).toEqual(refused);
    expect(await owner.query(api.reports.periods.lost, older)).toEqual(refused);
    const pro = await openShop("pro");
    await plantDay(pro.app, pro.shop, daysBefore(DAY, 20));
    expect((await pro.sums(daysBefore(DAY, 20))).sums.days).toHaveLength(1);
  });

  test("begin with the first day that has figures, of the shop or of a queue", async () => {
    const { app, shop, owner, queueId } = await openShop();
    const began = async (of: string | null) =>
      (await owner.query(api.reports.periods.began, { queueId: of })).day;
    expect(await began(null)).toBeNull();
    await plantDay(app, shop, daysBefore(DAY, 40));
    await plantDay(app, shop, daysBefore(DAY, 3));
    const beard = await newQueue(owner, "Beard");
    await app.join(beard);
    const other = await app.shop({ plan: "pro" });
    await plantDay(app, other, daysBefore(DAY, 50));
    expect(await began(null)).toBe(daysBefore(DAY, 40));
    expect(await began(queueId)).toBe(daysBefore(DAY, 40));
    expect(await began(beard)).toBe(DAY);
    const theirs = { queueId: null };
    expect(await other.owner.query(api.reports.periods.began, theirs)).toEqual({
      day: daysBefore(DAY, 50),
    });
  });

  test("are requested for a month at most; invalid ranges are refused", async () => {
    const { sums } = await openShop();
    await sums(daysBefore(DAY, PART_DAYS - 1), DAY);
    for (const [from, to] of [
      [daysBefore(DAY, PART_DAYS), DAY],
      [DAY, daysBefore(DAY, 1)],
      ["2026-02-30", DAY],
      ["", ""],
    ] as const)
      await expect(sums(from, to)).rejects.toThrow("invalidInput");
  });

  test("cost what the range holds, whatever came before it", async () => {
    const { app, shop } = await openShop();
    const { businessId, queueId } = shop;
    const cost = async () =>
      await app.backend.mutation(async (ctx) => {
        const business = await businessOf(ctx, { businessId });
        const owner = { ...ctx, business };
        const range = { from: daysBefore(DAY, 6), to: DAY };
        for (const of of [queueId, null]) {
          await daysIn(owner, "queueDays", range, of);
          await daysIn(owner, "feedbackDays", range, of);
        }
        await looksIn(owner, range);
        const used = await ctx.meta.getTransactionMetrics();
        return [used.documentsRead.used, used.databaseQueries.used];
      });
    for (let ago = 0; ago < 10; ago += 1)
      await plantDay(app, shop, daysBefore(DAY, ago));
    const young = await cost();
    for (let ago = 10; ago < 300; ago += 1)
      await plantDay(app, shop, daysBefore(DAY, ago));
    expect(await cost()).toEqual(young);
    // The business, and seven days twice.
    expect(young[0]).toBe(15);
  });

  test("show looks without a join and customers who left, with what they were shown", async () => {
    const { app, owner, businessId, queueId } = await openShop();
    const look = async () => {
      const key = newSecret();
      await app.backend.mutation(api.reports.looks.look, { businessId, key });
      return key;
    };
    await look();
    const secret = newSecret();
    const args = { queueId, secret, look: await look() };
    await app.backend.mutation(api.line.tickets.join, args);
    await app.backend.mutation(api.line.tickets.leave, { secret });
    vi.advanceTimersByTime(LOOK_MS);
    await maintain(app);
    const answer = await owner.query(api.reports.periods.lost, {
      from: DAY,
      to: DAY,
    });
    const hour = { weekday: 5, hour: 9, oneMoreSum: 0 };
    const looked = { ...hour, told: 0, looks: 2, joined: 1, left: 0 };
    // No call had happened yet, so the ticket had no estimate.
    const left = { ...hour, told: null, looks: 0, joined: 0, left: 1 };
    expect(answer).toEqual({ ok: true, cells: [looked, left] });
    expect(must(answer.ok ? answer.cells[0] : null, "cell").looks).toBe(2);
  });
});
