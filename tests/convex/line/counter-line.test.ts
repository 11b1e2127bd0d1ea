/** What staff do to the line: moving people up and down or to another queue, editing them, and removing a test ticket. */
import { describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import type { StaffReason } from "../../../convex/queue/rules/events.ts";
import { keyed, lineRow, rows } from "../open-app.ts";
import { NOON, SECOND } from "../fake-clock.ts";
import { failsWith, press, refusedWith, newQueue } from "../base/calls.ts";
import { openCounter } from "../desk/counter-shop.ts";

const { actions } = api.desk;
const MOVED_ON = { ok: false, code: "customerMovedOn" };

/** A shop with this many people in its first queue, a second apart, and an empty second queue. */
async function openShop(people: number) {
  const shop = await openCounter(people, { apartMs: SECOND });
  const { owner } = shop;
  const colour = await newQueue(owner, "Colour");
  const id = (nth: number) => ({ ticketId: shop.id(nth) });
  return {
    ...{ ...shop, id, colour },
    move: (nth: number, places: number, reason: StaffReason = "agreed") =>
      press(owner, actions.move, { ...id(nth), places, reason }),
    transfer: (nth: number, to: string = colour) =>
      press(owner, actions.transfer, { ...id(nth), queueId: to }),
    call: (nth: number) => press(owner, actions.call, id(nth)),
  };
}

test("staff may give a reason for removing a customer, and the desk's history shows it", async () => {
  const shop = await openShop(2);
  const remove = actions.remove;
  await press(shop.owner, remove, { ...shop.id(1) });
  const reason = "mistake" as const;
  await press(shop.owner, remove, { ...shop.id(2), reason });
  const [second, first] = await shop.history();
  expect(second).toMatchObject({ code: "remove", number: 2, reason });
  expect(first).not.toHaveProperty("reason");
});

describe("moving up and down", () => {
  test.each([
    [4, -2, [1, 4, 2, 3, 5]],
    [2, 2, [1, 3, 4, 2, 5]],
    [5, -100, [5, 1, 2, 3, 4]],
    [1, 100, [2, 3, 4, 5, 1]],
    [3, -1, [1, 3, 2, 4, 5]],
    [3, 1, [1, 2, 4, 3, 5]],
  ])("#%i by %i places: %j", async (nth, places, order) => {
    const shop = await openShop(5);
    const answer = await shop.move(nth, places, "urgent");
    expect(answer).toMatchObject({ ok: true, number: nth, completed: [] });
    expect(await shop.order()).toEqual(order);
    expect(await shop.undo(answer)).toEqual({ ok: true });
    expect(await shop.order()).toEqual([1, 2, 3, 4, 5]);
  });

  test("up is explained to the line, and the staff's reason is in the desk's history", async () => {
    const shop = await openShop(3);
    await shop.move(3, -1, "lateArrival");
    const line = await shop.app.backend.query(api.line.tickets.line, {
      queueId: shop.queueId,
    });
    expect(line?.explained).toMatchObject([{ number: 3, why: "movedByStaff" }]);
    expect(await shop.history()).toMatchObject([
      { code: "reorder", number: 3, reason: "lateArrival", byMe: true },
    ]);
    await shop.move(1, 2);
    const after = await lineRow(shop.app, shop.queueId);
    expect(after.state.explained).toHaveLength(1);
  });

  test("is refused past either end, for customers who are not waiting, and by an invalid number of places", async () => {
    const shop = await openShop(3);
    const changed = { ok: false, code: "listChanged" };
    expect(await shop.move(1, -1)).toEqual(changed);
    expect(await shop.move(3, 1)).toEqual(changed);
    await shop.call(2);
    expect(await shop.move(2, -1)).toEqual(MOVED_ON);
    for (const places of [0, 1.5, 101, -101, NaN])
      await failsWith(shop.move(3, places), "invalidInput");
  });

  test("passes customers who have the very same place in the order", async () => {
    const shop = await openShop(4);
    await shop.app.backend.run(async (ctx) => {
      for (const nth of [1, 2, 3]) {
        const { ticketId } = shop.id(nth);
        const ticket = must(await ctx.db.get("tickets", ticketId), "ticket");
        const state = { ...ticket.state, orderAt: NOON };
        await ctx.db.patch("tickets", ticketId, { state });
      }
    });
    expect((await shop.move(4, -2)).ok).toBe(true);
    expect(await shop.order()).toEqual([4, 1, 2, 3]);
  });
});

describe("a transfer to another queue", () => {
  test("places the customer by when they joined, and their phone follows", async () => {
    const shop = await openShop(2);
    await shop.join(shop.colour);
    await shop.join();
    await shop.join(shop.colour);
    const answer = await shop.transfer(4);
    expect(answer).toMatchObject({
      ...{ ok: true, number: 3 },
      movedTo: { queueId: shop.colour, number: 3 },
    });
    expect(await shop.order()).toEqual([1, 2]);
    expect(await shop.order(shop.colour)).toEqual([1, 3, 2]);
    expect(await shop.see(4)).toMatchObject({
      ...{ status: "waiting", number: 3, callCount: 0 },
      ...{ queueId: shop.colour, queueName: "Colour" },
    });
    expect(
      (await lineRow(shop.app, shop.colour)).state.explained,
    ).toMatchObject([{ number: 3, why: "transferred" }]);
    expect(await shop.undo(answer)).toEqual({ ok: true });
    expect(await shop.order()).toEqual([1, 2, 3]);
    expect(await shop.order(shop.colour)).toEqual([1, 2]);
    expect(await shop.see(4)).toMatchObject({
      ...{ status: "waiting", number: 3, queueName: "Haircut" },
    });
    // The number is free again and is given out once more.
    await shop.join(shop.colour);
    expect((await shop.see(6)).number).toBe(3);
  });

  test("makes a called customer wait again; once called there, the transfer cannot be undone", async () => {
    const shop = await openShop(1);
    await shop.call(1);
    const answer = await shop.transfer(1);
    expect(await shop.see(1)).toMatchObject({
      ...{ status: "waiting", calledAt: null, graceEndsAt: null },
    });
    await shop.call(1);
    expect((await shop.see(1)).status).toBe("called");
    expect(await shop.undo(answer)).toMatchObject({ ok: false });
    expect(await shop.order(shop.colour)).toEqual([]);
    const { state } = await lineRow(shop.app, shop.colour);
    expect(state.called).toMatchObject([{ number: 1 }]);
  });

  test("blocks undo of an earlier move within the old queue", async () => {
    const shop = await openShop(2);
    const moved = await shop.move(1, 1);
    await shop.transfer(1);
    expect(await shop.see(1)).toMatchObject({ number: 1 });
    expect(await shop.undo(moved)).toMatchObject({ ok: false });
    expect((await shop.history()).map(({ canUndo }) => canUndo)).toEqual([
      ...[true, false],
    ]);
  });

  test("is refused by a full queue, to the same queue, and for a booking or an ended ticket", async () => {
    const shop = await openShop(3);
    const there = { queueId: shop.colour };
    for (let i = 0; i < 10; i += 1)
      await press(shop.owner, actions.addWalkIn, there);
    expect(await shop.transfer(1)).toEqual(
      refusedWith("queueFull", { limit: 10 }),
    );
    await failsWith(shop.transfer(1, shop.queueId), "invalidInput");
    await shop.leave(2);
    await press(shop.owner, actions.reset, there);
    expect(await shop.transfer(2)).toEqual(MOVED_ON);
    await shop.app.backend.run(async (ctx) => {
      const { ticketId } = shop.id(3);
      const ticket = must(await ctx.db.get("tickets", ticketId), "ticket");
      const state = { ...ticket.state, isScheduled: true };
      await ctx.db.patch("tickets", ticketId, { state });
    });
    expect(await shop.transfer(3)).toEqual(MOVED_ON);
    expect(await shop.order(shop.colour)).toEqual([]);
  });
});

test("editing: changes the given fields and keeps the rest, and only the newest change can be undone", async () => {
  const shop = await openShop(1);
  const edit = (given: object) =>
    press(shop.owner, actions.edit, { ...shop.id(1), ...given });
  const row = async () => {
    const args = { queueId: shop.queueId };
    const board = await shop.owner.query(actions.board, args);
    const { name, phone, note } = must(board.waiting[0], "row");
    return { name, phone, note };
  };
  const first = await edit({ name: " Ana ", phone: "07700 900123" });
  expect(first).toMatchObject({ ok: true, name: "Ana" });
  const second = await edit({ note: "Fringe\nonly" });
  const all = { name: "Ana", phone: "+447700900123", note: "Fringe only" };
  expect(await row()).toEqual(all);
  const cleared = await edit({ name: "", phone: null, note: null });
  expect(await row()).toEqual({ name: null, phone: null, note: null });
  expect(await shop.undo(second)).toMatchObject({ ok: false });
  expect(await shop.undo(cleared)).toEqual({ ok: true });
  expect(await row()).toEqual(all);
  expect(await shop.undo(second)).toMatchObject({ ok: false });
  expect(await edit({ phone: "12" })).toEqual(refusedWith("phoneInvalid"));
  await edit({ note: "x".repeat(300) });
  expect((await row()).note).toHaveLength(200);
  await press(shop.owner, actions.remove, shop.id(1));
  expect(await edit({ name: "Bo" })).toEqual(MOVED_ON);
});

test("editing: keeps notes out of what customers see, and notes and names out of the log", async () => {
  const shop = await openShop(1);
  const note = "Canary note";
  const args = keyed({ ...shop.id(1), note, name: "Canary name" });
  await shop.owner.mutation(actions.edit, args);
  await shop.call(1);
  const seen = JSON.stringify([
    await shop.see(1),
    await shop.app.backend.query(api.line.tickets.line, {
      queueId: shop.queueId,
    }),
    await shop.app.backend.query(api.line.display.board, {
      businessId: shop.businessId,
    }),
  ]);
  expect(seen).not.toContain(note);
  const log = JSON.stringify(await rows(shop.app, "ticketEvents"));
  expect(log).not.toContain("Canary");
});
