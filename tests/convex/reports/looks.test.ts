/** Looks at the waits at the door, and which of them led to a join (product.md W10). */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { businessOf } from "../../../convex/business/data/businesses.ts";
import { takeBackLook } from "../../../convex/reports/data/looks.ts";
import { grantPlan } from "../../../convex/billing/data/subscriptions.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { waitFactsOf } from "../../../convex/queue/rules/lineState.ts";
import { LOOK_MS } from "../../../convex/reports/rules/lookTime.ts";
import { newPace, paceAfterCall } from "../../../convex/queue/rules/pace.ts";
import { looksPerNetwork } from "../../../convex/base/rules/rateLimit.ts";
import { estimate } from "../../../convex/queue/rules/waitEstimate.ts";
import { lineRow, newSecret, openApp, rows, maintain } from "../open-app.ts";
import { MINUTE, startClockAt } from "../fake-clock.ts";
import { press } from "../base/calls.ts";

/** A Friday, 12:30 in London. */
const HALF_PAST = Date.parse("2026-11-20T12:30:00Z");

startClockAt(HALF_PAST);

async function openDoor() {
  const app = await openApp();
  const shop = await app.shop({ plan: "pro" });
  const { queueId, businessId } = shop;
  const look = async (key = newSecret()) => {
    await app.backend.mutation(api.reports.looks.look, { businessId, key });
    return key;
  };
  const join = async (key?: string) => {
    const secret = newSecret();
    const args = { queueId, secret, ...(key !== undefined && { look: key }) };
    return await app.backend.mutation(api.line.tickets.join, args);
  };
  /** The counts after half an hour and a maintenance run. */
  const count = async () => {
    vi.advanceTimersByTime(LOOK_MS);
    await maintain(app);
    expect(await rows(app, "looks")).toEqual([]);
    return (await rows(app, "lookDays")).map(({ day, cells }) => ({
      day,
      cells,
    }));
  };
  /** Gives the queue a call every twenty minutes, and this many people waiting. */
  const keepBusy = async (waiting: number) => {
    for (let i = 0; i < waiting; i += 1) await app.join(queueId);
    const line = await lineRow(app, queueId);
    let pace = newPace();
    for (let i = 10; i >= 0; i -= 1) {
      const at = Date.now() - i * 20 * MINUTE;
      pace = paceAfterCall(pace, { number: 1, at, waiting: 9, chairs: 1 });
    }
    await app.backend.run(async (ctx) => {
      const state = { ...line.state, pace };
      await ctx.db.patch("lines", line._id, { state });
    });
    return waitFactsOf(await lineRow(app, queueId));
  };
  return { app, ...shop, look, join, count, keepBusy };
}

describe("looks at the door", () => {
  test("are counted exactly: how many looked, and how many of them joined", async () => {
    const door = await openDoor();
    const [first] = [await door.look(), await door.look(), await door.look()];
    expect(await door.join(first)).toMatchObject({ ok: true });
    expect(await rows(door.app, "lookDays")).toEqual([]);
    const cell = { hour: 12, told: 0, looks: 3, joined: 1, oneMoreSum: 0 };
    expect(await door.count()).toEqual([{ day: "2026-11-20", cells: [cell] }]);
    await door.look();
    const later = { hour: 13, told: null, looks: 1, joined: 0, oneMoreSum: 0 };
    expect(await door.count()).toEqual([
      { day: "2026-11-20", cells: [cell, later] },
    ]);
  });

  test("count once per device, and a family's second ticket is no second look", async () => {
    const door = await openDoor();
    const key = await door.look();
    await door.look(key);
    await door.join(key);
    await door.join(key);
    const [day] = await door.count();
    expect(day?.cells).toMatchObject([{ looks: 1, joined: 1 }]);
  });

  test("record what one more chair would have shown, from the estimate itself", async () => {
    const door = await openDoor();
    const facts = await door.keepBusy(4);
    await door.look();
    const range = (chairs: number) => {
      const found = estimate({ ...facts, chairs }, 4, HALF_PAST);
      if (found?.kind !== "range") throw new Error("no range");
      return (found.low + found.high) / 2;
    };
    expect(range(2)).toBeLessThan(range(1) - 10);
    const [day] = await door.count();
    expect(day?.cells).toEqual([
      {
        hour: 12,
        told: Math.floor(range(1) / 10) * 10,
        looks: 1,
        joined: 0,
        oneMoreSum: range(2),
      },
    ]);
  });

  test("at a full queue say so; in a closed shop or a pause they have no minutes", async () => {
    vi.setSystemTime(Date.parse("2026-11-20T07:10:00Z"));
    const door = await openDoor();
    const { owner, queueId, businessId, app } = door;
    await door.look();
    vi.setSystemTime(HALF_PAST);
    await press(owner, api.desk.queues.setPause, { queueId, until: null });
    await door.look();
    await press(owner, api.desk.queues.resume, { queueId });
    await app.backend.run(async (ctx) => {
      const business = await businessOf(ctx, { businessId });
      await grantPlan(ctx, business, "starter", "admin", HALF_PAST);
    });
    for (let i = 0; i < 10; i += 1) await app.join(queueId);
    const key = await door.look();
    expect(await door.join(key)).toMatchObject({ code: "queueFull" });
    const [day] = await door.count();
    expect(day?.cells).toEqual([
      { hour: 7, told: null, looks: 1, joined: 0, oneMoreSum: 0 },
      { hour: 12, told: null, looks: 1, joined: 0, oneMoreSum: 0 },
      { hour: 12, told: "full", looks: 1, joined: 0, oneMoreSum: 0 },
    ]);
  });

  test("that led to a booking count as joined", async () => {
    const door = await openDoor();
    const look = await door.look();
    const { queueId, app } = door;
    const startsAt = Date.parse("2026-11-23T10:00:00Z");
    const args = { queueId, startsAt, secret: newSecret(), look };
    const answer = await app.backend.mutation(api.booking.bookings.book, args);
    expect(answer).toMatchObject({ ok: true });
    const [counted] = await door.count();
    expect(counted?.cells).toMatchObject([{ looks: 1, joined: 1 }]);
  });

  test("are limited per network, and hold nothing about anyone", async () => {
    const door = await openDoor();
    for (let i = 0; i < looksPerNetwork.burst + 3; i += 1) await door.look();
    const looks = await rows(door.app, "looks");
    expect(looks).toHaveLength(looksPerNetwork.burst);
    expect(Object.keys(must(looks[0], "look")).sort()).toEqual([
      ...["_creationTime", "_id", "businessId", "day", "hour", "joined", "key"],
      ...["oneMore", "told", "until"],
    ]);
    await expect(door.look("short")).rejects.toThrow("invalidInput");
    await door.app.backend.mutation(api.reports.looks.look, {
      businessId: "nobody",
      key: newSecret(),
    });
  });

  test("of a test ticket are removed without a trace, before and after they are counted", async () => {
    const door = await openDoor();
    const takeBack = async () => {
      const [ticket] = await rows(door.app, "tickets");
      await door.app.backend.run(async (ctx) => {
        await takeBackLook(ctx, must(ticket, "ticket"));
      });
    };
    await door.join(await door.look());
    await takeBack();
    expect(await rows(door.app, "looks")).toEqual([]);
    await door.app.backend.run(async (ctx) => {
      const [ticket] = await ctx.db.query("tickets").collect();
      await ctx.db.delete("tickets", must(ticket, "ticket")._id);
    });
    await door.join(await door.look());
    await door.look();
    await door.count();
    await takeBack();
    const [day] = await door.count();
    expect(day?.cells).toMatchObject([{ looks: 1, joined: 0, oneMoreSum: 0 }]);
  });
});
