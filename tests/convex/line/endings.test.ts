/** Honest endings: a visit that no one confirmed is only assumed, and both sides can correct it. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { newSecret, rows, ticketOf, maintain } from "../open-app.ts";
import { HOUR, MINUTE, NOON } from "../fake-clock.ts";
import { press, refusedWith } from "../base/calls.ts";
import { openCounter } from "../desk/counter-shop.ts";

const MOVED_ON = { ok: false, code: "customerMovedOn" };
const NOT_ASKED = { ok: false, code: "notAsked" };

/** A shop with #1 to #people waiting. */
async function openShop(people: number) {
  const shop = await openCounter(people, {
    settings: { whenUnmarked: "came" },
  });
  const { wasServed } = api.line.tickets;
  return {
    ...shop,
    answer: (number: number, served: boolean) =>
      shop.app.backend.mutation(wasServed, {
        ...{ secret: shop.secret(number), served },
      }),
  };
}

/** #1 was called and did not answer, and #2 has been called since. */
async function assumed(people = 5) {
  const shop = await openShop(people);
  await shop.callNext();
  vi.advanceTimersByTime(60_000);
  return { ...shop, call: await shop.callNext(), first: shop.id(1) };
}

/** As `assumed`, and #1 says that they were not served. */
async function denied(people = 5) {
  const shop = await assumed(people);
  expect(await shop.answer(1, false)).toEqual({ ok: true });
  return shop;
}

describe("calling the next customer to the same chair", () => {
  test("assumes the visit of a customer nobody saw, and tells the caller and the board", async () => {
    const { call, see, board, first } = await assumed();
    const offer = { completed: [1], assumed: [{ ticketId: first, number: 1 }] };
    expect(call).toMatchObject({ number: 2, ...offer });
    expect((await board()).undo).toMatchObject({ code: "call", ...offer });
    expect(await see(1)).toMatchObject({
      status: "completed",
      endReason: "served",
      servedAssumed: true,
      saidServed: null,
    });
  });

  test("assumes nothing about a customer who was being served or on the way", async () => {
    const shop = await openShop(3);
    await shop.act("serve", (await shop.callNext()).ticketId);
    expect(await shop.callNext()).toMatchObject({
      completed: [1],
      assumed: [],
    });
    const secret = shop.secret(2);
    await shop.app.backend.mutation(api.line.tickets.acknowledge, { secret });
    expect(await shop.callNext()).toMatchObject({
      completed: [2],
      assumed: [],
    });
    for (const number of [1, 2]) {
      expect(await shop.see(number)).toMatchObject({
        status: "completed",
        servedAssumed: false,
      });
      expect(await shop.answer(number, false)).toEqual(NOT_ASKED);
      expect(await shop.act("notHere", shop.id(number))).toEqual(MOVED_ON);
    }
  });

  test("ends the earlier visit only when both chairs are taken; the board shows chairs and callers before", async () => {
    const shop = await openShop(3);
    const { app, owner, queueId } = shop;
    await press(owner, api.desk.queues.setChairs, { queueId, chairs: 2 });
    expect((await shop.callNext()).completed).toEqual([]);
    expect((await shop.callNext()).completed).toEqual([]);
    const before = await shop.board();
    expect(before).toMatchObject({
      chairs: 2,
      pause: null,
      whenUnmarked: "came",
    });
    expect(before.called.map(({ calledByMe }) => calledByMe)).toEqual([
      ...[true, true],
    ]);
    expect(before.waiting[0]?.calledByMe).toBe(false);
    expect((await shop.callNext()).completed).toEqual([1]);
    expect(await ticketOf(app, shop.secret(2))).toMatchObject({
      status: "called",
    });
  });
});

describe("'Was not here'", () => {
  test("puts the customer two places behind the front with their number, without a ring, and uncounts the visit", async () => {
    const shop = await assumed();
    expect(await shop.order()).toEqual([3, 4, 5]);
    expect((await shop.day()).served).toBe(1);
    expect(await shop.act("notHere", shop.first)).toMatchObject({ number: 1 });
    expect(await shop.order()).toEqual([3, 4, 1, 5]);
    expect(await shop.see(1)).toMatchObject({
      status: "waiting",
      noShows: 1,
      callCount: 1,
      servedAssumed: false,
      endedAt: null,
      missedCallAt: NOON,
    });
    const line = { queueId: shop.queueId };
    expect(
      (await shop.app.backend.query(api.line.tickets.line, line))?.explained,
    ).toMatchObject([{ number: 1, why: "secondChance" }]);
    expect(await shop.day()).toMatchObject({ served: 0, noShows: 1, calls: 2 });
    await shop.order();
  });

  test("works once, until the ticket would have expired", async () => {
    const late = await assumed();
    vi.advanceTimersByTime(24 * 60 * MINUTE);
    expect(await late.act("notHere", late.first)).toEqual(MOVED_ON);
    const shop = await assumed();
    vi.advanceTimersByTime(3 * 60 * MINUTE);
    await shop.act("notHere", shop.first);
    expect(await shop.act("notHere", shop.first)).toEqual(MOVED_ON);
    expect(await shop.day()).toMatchObject({ served: 0, noShows: 1 });
  });

  test("takes the visit off the day that counted it", async () => {
    const shop = await openShop(2);
    vi.setSystemTime(Date.parse("2026-11-20T23:59:56Z"));
    await shop.callNext();
    await shop.callNext();
    vi.setSystemTime(Date.parse("2026-11-21T00:00:04Z"));
    const back = await shop.act("notHere", shop.id(1));
    const days = async () =>
      (await rows(shop.app, "queueDays")).map(({ day, counts }) => [
        ...[day, counts.served, counts.noShows],
      ]);
    expect(await days()).toEqual([
      ["2026-11-20", 0, 0],
      ["2026-11-21", 0, 1],
    ]);
    await shop.undo(back);
    expect(await days()).toEqual([
      ["2026-11-20", 1, 0],
      ["2026-11-21", 0, 0],
    ]);
  });
});

describe("a customer who says they were not served", () => {
  test("appears at the desk, which can put them first in line once", async () => {
    const shop = await denied();
    expect((await shop.see(1)).saidServed).toBe(false);
    const { first: ticketId, queueId } = shop;
    const told = { ticketId, queueId, letter: null, number: 1, name: null };
    expect((await shop.board()).notServed).toEqual([
      { ...told, canBringBack: true },
    ]);
    await shop.act("bringBack", shop.first);
    expect(await shop.order()).toEqual([1, 3, 4, 5]);
    expect(await shop.see(1)).toMatchObject({
      status: "waiting",
      noShows: 1,
      callCount: 1,
    });
    expect((await shop.board()).notServed).toEqual([]);
    expect(await shop.day()).toMatchObject({ served: 0, noShows: 0 });
    await shop.order();
    for (const expected of [1, 3, 4, 5])
      expect((await shop.callNext()).number).toBe(expected);
    await shop.answer(1, false);
    expect((await shop.board()).notServed).toEqual([
      { ...told, canBringBack: false },
    ]);
    expect(await shop.act("bringBack", shop.first)).toEqual(MOVED_ON);
    expect(await shop.act("dismiss", shop.first)).toMatchObject({ ok: true });
    expect((await shop.board()).notServed).toEqual([]);
    expect((await shop.see(1)).saidServed).toBe(false);
  });

  test("comes back beyond the plan's limit and into a closed queue", async () => {
    const shop = await denied(10);
    await shop.app.join(shop.queueId);
    const full = await shop.app.join(shop.queueId).catch(String);
    expect(full).toContain("queueFull");
    await shop.owner.mutation(api.desk.queues.setActive, {
      ...{ queueId: shop.queueId, isActive: false },
    });
    expect(await shop.act("bringBack", shop.first)).toMatchObject({ ok: true });
    expect(await shop.order()).toHaveLength(10);
  });

  test("has one answer: repeating it is fine, another one is refused", async () => {
    const shop = await denied();
    expect(await shop.answer(1, false)).toEqual({ ok: true });
    expect(await shop.answer(1, true)).toEqual(NOT_ASKED);
    expect((await shop.board()).notServed).toHaveLength(1);
    const yes = await assumed();
    await yes.answer(1, true);
    expect(await yes.answer(1, true)).toEqual({ ok: true });
    expect(await yes.answer(1, false)).toEqual(NOT_ASKED);
    expect((await yes.board()).notServed).toEqual([]);
    const log = await rows(yes.app, "ticketEvents");
    expect(log.filter(({ kind }) => kind === "confirmServed")).toHaveLength(1);
  });

  test("is refused while waiting or called, after leaving, and with an unknown secret", async () => {
    const shop = await openShop(2);
    expect(await shop.answer(1, false)).toEqual(NOT_ASKED);
    await shop.callNext();
    expect(await shop.answer(1, false)).toEqual(NOT_ASKED);
    await shop.leave(1);
    expect(await shop.answer(1, false)).toEqual(NOT_ASKED);
    expect(
      await shop.app.backend.mutation(api.line.tickets.wasServed, {
        ...{ secret: newSecret(), served: false },
      }),
    ).toEqual(refusedWith("notFound"));
    expect(await rows(shop.app, "notServed")).toEqual([]);
  });

  test("can answer for a week, but the desk learns of it only in the ticket's 24 hours", async () => {
    const shop = await assumed(8);
    await shop.callNext();
    await shop.callNext();
    vi.advanceTimersByTime(23 * HOUR);
    await shop.answer(1, false);
    expect((await shop.board()).notServed).toHaveLength(1);
    vi.advanceTimersByTime(HOUR);
    expect(await shop.act("bringBack", shop.first)).toEqual(MOVED_ON);
    await maintain(shop.app);
    await shop.answer(2, false);
    expect((await shop.see(2)).saidServed).toBe(false);
    expect((await shop.board()).notServed).toEqual([]);
    vi.advanceTimersByTime(6 * 24 * HOUR);
    expect(await shop.answer(3, false)).toEqual(NOT_ASKED);
  });
});

describe("undo", () => {
  test("of the call removes the question and the answer", async () => {
    const shop = await denied();
    expect(await shop.undo(shop.call)).toEqual({ ok: true });
    expect((await shop.board()).notServed).toEqual([]);
    expect(await rows(shop.app, "notServed")).toEqual([]);
    expect(await shop.see(1)).toMatchObject({
      status: "called",
      servedAssumed: false,
      saidServed: null,
    });
    // After a second call of the next person they are asked again.
    await shop.callNext();
    expect(await shop.answer(1, false)).toEqual({ ok: true });
    expect((await shop.board()).notServed).toHaveLength(1);
  });
});

test("a queue that is reset or deleted in between: reset: customers can still answer, but the desk sees nothing until the reset is undone", async () => {
  const shop = await denied();
  const { queueId } = shop;
  const reset = await press(shop.owner, api.desk.actions.reset, { queueId });
  expect((await shop.board()).notServed).toEqual([]);
  expect(await shop.act("bringBack", shop.first)).toEqual(MOVED_ON);
  await shop.undo(reset);
  expect((await shop.board()).notServed).toHaveLength(1);
  await press(shop.owner, api.desk.actions.reset, { queueId });
  await shop.app.join(queueId);
  expect((await shop.board()).notServed).toEqual([]);
  const other = await assumed();
  await press(other.owner, api.desk.actions.reset, {
    queueId: other.queueId,
  });
  expect(await other.act("notHere", other.first)).toEqual(MOVED_ON);
  expect(await other.answer(1, false)).toEqual({ ok: true });
  expect((await other.board()).notServed).toEqual([]);
  expect((await other.see(1)).saidServed).toBe(false);
});

test("a queue that is reset or deleted in between: deleted: the customer can still answer, and the desk can bring nobody back", async () => {
  const shop = await assumed();
  const { queueId } = shop;
  await shop.owner.mutation(api.desk.queues.remove, { queueId });
  expect(await shop.answer(1, false)).toEqual({ ok: true });
  expect(await shop.act("bringBack", shop.first)).toEqual(MOVED_ON);
  expect(await shop.act("notHere", shop.first)).toEqual(MOVED_ON);
});

test("the desk sees twenty such notices at a time, and the next when one is dismissed", async () => {
  const shop = await openShop(0);
  for (let number = 1; number <= 23; number += 1) {
    await shop.join();
    await shop.callNext();
  }
  for (let number = 1; number <= 22; number += 1)
    await shop.answer(number, false);
  const told = async () =>
    (await shop.board()).notServed.map(({ number }) => number);
  expect(await told()).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  await shop.act("dismiss", shop.id(1));
  expect((await told()).at(-1)).toBe(21);
});
