import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import { estimate } from "../../../convex/queue/rules/waitEstimate.ts";
import { lineRow, newSecret, openApp, rows, ticketOf } from "../open-app.ts";
import { at, openBookingShop, pass } from "../booking/booking-shop.ts";
import { DAY, HOUR, NOON } from "../fake-clock.ts";
import {
  failsWith,
  press,
  newShop,
  refusedWith,
  granted,
  newQueue,
} from "../base/calls.ts";
import { changeRow, changeRows, copyRow } from "../base/tables.ts";

const { queues, actions } = api.desk;

describe("creating queues", () => {
  test("stops at the plan's limit, counting closed queues, even from two tabs at once", async () => {
    const { owner, queueId } = await newShop({ plan: "starter" });
    await owner.mutation(queues.setActive, { queueId, isActive: false });
    const create = (name: string) => owner.mutation(queues.create, { name });
    for (const name of ["B", "C", "D"])
      expect((await create(name)).ok).toBe(true);
    const both = await Promise.all([create("E"), create("F")]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual(
      refusedWith("queueLimit", { limit: 5, plan: "starter" }),
    );
  });

  test("is possible again after one is deleted", async () => {
    const { app, owner, queueId } = await newShop({ plan: "starter" });
    for (const name of ["B", "C", "D", "E"])
      await owner.mutation(queues.create, { name });
    await owner.mutation(queues.remove, { queueId });
    const answer = await owner.mutation(queues.create, { name: "Haircut" });
    expect(answer.ok).toBe(true);
    expect(await rows(app, "queues")).toHaveLength(6);
  });

  test("is refused for a while when a business has made and deleted three times its plan's queues within the hour", async () => {
    const { owner, queueId } = await newShop({ plan: "starter" });
    await owner.mutation(queues.remove, { queueId });
    const make = () => owner.mutation(queues.create, { name: "Again" });
    // The shop began with one.
    for (let n = 1; n < 15; n += 1) {
      const made = granted(await make());
      await owner.mutation(queues.remove, { queueId: made.queueId });
    }
    await expect(make()).rejects.toMatchObject({
      data: { code: "tooManyRequests", retryAfterMs: 240_000 },
    });
    vi.advanceTimersByTime(240_000);
    expect(await make()).toMatchObject({ ok: true });
  });

  test("[Q2] is refused after a thousand were deleted within 31 days, whose rows reports read", async () => {
    const { app, owner } = await newShop();
    const make = () => owner.mutation(queues.create, { name: "Beard" });
    await copyRow(app, "queues", 1_000, (n) => ({ deletedAt: NOON + n }));
    vi.setSystemTime(NOON + HOUR);
    await expect(make()).rejects.toMatchObject({
      data: { code: "tooManyRequests", retryAfterMs: 31 * DAY - HOUR },
    });
    vi.setSystemTime(NOON + 31 * DAY);
    expect(await make()).toMatchObject({ ok: true });
  });

  test("cleans names, limits their length and refuses duplicates", async () => {
    const { owner } = await newShop();
    const create = (name: string) => owner.mutation(queues.create, { name });
    expect(await create(" \u200B ")).toEqual(refusedWith("queueNameEmpty"));
    expect(await create(" HAIRCUT ")).toEqual(refusedWith("queueNameTaken"));
    expect(await create("x".repeat(61))).toEqual(
      refusedWith("queueNameTooLong", { max: 60 }),
    );
    expect((await create("x".repeat(60))).ok).toBe(true);
  });
});

describe("changing queues", () => {
  test("sets name and description; an unchanged name is no duplicate of itself", async () => {
    const { owner, queueId } = await newShop();
    const update = (name: string, description?: string) =>
      owner.mutation(queues.update, { queueId, name, description });
    expect(await update("haircut", "  Cuts  ")).toEqual({ ok: true });
    expect(await update("", "x")).toEqual(refusedWith("queueNameEmpty"));
    expect(await update("Cuts")).toEqual({ ok: true });
    const [queue] = await owner.query(queues.list, {});
    expect(queue).toMatchObject({ name: "Cuts", description: "Cuts" });
    await update("Cuts", "");
    expect((await owner.query(queues.list, {}))[0]?.description).toBeNull();
  });

  test("closing one only stops joins: customers in it keep their places and can be called", async () => {
    const { app, owner, queueId, businessId } = await newShop();
    for (let i = 0; i < 5; i += 1) await app.join(queueId);
    await owner.mutation(queues.setActive, { queueId, isActive: false });
    expect(await app.backend.query(queues.publicList, { businessId })).toEqual(
      [],
    );
    const line = await app.backend.query(api.line.tickets.line, { queueId });
    expect(line).toMatchObject({ isActive: false, waitingCount: 5 });
    const answer = await press(owner, actions.callNext, { queueId });
    expect(answer).toMatchObject({ ok: true, number: 1 });
    await owner.mutation(queues.setActive, { queueId, isActive: true });
    expect((await ticketOf(app, await app.join(queueId))).number).toBe(6);
  });

  test("deleting one ends every ticket in it and keeps the history", async () => {
    const { app, owner, queueId } = await newShop();
    const secrets = [await app.join(queueId), await app.join(queueId)];
    await press(owner, actions.callNext, { queueId });
    const [ticket] = await rows(app, "tickets");
    expect(await owner.mutation(queues.remove, { queueId })).toEqual({
      ok: true,
    });
    const ticketId = must(ticket, "ticket")._id;
    expect(await press(owner, actions.call, { ticketId })).toEqual(
      refusedWith("customerMovedOn"),
    );
    for (const secret of secrets) {
      expect(await ticketOf(app, secret)).toMatchObject({
        status: "cancelled",
        endReason: "queueClosed",
        queueName: "Haircut",
      });
      expect(
        await app.backend.mutation(api.line.tickets.leave, { secret }),
      ).toMatchObject({ ok: false });
    }
    expect(await owner.query(queues.list, {})).toEqual([]);
    expect(await rows(app, "lines")).toEqual([]);
    const [day] = await rows(app, "queueDays");
    expect(day?.counts).toMatchObject({ joins: 2, removed: 2 });
    await failsWith(owner.mutation(queues.remove, { queueId }), "notFound");
  });
});

describe("the public list of queues", () => {
  test("is sorted by name, with counts and what an estimate needs", async () => {
    const { app, owner, queueId, businessId } = await newShop();
    await owner.mutation(queues.create, { name: "Beard" });
    for (let i = 0; i < 5; i += 1) await app.join(queueId);
    for (const requestKey of ["a", "b", "c", "d"]) {
      vi.advanceTimersByTime(600_000);
      await owner.mutation(actions.callNext, { queueId, requestKey });
    }
    const list = await app.backend.query(queues.publicList, { businessId });
    expect(list).toMatchObject([
      { name: "Beard", waitingCount: 0, pace: null, chairs: 1, atCounter: 0 },
      { name: "Haircut", waitingCount: 1, chairs: 1, atCounter: 1 },
    ]);
    const haircut = must(list[1], "queue");
    const lastCallAt = must(haircut.lastCallAt, "call");
    expect(estimate(haircut, 1, lastCallAt)).toMatchObject({
      kind: "range",
      low: 15,
      high: 25,
    });
    expect(list.every(({ limitReached }) => !limitReached)).toBe(true);
  });

  test("says when a queue is full", async () => {
    const { app, queueId, businessId } = await newShop({ plan: "starter" });
    for (let i = 0; i < 10; i += 1) await app.join(queueId);
    const [queue] = await app.backend.query(queues.publicList, { businessId });
    expect(queue?.limitReached).toBe(true);
  });

  test("is empty for an unknown business, whose profile is null", async () => {
    const app = await openApp();
    for (const businessId of ["", "nonsense", newSecret()]) {
      const list = await app.backend.query(queues.publicList, { businessId });
      expect(list).toEqual([]);
      const profile = await app.backend.query(
        api.profile.businesses.publicProfile,
        { businessId },
      );
      expect(profile).toBeNull();
    }
  });
});

describe("reset", () => {
  test("ends every ticket, starts at 1 in a new generation and keeps the rows", async () => {
    const { app, owner, queueId } = await newShop();
    const old = [];
    for (let i = 0; i < 3; i += 1) old.push(await app.join(queueId));
    await press(owner, actions.callNext, { queueId });
    expect(await press(owner, actions.reset, { queueId })).toMatchObject({
      ok: true,
      ended: 3,
    });
    for (const secret of old) {
      expect(await ticketOf(app, secret)).toMatchObject({
        status: "cancelled",
        endReason: "reset",
        generation: 1,
      });
    }
    expect((await lineRow(app, queueId)).state).toMatchObject({
      generation: 2,
      lastNumber: 0,
      waiting: "",
      waitingCount: 0,
      called: [],
      pace: { currentNumber: 0 },
    });
    expect(await rows(app, "tickets")).toHaveLength(3);
  });

  test("never shows an old #1 the new #1's call", async () => {
    const { app, owner, queueId } = await newShop();
    const old = await app.join(queueId);
    await press(owner, actions.reset, { queueId });
    const young = await app.join(queueId);
    await press(owner, actions.callNext, { queueId });
    expect(await ticketOf(app, young)).toMatchObject({
      number: 1,
      generation: 2,
      status: "called",
    });
    expect(await ticketOf(app, old)).toMatchObject({
      number: 1,
      generation: 1,
      status: "cancelled",
      callCount: 0,
    });
  });

  test("beyond one batch leaves nobody callable, ends the rest in the background and offers no undo", async () => {
    const { app, owner, queueId, businessId } = await newShop({
      plan: "enterprise",
    });
    await app.join(queueId);
    const one = must((await rows(app, "tickets"))[0], "ticket");
    const booked = { ...one.state, isScheduled: true };
    await copyRow(app, "tickets", 1_099, (n) => ({
      ...{ number: n + 2, secretHash: null, state: booked },
      scheduledTime: NOON + (n + 2) * 60_000,
    }));
    const before = (await lineRow(app, queueId)).state;
    const state = { ...before, lastNumber: 1_100, scheduledCount: 1_099 };
    await changeRows(app, "lines", { state });
    expect((await press(owner, actions.reset, { queueId })).ended).toBe(1_100);
    expect((await lineRow(app, queueId)).undo).toBeNull();
    const callable = await press(owner, actions.callNext, { queueId });
    expect(callable).toEqual({ ok: false, code: "nobodyWaiting" });
    // A ticket that is not ended yet is in no line any more: nothing can move it.
    const left = (await rows(app, "tickets")).find(
      ({ state }) => state.status === "waiting",
    );
    const { _id: ticketId, state: its } = must(left, "ticket");
    const walkIn = { ...its, isScheduled: false };
    await changeRow(app, "tickets", ticketId, { state: walkIn });
    const other = await newQueue(owner, "Other");
    const line = await lineRow(app, queueId);
    for (const moved of [
      press(owner, actions.remove, { ticketId }),
      press(owner, actions.call, { ticketId }),
      press(owner, actions.edit, { ticketId, name: "New" }),
      press(owner, actions.move, { ticketId, places: 1 }),
      press(owner, actions.transfer, { ticketId, queueId: other }),
    ])
      expect(await moved).toEqual(refusedWith("customerMovedOn"));
    expect(await lineRow(app, queueId)).toEqual(line);
    await changeRow(app, "tickets", ticketId, { state: its });
    await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    const tickets = await rows(app, "tickets");
    expect(tickets).toHaveLength(1_100);
    expect(tickets.filter(({ state }) => state.endReason !== "reset")).toEqual(
      [],
    );
    const days = await rows(app, "queueDays");
    expect(days.find((d) => d.businessId === businessId)?.counts.removed).toBe(
      1_100,
    );
    expect(parseLine((await lineRow(app, queueId)).state.waiting)).toEqual([]);
  });
});

test("a queue without bookings: has no free slots, refuses bookings and moves, and keeps its bookings; other queues are unaffected", async () => {
  const { app, owner, queueId, book, tryBook, move, freeOn } =
    await openBookingShop({ plan: "pro" });
  const other = await newQueue(owner, "Beard");
  const secret = await book(at("14:00"));
  const set = (takesBookings: boolean) =>
    owner.mutation(queues.setTakesBookings, { queueId, takesBookings });
  await set(false);
  expect(await freeOn()).toEqual([]);
  expect((await tryBook(at("15:00"))).answer).toMatchObject({
    code: "slotNotBookable",
  });
  expect(await move(secret, at("15:00"))).toMatchObject({
    code: "slotNotBookable",
  });
  await book(at("15:00"), other);
  const [beard, haircut] = await app.backend.query(queues.publicList, {
    businessId: (await rows(app, "businesses"))[0]?._id ?? "",
  });
  expect(beard).toMatchObject({ name: "Beard", takesBookings: true });
  expect(haircut).toMatchObject({ name: "Haircut", takesBookings: false });
  await pass(app, 2 * HOUR);
  expect(await ticketOf(app, secret)).toMatchObject({ isScheduled: false });
  await set(true);
  expect(await freeOn()).toContain("16:00");
});
