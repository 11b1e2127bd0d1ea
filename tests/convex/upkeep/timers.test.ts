import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import {
  newTicketState,
  staleAt,
} from "../../../convex/queue/rules/ticketState.ts";
import {
  lineFromTickets,
  lineRow,
  rows,
  ticketOf,
  pendingJobs,
  maintain,
} from "../open-app.ts";
import { DAY, MINUTE, NOON } from "../fake-clock.ts";
import { press, granted, loseJobs, newShop } from "../base/calls.ts";
import { pass } from "../booking/booking-shop.ts";
import { openCounter } from "../desk/counter-shop.ts";

const deskApi = api.desk.actions;

describe("the no-show clock", () => {
  async function openShop(graceMinutes = 5) {
    const settings = { whenUnmarked: "missed", graceMinutes } as const;
    const shop = await openCounter(4, { settings });
    return { ...shop, secret: shop.secret(1), waiting: shop.order };
  }

  test("continues after a move to another deployment without its jobs, once and to the second", async () => {
    const { app, secret, callNext, waiting } = await openShop();
    await callNext();
    await loseJobs(app);
    vi.setSystemTime(NOON + MINUTE);
    await maintain(app);
    await maintain(app);
    await pass(app, 4 * MINUTE - 1);
    expect((await ticketOf(app, secret)).status).toBe("called");
    await pass(app, 1);
    expect(await ticketOf(app, secret)).toMatchObject({ noShows: 1 });
    expect(await waiting()).toEqual([2, 3, 1, 4]);
    // Another maintenance run records no second no-show.
    await maintain(app);
    await pass(app, 0);
    const events = await rows(app, "ticketEvents");
    expect(events.filter(({ kind }) => kind === "noShow")).toHaveLength(1);
  });

  test("is set once, however often maintenance runs, and once again after jobs were lost", async () => {
    const { app, callNext } = await openShop();
    const later = async (ms: number) => {
      await pass(app, ms);
      await maintain(app);
      await maintain(app);
    };
    const clocks = async () => (await pendingJobs(app, "noShowOver")).length;
    await later(0);
    await pass(app, 1);
    await callNext();
    for (const _ of [1, 2, 3]) await later(65_000);
    expect(await clocks()).toBe(1);
    await loseJobs(app);
    expect(await clocks()).toBe(0);
    await later(10_000);
    expect(await clocks()).toBe(0);
    await later(60_000);
    expect(await clocks()).toBe(1);
    await later(20_000);
    expect(await clocks()).toBe(1);
  });

  test("moves the customer two places back the first time and ends the ticket the second time", async () => {
    const { app, owner, secret, callNext, waiting } = await openShop();
    await callNext();
    await pass(app, 5 * MINUTE - 1);
    expect((await ticketOf(app, secret)).status).toBe("called");
    await pass(app, 1);
    expect(await waiting()).toEqual([2, 3, 1, 4]);
    expect(await ticketOf(app, secret)).toMatchObject({
      status: "waiting",
      noShows: 1,
      missedCallAt: NOON,
    });
    const [first] = await rows(app, "tickets");
    await owner.mutation(deskApi.call, {
      ticketId: first?._id ?? "",
      requestKey: "b",
    });
    await pass(app, 5 * MINUTE);
    expect(await ticketOf(app, secret)).toMatchObject({
      status: "skipped",
      endReason: "noShow",
    });
    const actors = (await rows(app, "ticketEvents"))
      .filter(({ kind }) => kind === "noShow")
      .map(({ actor }) => actor.kind);
    expect(actors).toEqual(["system", "system"]);
  });

  test("is stopped by 'on my way', by serving and by returning", async () => {
    for (const stop of ["acknowledge", "serve", "returnToQueue"] as const) {
      const { app, owner, secret, callNext } = await openShop();
      const { ticketId } = await callNext();
      if (stop === "acknowledge")
        await app.backend.mutation(api.line.tickets.acknowledge, { secret });
      else await press(owner, api.desk.actions[stop], { ticketId });
      await pass(app, 10 * MINUTE);
      expect((await ticketOf(app, secret)).noShows).toBe(0);
    }
  });

  test("of an earlier call does not end a later one", async () => {
    const { app, owner, secret, callNext } = await openShop();
    const answer = await callNext();
    await pass(app, 4 * MINUTE);
    await press(owner, deskApi.recall, { ticketId: answer.ticketId });
    await pass(app, 4 * MINUTE);
    expect((await ticketOf(app, secret)).status).toBe("called");
    await pass(app, MINUTE);
    expect((await ticketOf(app, secret)).noShows).toBe(1);
  });

  test("does not run with zero minutes", async () => {
    const { app, secret, callNext } = await openShop(0);
    await callNext();
    expect((await ticketOf(app, secret)).graceEndsAt).toBeNull();
    await pass(app, DAY);
    expect((await ticketOf(app, secret)).status).toBe("called");
  });

  test("continues after an undo of Serve", async () => {
    const { app, owner, secret, callNext } = await openShop();
    const { ticketId } = await callNext();
    await pass(app, 4 * MINUTE);
    const serve = granted(await press(owner, deskApi.serve, { ticketId }));
    await press(owner, deskApi.undo, { eventId: serve.eventId });
    expect((await ticketOf(app, secret)).graceEndsAt).toBe(NOON + 5 * MINUTE);
    await pass(app, MINUTE);
    expect((await ticketOf(app, secret)).noShows).toBe(1);
  });

  test("does nothing when its queue was deleted meanwhile", async () => {
    const { app, owner, queueId, secret, callNext } = await openShop();
    await callNext();
    await owner.mutation(api.desk.queues.remove, { queueId });
    await pass(app, 5 * MINUTE);
    expect((await ticketOf(app, secret)).endReason).toBe("queueClosed");
  });
});

describe("maintenance", () => {
  test("expires walk-ins after a day, and bookings a day after their time", async () => {
    const { app, queueId } = await newShop();
    const walkIn = await app.join(queueId);
    const wednesday = NOON + 2 * DAY;
    await app.backend.run(async (ctx) => {
      const [ticket] = await ctx.db.query("tickets").take(1);
      const [line] = await ctx.db.query("lines").take(1);
      if (ticket === undefined || line === undefined)
        throw new Error("no rows");
      const { _id, _creationTime, ...copy } = ticket;
      expect([_id, _creationTime]).toHaveLength(2);
      await ctx.db.insert("tickets", {
        ...copy,
        number: 2,
        secretHash: null,
        scheduledTime: wednesday,
        staleAt: staleAt(NOON, wednesday),
        state: newTicketState(wednesday, true),
      });
      const state = { ...line.state, lastNumber: 2, scheduledCount: 1 };
      await ctx.db.patch("lines", line._id, { state });
    });
    const expired = async () => {
      await maintain(app);
      const all = await rows(app, "tickets");
      return all.filter(({ state }) => state.status === "expired").length;
    };
    vi.setSystemTime(NOON + DAY - 1);
    expect(await expired()).toBe(0);
    vi.setSystemTime(NOON + DAY);
    expect(await expired()).toBe(1);
    expect(await ticketOf(app, walkIn)).toMatchObject({
      status: "expired",
      endReason: "stale",
    });
    vi.setSystemTime(wednesday + DAY - 1);
    expect(await expired()).toBe(1);
    vi.setSystemTime(wednesday + DAY);
    expect(await expired()).toBe(2);
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
    expect(line.state.scheduledCount).toBe(0);
  });

  test("works in steps until everything is done", async () => {
    const { app, queueId } = await newShop({ plan: "enterprise" });
    for (let i = 0; i < 130; i += 1) await app.join(queueId);
    vi.setSystemTime(NOON + DAY);
    const step = { job: "staleWaiting", isFirst: true };
    await app.backend.mutation(internal.upkeep.maintenance.step, step);
    expect((await lineRow(app, queueId)).state.waitingCount).toBe(100);
    vi.setSystemTime(NOON + DAY + MINUTE);
    await maintain(app);
    expect((await lineRow(app, queueId)).state.waitingCount).toBe(0);
  });

  test("deletes old desk answers, full rate limits and ended sessions, and nothing younger", async () => {
    const { app, queueId, owner, ownerId } = await newShop();
    await app.join(queueId);
    await owner.mutation(deskApi.callNext, { queueId, requestKey: "old" });
    await app.backend.run(async (ctx) => {
      const sessionId = await ctx.db.insert("authSessions", {
        userId: ownerId,
        expirationTime: NOON + 2 * DAY,
      });
      await ctx.db.insert("authRefreshTokens", {
        sessionId,
        expirationTime: NOON + 2 * DAY,
      });
    });
    const counts = async () => [
      (await rows(app, "deskRequests")).length,
      (await rows(app, "rateLimits")).length,
      (await rows(app, "authSessions")).length,
      (await rows(app, "authRefreshTokens")).length,
    ];
    await maintain(app);
    // The rate limits of the owner's changes, of making the queue, of the join and of the desk.
    expect(await counts()).toEqual([1, 4, 2, 1]);
    vi.setSystemTime(NOON + 2 * DAY + 1);
    await maintain(app);
    expect(await counts()).toEqual([0, 0, 1, 0]);
  });

  test("expires an open ticket that is in no line any more", async () => {
    const { app, queueId, owner } = await newShop();
    const secret = await app.join(queueId);
    const [ticket] = await rows(app, "tickets");
    await owner.mutation(api.desk.queues.remove, { queueId });
    await app.backend.run(async (ctx) => {
      if (ticket !== undefined)
        await ctx.db.patch("tickets", ticket._id, { state: ticket.state });
    });
    vi.setSystemTime(NOON + DAY);
    await maintain(app);
    expect((await ticketOf(app, secret)).status).toBe("expired");
  });
});
