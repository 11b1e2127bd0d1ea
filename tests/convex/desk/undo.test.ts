import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { granted, lineRow, rows, type Shop } from "../open-app.ts";
import { NOON, SECOND } from "../fake-clock.ts";
import { press } from "../base/calls.ts";
import { openCounter } from "./counter-shop.ts";

const { actions } = api.desk;
const NOTHING = { ok: false, code: "nothingToUndo" };

const openShop = (people: number) =>
  openCounter(people, {
    ...{ settings: { whenUnmarked: "came" }, apartMs: SECOND },
  });

const reset = async ({ owner, queueId }: Shop) =>
  granted(await press(owner, actions.reset, { queueId })).eventId;

test("an undone call that is made again rings once more", async () => {
  const shop = await openShop(2);
  const { eventId } = await shop.callNext();
  await shop.undo({ eventId });
  expect(await shop.see(1)).toMatchObject({
    status: "waiting",
    callCount: 1,
    calledAt: null,
  });
  await shop.callNext();
  expect((await shop.see(1)).callCount).toBe(2);
  // The wait that ended in the call counts once.
  const [day] = await rows(shop.app, "queueDays");
  expect(day?.counts).toMatchObject({ calls: 1, waits: 1 });
});

test("an undone reset leaves every ticket, the line and the day as they were", async () => {
  const shop = await openShop(4);
  await shop.act("serve", (await shop.callNext()).ticketId);
  await shop.callNext();
  const all = async () => [await rows(shop.app, "tickets"), await shop.day()];
  const before = await all();
  const eventId = await reset(shop);
  expect(await shop.undo({ eventId })).toEqual({ ok: true });
  expect(await all()).toEqual(before);
  expect(await shop.order()).toEqual([3, 4]);
});

describe("undo is refused", () => {
  test("a second time, the day after, and for a reset after ten seconds", async () => {
    const shop = await openShop(3);
    const undo = (eventId: string) => shop.undo({ eventId });
    const { eventId: first } = await shop.callNext();
    const { eventId: second } = await shop.callNext();
    expect(await undo(second)).toEqual({ ok: true });
    expect(await undo(second)).toEqual(NOTHING);
    vi.setSystemTime(NOON + 12 * 60 * 60_000);
    expect(await undo(first)).toEqual(NOTHING);
    const late = await reset(shop);
    vi.advanceTimersByTime(10_001);
    expect(await undo(late)).toEqual(NOTHING);
  });

  test("for a ticket that would expire at once", async () => {
    const shop = await openShop(1);
    vi.setSystemTime(NOON + 24 * 60 * 60_000 - 1_000);
    const { eventId } = await shop.callNext();
    vi.setSystemTime(NOON + 24 * 60 * 60_000);
    expect(await shop.undo({ eventId })).toEqual(NOTHING);
  });

  test("when the customer has left meanwhile", async () => {
    const shop = await openShop(1);
    const { eventId } = await shop.callNext();
    await shop.leave(1);
    expect(await shop.undo({ eventId })).toEqual(NOTHING);
    expect((await shop.see(1)).status).toBe("cancelled");
  });

  test("for a reset after a customer joined the new generation", async () => {
    const shop = await openShop(2);
    const eventId = await reset(shop);
    await shop.app.join(shop.queueId);
    expect(await shop.undo({ eventId })).toEqual(NOTHING);
    expect(await shop.order()).toEqual([1]);
    expect((await lineRow(shop.app, shop.queueId)).state.generation).toBe(2);
  });
});

test("the log: has one row per state change, and undo adds its own", async () => {
  const shop = await openShop(2);
  await shop.callNext();
  const { eventId } = await shop.callNext();
  await shop.undo({ eventId });
  const log = (await rows(shop.app, "ticketEvents")).map(
    ({ kind, number, before, after, undoneAt }: Doc<"ticketEvents">) =>
      `${kind} #${number} ${before?.status ?? "-"}>${after?.status ?? "-"}${undoneAt === null ? "" : " (undone)"}`,
  );
  expect(log).toEqual([
    "join #1 ->waiting",
    "join #2 ->waiting",
    "call #1 waiting>called",
    "call #2 waiting>called (undone)",
    "complete #1 called>completed (undone)",
    "undo #2 called>waiting",
    "undo #1 completed>called",
  ]);
});
