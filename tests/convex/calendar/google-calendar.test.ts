/**
 * Bookings in a connected Google calendar, and its busy times, over HTTP. Google's own client talks to the stand-in,
 * which can be slow, fail, or report a failure after it has written.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { at } from "../booking/booking-shop.ts";
import { openGoogleShop, type GoogleShop } from "./google-shop.ts";
import { rows, granted } from "../open-app.ts";
import { press, jobsOf, newQueue } from "../base/calls.ts";
import { copyRow } from "../base/tables.ts";
import { getFunctionName as nameOf } from "convex/server";
import { DAY, HOUR, MINUTE, NOON } from "../fake-clock.ts";

const { actions } = api.desk;
let shop: GoogleShop;
beforeEach(async () => {
  shop = await openGoogleShop();
});
afterEach(() => shop.close());

const backend = () => shop.app.backend;
const clock = (text: string) => `2026-11-20T${text}:00Z`;
const busy = (start: string, end: string) => ({
  start: clock(start),
  end: clock(end),
});

/** Moves the clock and runs everything due, as maintenance does. */
async function later(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await shop.settle();
  await backend().action(internal.upkeep.maintenance.run, {});
  await shop.settle();
}

const writes = async (): Promise<number> =>
  (await jobsOf(shop.app)).filter(
    ({ name }) => name === nameOf(internal.calendar.googleCalls.write),
  ).length;

async function look(): Promise<void> {
  vi.advanceTimersByTime(3 * MINUTE);
  await backend().mutation(api.booking.slots.look, { queueId: shop.queueId });
  await shop.settle();
}

describe("[K3] events follow bookings", () => {
  beforeEach(async () => void (await shop.connect()));

  test("when booked, moved by the customer and by staff, renamed, cancelled, and restored by undo", async () => {
    const secret = await shop.book(at("14:00"));
    await shop.settle();
    expect(await shop.events()).toEqual(["14:00-14:30 #1 Booked · Haircut"]);
    await shop.move(secret, at("15:00"));
    await shop.settle();
    expect(await shop.events()).toEqual(["15:00-15:30 #1 Booked · Haircut"]);
    const ticketId = must((await rows(shop.app, "tickets"))[0], "ticket")._id;
    const { owner } = shop;
    const to = { ticketId, startsAt: at("16:00") };
    await press(owner, api.booking.appointments.move, to);
    await press(owner, actions.edit, { ticketId, name: "Zoë <b>" });
    await shop.settle();
    expect(await shop.events()).toEqual(["16:00-16:30 #1 Zoë <b> · Haircut"]);
    const removed = granted(await press(owner, actions.remove, { ticketId }));
    await shop.settle();
    expect(await shop.events()).toEqual([]);
    await press(owner, actions.undo, { eventId: removed.eventId });
    await shop.settle();
    expect(await shop.events()).toEqual(["16:00-16:30 #1 Zoë <b> · Haircut"]);
    // Always the same event.
    expect(await shop.allEvents()).toHaveLength(1);
  });

  test("an early call frees the time, a kept booking stays as a record, and walk-ins have no event", async () => {
    await shop.book(at("14:00"));
    await shop.book(at("15:00"));
    await shop.app.join(shop.queueId);
    await shop.settle();
    const tickets = await rows(shop.app, "tickets");
    const called = { ticketId: must(tickets[1], "ticket")._id };
    await press(shop.owner, actions.callNow, called);
    await shop.settle();
    expect(await shop.events()).toEqual(["14:00-14:30 #1 Booked · Haircut"]);
    await later(at("14:00") - Date.now());
    const ticketId = must(tickets[0], "ticket")._id;
    await press(shop.owner, actions.call, { ticketId });
    await press(shop.owner, actions.done, { ticketId });
    await shop.settle();
    expect(await shop.events()).toEqual(["14:00-14:30 #1 Booked · Haircut"]);
    expect(await shop.allEvents()).toHaveLength(2);
  });

  test("a reset removes them all, and a week after its time no row of an event is kept", async () => {
    await shop.book(at("14:00"));
    await shop.book(at("15:00"));
    await shop.settle();
    const before = await writes();
    await press(shop.owner, actions.reset, { queueId: shop.queueId });
    await shop.settle();
    // One run for all changes of one action.
    expect((await writes()) - before).toBe(1);
    expect(await shop.events()).toEqual([]);
    expect(await rows(shop.app, "calendarEvents")).toEqual([]);
    await shop.book(at("14:00"));
    await shop.settle();
    await later(8 * DAY);
    expect(await rows(shop.app, "calendarEvents")).toEqual([]);
    expect(await shop.events()).toHaveLength(1);
  });
});

test("[K3] a newly connected calendar gets all upcoming bookings, of every queue, and none twice", async () => {
  const colour = await newQueue(shop.owner, "Colour");
  await shop.book(at("14:00"));
  await shop.book(at("14:00"), colour);
  await shop.connect();
  const both = [
    "14:00-14:30 C1 Booked · Colour",
    "14:00-14:30 H1 Booked · Haircut",
  ];
  expect(await shop.events()).toEqual(both);
  await shop.connect();
  expect(await shop.events()).toEqual(both);
  expect(await shop.allEvents()).toHaveLength(2);
});

test("[K3] a newly connected calendar gets more bookings of one time than a batch holds", async () => {
  await shop.connect();
  await shop.book(at("14:00"));
  await copyRow(shop.app, "tickets", 150);
  await shop.switches({ failWith: 503 });
  await backend().mutation(internal.calendar.sync.fill, {
    ...{ businessId: shop.businessId, since: NOON },
  });
  await shop.settle();
  expect(await rows(shop.app, "calendarEvents")).toHaveLength(151);
});

test("[K3] a filling job of an earlier version, which was late in one queue, begins again", async () => {
  await shop.connect();
  await shop.book(at("14:00"));
  await shop.settle();
  for (const { _id } of await rows(shop.app, "calendarEvents"))
    await shop.app.backend.run((ctx) => ctx.db.delete("calendarEvents", _id));
  await backend().mutation(internal.calendar.sync.fill, {
    ...{ businessId: shop.businessId, since: at("16:00"), queue: 0 },
  });
  await shop.settle();
  expect(await rows(shop.app, "calendarEvents")).toHaveLength(1);
});

describe("[K3] when Google fails", () => {
  beforeEach(async () => void (await shop.connect()));

  test("the booking stands, the owner sees the trouble, and the event is written as soon as possible", async () => {
    await shop.switches({ failWith: 503 });
    await shop.book(at("14:00"));
    await shop.settle();
    expect(await shop.status()).toMatchObject({ trouble: "unreachable" });
    expect(await shop.events()).toEqual([]);
    await later(MINUTE);
    expect(await shop.events()).toEqual([]);
    await shop.switches({});
    await later(HOUR);
    expect(await shop.events()).toHaveLength(1);
    expect(await shop.status()).toMatchObject({ trouble: null });
  });

  test("lost answers make no second event", async () => {
    await shop.switches({ loseAnswers: true });
    const secret = await shop.book(at("14:00"));
    await shop.settle();
    await later(HOUR);
    await shop.switches({});
    await later(HOUR);
    expect(await shop.events()).toHaveLength(1);
    expect(await shop.allEvents()).toHaveLength(1);
    await shop.switches({ loseAnswers: true });
    await backend().mutation(api.line.tickets.leave, { secret });
    await shop.settle();
    await shop.switches({});
    await later(HOUR);
    expect(await shop.events()).toEqual([]);
    expect(await rows(shop.app, "calendarEvents")).toEqual([]);
  });

  test("a removal that fails is retried", async () => {
    const secret = await shop.book(at("14:00"));
    await shop.settle();
    await shop.switches({ failWith: 503 });
    await backend().mutation(api.line.tickets.leave, { secret });
    await shop.settle();
    await shop.switches({});
    expect(await shop.events()).toHaveLength(1);
    await later(HOUR);
    expect(await shop.events()).toEqual([]);
  });

  test("a change during a write is written too, and last", async () => {
    await shop.switches({ delayMs: 100 });
    const secret = await shop.book(at("14:00"));
    await vi.waitFor(async () => {
      const [row] = await rows(shop.app, "calendarConnections");
      expect(row?.writingUntil).toBeGreaterThan(0);
    });
    await shop.move(secret, at("15:00"));
    await shop.move(secret, at("16:00"));
    await shop.settle();
    expect(await shop.events()).toEqual(["16:00-16:30 #1 Booked · Haircut"]);
    expect(await rows(shop.app, "calendarEvents")).toMatchObject([
      { failures: 0 },
    ]);
  });

  test("an interrupted run starts again, and none starts while one is running", async () => {
    const [row] = await rows(shop.app, "calendarConnections");
    const { _id, businessId } = must(row, "connection");
    const writingUntil = Date.now() + 5 * MINUTE;
    await backend().run(async (ctx) => {
      await ctx.db.patch("calendarConnections", _id, { writingUntil });
    });
    await shop.book(at("14:00"));
    await shop.settle();
    await backend().action(internal.calendar.googleCalls.write, { businessId });
    expect(await shop.events()).toEqual([]);
    await later(6 * MINUTE);
    expect(await shop.events()).toHaveLength(1);
  });

  test("an event that was deleted for good gets another id; a refused one is given up and reported", async () => {
    await shop.book(at("14:00"));
    await shop.settle();
    await shop.switches({ spend: true });
    const [row] = await rows(shop.app, "calendarEvents");
    const { ticketId } = must(row, "row");
    await press(shop.owner, actions.edit, { ticketId, name: "Ann" });
    await shop.settle();
    await shop.switches({});
    await later(HOUR);
    expect(await shop.events()).toContain("14:00-14:30 #1 Ann · Haircut");
    await shop.switches({ failWith: 400 });
    await shop.book(at("15:00"));
    await shop.settle();
    for (let tries = 0; tries < 6; tries += 1) await later(HOUR);
    expect(await shop.status()).toMatchObject({ trouble: "refused" });
    const due = (await rows(shop.app, "calendarEvents")).filter(
      ({ nextAt }) => nextAt !== undefined,
    );
    expect(due).toEqual([]);
  });
});

describe("[K3] Google's answers to an event that already exists", () => {
  const whole = fetch;
  beforeEach(async () => {
    await shop.connect();
    await shop.book(at("14:00"));
    await shop.settle();
  });

  /** Makes Google answer calls of this method so, and writes the event once more. */
  async function rename(method: string, status: number, body: object = {}) {
    vi.stubGlobal("fetch", async (url: string | URL, init: RequestInit) => {
      const isEvent = String(url).includes("/events") && init.method === method;
      return isEvent ? Response.json(body, { status }) : await whole(url, init);
    });
    const [row] = await rows(shop.app, "calendarEvents");
    const { ticketId } = must(row, "row");
    await press(shop.owner, actions.edit, { ticketId, name: "Ann" });
    await shop.settle();
    return (await rows(shop.app, "calendarEvents"))[0];
  }

  const because = (reason: string) => ({ error: { errors: [{ reason }] } });

  test.each([
    ["a failure", 503, {}],
    ["too many calls", 403, because("userRateLimitExceeded")],
    ["the day's limit", 403, because("dailyLimitExceeded")],
  ])("%s keeps the event's id", async (_what, status, body) => {
    const row = await rename("PUT", status, body);
    expect(row).toMatchObject({ edition: 0, failures: 1 });
    expect(await shop.status()).toMatchObject({ trouble: "unreachable" });
  });

  test("a refusal of a new event is reported, and not mistaken for an existing event", async () => {
    const row = await rename("POST", 400);
    expect(row).toMatchObject({ edition: 0, failures: 1 });
    expect(await shop.status()).toMatchObject({ trouble: "refused" });
    expect(await shop.events()).toEqual(["14:00-14:30 #1 Booked · Haircut"]);
  });
});

describe("[K4] busy times", () => {
  beforeEach(async () => void (await shop.connect()));

  test("are not offered or booked once a customer has looked, and are free again afterwards", async () => {
    await shop.setBusy([busy("13:50", "14:10"), busy("15:00", "16:00")]);
    expect(await shop.freeOn()).toContain("14:00");
    await look();
    const free = await shop.freeOn();
    for (const taken of ["13:30", "14:00", "15:00", "15:30"])
      expect(free).not.toContain(taken);
    expect(free).toContain("14:30");
    const { answer } = await shop.tryBook(at("15:30"));
    expect(answer).toEqual({ ok: false, code: "slotTaken" });
    const secret = await shop.book(at("14:30"));
    expect(await shop.move(secret, at("15:00"))).toMatchObject({
      code: "slotTaken",
    });
    await shop.setBusy([]);
    await look();
    expect(await shop.freeOn()).toContain("15:00");
  });

  test("from own bookings close only their own chair", async () => {
    const { owner, queueId } = shop;
    await press(owner, api.desk.queues.setChairs, { queueId, chairs: 2 });
    await shop.book(at("14:00"));
    await shop.settle();
    await look();
    expect(await shop.events()).toHaveLength(1);
    expect(await shop.freeOn()).toContain("14:00");
  });

  test("stay known while Google fails, and many looks ask Google once", async () => {
    await shop.setBusy([busy("15:00", "16:00")]);
    await look();
    const [before] = await rows(shop.app, "calendarConnections");
    await shop.switches({ failWith: 503 });
    await look();
    expect(await shop.freeOn()).not.toContain("15:00");
    const [after] = await rows(shop.app, "calendarConnections");
    expect(after?.busyAsOf).toBe(before?.busyAsOf);
    expect(await shop.status()).toMatchObject({ trouble: "unreachable" });
    const jobs = async () => (await jobsOf(shop.app)).length;
    vi.advanceTimersByTime(3 * MINUTE);
    const count = await jobs();
    const { queueId } = shop;
    const looks = async () => {
      for (let i = 0; i < 5; i += 1)
        await backend().mutation(api.booking.slots.look, { queueId });
    };
    await looks();
    await shop.settle();
    await looks();
    expect(await jobs()).toBe(count + 1);
    await backend().mutation(api.booking.slots.look, { queueId: "none" });
  });

  test("of 5,000 blocks take little room, with one row per day", async () => {
    // A block of two minutes every seven minutes, from that day on.
    const from = Date.parse("2026-11-20T00:00:00Z");
    const blocks = Array.from({ length: 5_000 }, (_, i) => ({
      start: new Date(from + i * 7 * MINUTE).toISOString(),
      end: new Date(from + i * 7 * MINUTE + 2 * MINUTE).toISOString(),
    }));
    await shop.setBusy(blocks);
    await look();
    const kept = await rows(shop.app, "calendarBusy");
    expect(kept).toHaveLength(25);
    expect(kept[0]?.blocks.length).toBeLessThan(DAY / (5 * MINUTE));
    expect(await shop.freeOn()).toEqual([]);
    expect(await shop.freeOn("2026-12-21")).toContain("14:00");
    const day = must(kept[3], "day")._id;
    await backend().run(async (ctx) => {
      await ctx.db.patch("calendarBusy", day, { blocks: [] });
    });
    await look();
    expect(await rows(shop.app, "calendarBusy")).toHaveLength(25);
  });

  test("show a revoked token, too, when a customer looks", async () => {
    await shop.revokeAtGoogle();
    await look();
    expect(await shop.status()).toMatchObject({ state: "expired" });
    expect(await shop.freeOn()).toContain("14:00");
    expect(Date.now()).toBeGreaterThan(NOON);
  });
});
