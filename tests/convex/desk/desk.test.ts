import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { rows } from "../open-app.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { press, refusedWith, type newShop, newQueue } from "../base/calls.ts";
import { openCounter } from "./counter-shop.ts";

const { actions } = api.desk;

/** A shop with this many people waiting, a minute apart. */
const openShop = (people: number, given: Parameters<typeof newShop>[0] = {}) =>
  openCounter(people, { ...given, apartMs: MINUTE });
type Shop = Awaited<ReturnType<typeof openShop>>;

const callNext = ({ owner, queueId }: Shop) =>
  press(owner, actions.callNext, { queueId });

/** Calls the next person and returns the ticket's id. Fails the test if no one is called. */
const called = async (shop: Shop): Promise<Id<"tickets">> =>
  (await shop.callNext()).ticketId;

describe("Call Next", () => {
  test("calls the lowest number, rings once and returns number and name", async () => {
    const shop = await openShop(0, { settings: { whenUnmarked: "missed" } });
    for (const name of ["Ana", "Bo"]) await shop.join(shop.queueId, name);
    expect(await callNext(shop)).toMatchObject({
      ...{ ok: true, number: 1, name: "Ana", completed: [] },
    });
    expect(await shop.see()).toMatchObject({
      status: "called",
      callCount: 1,
      calledAt: NOON + 120_000,
      graceEndsAt: NOON + 420_000,
    });
    expect(await shop.order()).toEqual([2]);
  });

  test("says so when nobody waits, even if customers are called", async () => {
    const shop = await openShop(1);
    await called(shop);
    expect(await callNext(shop)).toEqual({ ok: false, code: "nobodyWaiting" });
    expect((await shop.see()).status).toBe("called");
  });

  test("completes the caller's previous customer as part of the same action", async () => {
    const shop = await openShop(3);
    const first = await called(shop);
    vi.advanceTimersByTime(180_000);
    expect(await callNext(shop)).toMatchObject({ number: 2, completed: [1] });
    const [ticket] = await rows(shop.app, "tickets");
    const state = { status: "completed", endReason: "served" };
    expect(ticket).toMatchObject({ _id: first, state });
    const events = await rows(shop.app, "ticketEvents");
    const call = events.find((e) => e.kind === "call" && e.number === 2);
    const done = events.find(({ kind }) => kind === "complete");
    expect(done?.partOf).toBe(call?._id);
  });

  test("leaves a colleague's customer alone", async () => {
    const shop = await openShop(3, { settings: { whenUnmarked: "came" } });
    const { caller: colleague } = await shop.app.member(shop, "staff");
    const { queueId } = shop;
    await press(colleague, actions.callNext, { queueId });
    expect(await callNext(shop)).toMatchObject({ number: 2, completed: [] });
    expect((await shop.see()).status).toBe("called");
  });
});

describe("actions on one customer", () => {
  test("a call out of turn keeps the others' order", async () => {
    const shop = await openShop(3);
    const answer = await shop.act("call", shop.id(3));
    expect(answer).toMatchObject({ ok: true, number: 3 });
    expect(await shop.order()).toEqual([1, 2]);
    expect((await shop.see(3)).callCount).toBe(1);
  });

  test("recall rings again and restarts the grace", async () => {
    const shop = await openShop(2, { settings: { whenUnmarked: "missed" } });
    const ticketId = await called(shop);
    vi.advanceTimersByTime(30_000);
    await shop.act("recall", ticketId);
    expect(await shop.see()).toMatchObject({
      callCount: 2,
      graceEndsAt: NOON + 120_000 + 30_000 + 300_000,
    });
  });

  test("serve and done end the visit as served, with the service time in the day's sums", async () => {
    const shop = await openShop(1);
    const ticketId = await called(shop);
    await shop.act("serve", ticketId);
    expect((await shop.see()).callCount).toBe(1);
    vi.advanceTimersByTime(900_000);
    await shop.act("done", ticketId);
    expect(await shop.see()).toMatchObject({
      status: "completed",
      endReason: "served",
    });
    expect(await shop.day()).toMatchObject({
      joins: 1,
      calls: 1,
      waits: 1,
      waitMsSum: 60_000,
      served: 1,
      services: 1,
      serviceMsSum: 900_000,
    });
  });

  test("the first no-show goes two places back, and the second ends the ticket", async () => {
    const shop = await openShop(4);
    const ticketId = await called(shop);
    const noShow = () => shop.act("noShow", ticketId);
    await noShow();
    expect(await shop.order()).toEqual([2, 3, 1, 4]);
    expect(await shop.see()).toMatchObject({ status: "waiting", noShows: 1 });
    await shop.act("call", ticketId);
    await noShow();
    expect(await shop.see()).toMatchObject({
      status: "skipped",
      endReason: "noShow",
    });
    expect(await shop.order()).toEqual([2, 3, 4]);
  });

  test("a no-show with fewer than two behind goes to the end", async () => {
    const shop = await openShop(2);
    const ticketId = await called(shop);
    await shop.act("noShow", ticketId);
    expect(await shop.order()).toEqual([2, 1]);
    await shop.app.join(shop.queueId);
    expect(await shop.order()).toEqual([2, 1, 3]);
  });

  test("a second call of the same person is refused for that reason, also after 'Here'", async () => {
    const { app, owner } = await openShop(1);
    const ticketId = (await rows(app, "tickets"))[0]?._id ?? "";
    const call = () => press(owner, actions.call, { ticketId });
    expect(await call()).toMatchObject({ ok: true });
    expect(await call()).toEqual(refusedWith("alreadyCalled"));
    await press(owner, actions.serve, { ticketId });
    expect(await call()).toEqual(refusedWith("alreadyCalled"));
    await press(owner, actions.done, { ticketId });
    expect(await call()).toEqual(refusedWith("customerMovedOn"));
  });

  test("moves that the transition table forbids are refused and change nothing", async () => {
    const { app, owner } = await openShop(1);
    const ticketId = (await rows(app, "tickets"))[0]?._id ?? "";
    const before = await rows(app, "lines");
    for (const name of [
      ...(["recall", "serve", "done", "noShow"] as const),
      ...(["returnToQueue", "callNow"] as const),
    ])
      expect(await press(owner, actions[name], { ticketId })).toEqual(
        refusedWith("customerMovedOn"),
      );
    expect(await rows(app, "lines")).toEqual(before);
    expect(await rows(app, "ticketEvents")).toHaveLength(1);
  });
});

test("Skip: skips the first in line, never a called customer, and only the one the list showed", async () => {
  const shop = await openShop(3);
  await called(shop);
  const [, second] = await rows(shop.app, "tickets");
  const skip = (expectedTicketId: string, requestKey: string) =>
    shop.owner.mutation(actions.skip, {
      queueId: shop.queueId,
      expectedTicketId,
      requestKey,
    });
  expect(await skip(second?._id ?? "", "a")).toMatchObject({
    ok: true,
    number: 2,
  });
  expect(await shop.order()).toEqual([3]);
  expect(await shop.see(2)).toMatchObject({
    status: "skipped",
    endReason: "skippedByStaff",
  });
  // A second skip from the same list skips no one else.
  expect(await skip(second?._id ?? "", "b")).toEqual(
    refusedWith("listChanged"),
  );
  expect(await shop.order()).toEqual([3]);
});

test("Skip: says so when nobody waits", async () => {
  const { owner, queueId } = await openShop(0);
  expect(
    await press(owner, actions.skip, { queueId, expectedTicketId: "x" }),
  ).toEqual(refusedWith("nobodyWaiting"));
});

test("a walk-in at the desk: gets a number without a phone, even in a closed queue", async () => {
  const { app, owner, queueId } = await openShop(1);
  await owner.mutation(api.desk.queues.setActive, {
    queueId,
    isActive: false,
  });
  const answer = await press(owner, actions.addWalkIn, {
    queueId,
    name: "Lee",
  });
  expect(answer).toMatchObject({ ok: true, number: 2 });
  const [, ticket] = await rows(app, "tickets");
  expect(ticket).toMatchObject({ name: "Lee", secretHash: null });
});

test("a walk-in at the desk: is refused by a full queue", async () => {
  const { owner, queueId } = await openShop(10);
  expect(await press(owner, actions.addWalkIn, { queueId })).toEqual(
    refusedWith("queueFull", { limit: 10 }),
  );
});

test("the board and its figures: count who waits, per queue and over all queues", async () => {
  const shop = await openShop(2);
  const other = await newQueue(shop.owner, "B");
  await shop.app.join(other);
  const stats = (queueId: string | null) =>
    shop.owner.query(actions.stats, { queueId });
  expect(await stats(shop.queueId)).toEqual({
    immediate: 2,
    scheduled: 0,
    called: 0,
    waitingDays: [
      { day: "2026-11-20", count: 2, joinedAtSum: 2 * NOON + 60_000 },
    ],
    peak: { day: "2026-11-20", hour: 12 },
  });
  expect(await stats(null)).toMatchObject({ immediate: 3 });
  expect(await stats(other)).toMatchObject({ immediate: 1 });
});
