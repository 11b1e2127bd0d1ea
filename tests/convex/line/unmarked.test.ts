/** A shop that asks when unsure: what the next call ends, and what no clock does. */
import { describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { rows } from "../open-app.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { granted, press } from "../base/calls.ts";
import { pass } from "../booking/booking-shop.ts";
import { openCounter } from "../desk/counter-shop.ts";

/** A shop with #1 to #people waiting. */
async function openShop(
  people: number,
  settings: { whenUnmarked?: Doc<"businesses">["whenUnmarked"] } = {},
) {
  const shop = await openCounter(people, { settings });
  return { ...shop, pass: (ms: number) => pass(shop.app, ms) };
}

test("a person called less than three minutes ago stays, on the way or not; the others' turns end", async () => {
  const shop = await openShop(5);
  const secret = shop.secret(1);
  await shop.callNext();
  await shop.app.backend.mutation(api.line.tickets.acknowledge, { secret });
  await shop.pass(MINUTE);
  expect(await shop.callNext()).toMatchObject({ number: 2, completed: [] });
  await shop.pass(2 * MINUTE);
  expect(await shop.callNext()).toMatchObject({
    ...{ number: 3, completed: [1], assumed: [] },
  });
  await shop.pass(MINUTE);
  expect(await shop.callNext()).toMatchObject({
    ...{ number: 4, completed: [2], assumed: [{ number: 2 }] },
  });
  expect((await shop.see(3)).status).toBe("called");
  await shop.order();
});

test("the day's list names the people whose visit a call assumed, until staff say that they didn't come", async () => {
  const shop = await openShop(3);
  const { owner, queueId } = shop;
  const { ticketId } = await shop.callNext();
  await shop.pass(3 * MINUTE);
  await shop.callNext();
  await shop.pass(60 * MINUTE);
  const assumed = async () =>
    (await owner.query(api.desk.actions.history, { queueId })).flatMap(
      (action) => action.assumed,
    );
  expect(await assumed()).toEqual([{ ticketId, number: 1 }]);
  await press(owner, api.desk.actions.notHere, { ticketId });
  expect(await assumed()).toEqual([]);
  expect(await shop.see(1)).toMatchObject({ status: "waiting", noShows: 1 });
});

test("with Call Next alone nobody goes back all day, and the desk keeps only those called just now", async () => {
  const people = 10;
  const shop = await openShop(people);
  for (let number = 1; number <= people; number += 1) {
    // From 30 seconds to 11 minutes between two calls.
    await shop.pass(30_000 + ((number * 7) % 22) * 30_000);
    expect((await shop.callNext()).number).toBe(number);
    for (const { calledAt } of (await shop.board()).called)
      expect(Date.now() - (calledAt ?? 0)).toBeLessThan(3 * MINUTE);
  }
  await shop.pass(60 * MINUTE);
  expect(await shop.order()).toEqual([]);
  for (let number = 1; number <= people; number += 1)
    expect((await shop.see(number)).noShows).toBe(0);
});

test("a clock that ran when the shop switched it off moves nobody", async () => {
  const shop = await openShop(3, { whenUnmarked: "missed" });
  await shop.callNext();
  expect((await shop.see(1)).graceEndsAt).toBe(NOON + 5 * MINUTE);
  const patch = { whenUnmarked: "ask" } as const;
  await shop.app.backend.run(
    async (ctx) => await ctx.db.patch("businesses", shop.businessId, patch),
  );
  await shop.pass(5 * MINUTE);
  expect(await shop.see(1)).toMatchObject({
    ...{ status: "called", graceEndsAt: null, noShows: 0 },
  });
});

describe("'Here' on a called person", () => {
  /** #1 and, a minute later, #2 are called. @param by the role of a colleague who calls #2 */
  async function twoCalled(chairs: number, by?: "staff") {
    const shop = await openShop(3);
    const { owner, queueId } = shop;
    const { setChairs } = api.desk.queues;
    await press(owner, setChairs, { queueId, chairs });
    const first = (await shop.callNext()).ticketId;
    await shop.pass(MINUTE);
    const { caller } = by ? await shop.app.member(shop, by) : { caller: owner };
    await press(caller, api.desk.actions.callNext, { queueId });
    const second = shop.id(2);
    const here = async (ticketId: string) =>
      granted(await press(owner, api.desk.actions.serve, { ticketId }));
    return { ...shop, first, second, here };
  }
  const statuses = async ({ see }: Awaited<ReturnType<typeof openShop>>) => [
    (await see(1)).status,
    (await see(2)).status,
  ];

  test("whose caller has called somebody since means that they came and are done; undo calls them again", async () => {
    const shop = await twoCalled(1);
    const { owner, queueId, app } = shop;
    const { eventId } = await shop.here(shop.first);
    expect(await statuses(shop)).toEqual(["completed", "called"]);
    // Staff say so, so nothing is assumed, and the phone is not asked.
    expect((await shop.see(1)).servedAssumed).toBe(false);
    const board = await owner.query(api.desk.actions.board, { queueId });
    expect(board.undo).toMatchObject({ code: "complete", eventId, number: 1 });
    const served = async () => (await rows(app, "queueDays"))[0]?.counts.served;
    expect(await served()).toBe(1);
    await shop.pass(20 * MINUTE);
    const undo = await press(owner, api.desk.actions.undo, { eventId });
    expect(undo).toEqual({ ok: true });
    expect(await statuses(shop)).toEqual(["called", "called"]);
    expect(await served()).toBe(0);
    await shop.order();
  });

  test("who was called last, or has a chair of their own, starts serving", async () => {
    const one = await twoCalled(1);
    await one.here(one.second);
    expect(await statuses(one)).toEqual(["called", "serving"]);
    const two = await twoCalled(2);
    await two.here(two.first);
    expect(await statuses(two)).toEqual(["serving", "called"]);
  });

  test("who has said that they are on their way starts serving", async () => {
    const shop = await twoCalled(1);
    const secret = shop.secret(1);
    await shop.app.backend.mutation(api.line.tickets.acknowledge, { secret });
    await shop.here(shop.first);
    expect(await statuses(shop)).toEqual(["serving", "called"]);
  });

  test("starts serving after a colleague's call", async () => {
    const shop = await twoCalled(1, "staff");
    await shop.here(shop.first);
    expect(await statuses(shop)).toEqual(["serving", "called"]);
  });
});
