/**
 * Chairs, pause and 'they are customers' are desk actions like others: they can be undone and are in today's list.
 * Undo works while the queue is as the action left it. product.md D12, D16.
 */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { lineRow, newSecret, openApp, rows } from "../open-app.ts";
import { MINUTE, NOON } from "../fake-clock.ts";
import { press } from "../base/calls.ts";

const { actions } = api.desk;

async function openShop() {
  const app = await openApp();
  const shop = await app.shop();
  const { owner, queueId } = shop;
  const { setChairs, setPause, resume } = api.desk.queues;
  return {
    ...{ app, shop, owner, queueId },
    chairs: (chairs: number) => press(owner, setChairs, { queueId, chairs }),
    pause: (until: number | null) => press(owner, setPause, { queueId, until }),
    resume: () => press(owner, resume, { queueId }),
    undo: (eventId: string | null) =>
      press(owner, actions.undo, { eventId: must(eventId, "an action") }),
    board: () => owner.query(actions.board, { queueId }),
    today: () => owner.query(actions.history, { queueId }),
  };
}

test("a change of chairs can be undone and is in today's list", async () => {
  const { chairs, undo, board, today } = await openShop();
  const eventId = await chairs(3);
  const offer = { eventId, code: "chairsSet", number: 3 };
  expect((await board()).undo).toMatchObject({
    ...offer,
    expiresAt: NOON + 10_000,
  });
  expect(await today()).toMatchObject([{ ...offer, canUndo: true }]);
  expect(await undo(eventId)).toEqual({ ok: true });
  expect(await board()).toMatchObject({ chairs: 1, undo: null });
  expect(await today()).toMatchObject([{ canUndo: false, undoneAt: NOON }]);
});

test("setting what is already set is no action", async () => {
  const { chairs, resume, today } = await openShop();
  expect(await chairs(1)).toBeNull();
  expect(await resume()).toBeNull();
  expect(await today()).toEqual([]);
});

test("an older change can be undone only after the newer one", async () => {
  const { chairs, undo, board } = await openShop();
  const two = await chairs(2);
  const four = await chairs(4);
  vi.advanceTimersByTime(MINUTE);
  expect(await undo(two)).toMatchObject({ ok: false, code: "nothingToUndo" });
  expect(await undo(four)).toEqual({ ok: true });
  expect(await undo(two)).toEqual({ ok: true });
  expect((await board()).chairs).toBe(1);
});

test("an undone pause leaves none; an undone resume restores the pause with its end", async () => {
  const { app, owner, pause, resume, undo, board, queueId } = await openShop();
  expect(await undo(await pause(null))).toEqual({ ok: true });
  expect((await board()).pause).toBeNull();
  const until = NOON + 30 * MINUTE;
  await pause(until);
  const ended = await resume();
  expect((await board()).undo).toMatchObject({ code: "pauseEnded" });
  expect(await undo(ended)).toEqual({ ok: true });
  expect((await board()).pause).toEqual({ since: NOON, until });
  vi.advanceTimersByTime(31 * MINUTE);
  await app.backend.finishInProgressScheduledFunctions();
  expect((await lineRow(app, queueId)).pause).toBeNull();
  expect(await owner.query(actions.history, { queueId })).toHaveLength(3);
});

test("undoing a resume does not restore a pause whose end has passed", async () => {
  const { pause, resume, undo, board } = await openShop();
  await pause(NOON + 10 * MINUTE);
  const ended = await resume();
  vi.setSystemTime(NOON + 11 * MINUTE);
  expect(await undo(ended)).toEqual({ ok: true });
  expect((await board()).pause).toBeNull();
});

test("another shop cannot undo a change, and actions on customers do not block it", async () => {
  const { app, chairs, owner, undo, board, queueId } = await openShop();
  const eventId = must(await chairs(2), "an action");
  await expect(
    press((await app.shop()).owner, actions.undo, { eventId }),
  ).rejects.toThrow("notFound");
  const added = await press(owner, actions.addWalkIn, { queueId });
  expect(
    (await press(owner, actions.callNext, { queueId })).ok && added.ok,
  ).toBe(true);
  vi.advanceTimersByTime(MINUTE);
  expect(await undo(eventId)).toEqual({ ok: true });
  expect(await board()).toMatchObject({ chairs: 1, called: [{ number: 1 }] });
});

test("undoing 'they are customers' shows the suspicious joins again and forgets their network", async () => {
  const { app, owner, undo, board, queueId } = await openShop();
  const at = { ip: "203.0.113.99" };
  await owner.withRequestMetadata(at).mutation(actions.opened, {});
  const stranger = app.backend.withRequestMetadata({ ip: "198.51.100.7" });
  for (let i = 0; i < 3; i += 1) {
    const secret = newSecret();
    await stranger.mutation(api.line.tickets.join, { queueId, secret });
    vi.advanceTimersByTime(MINUTE);
  }
  const { crowdId, firstAt } = must((await board()).crowds[0], "crowd");
  const keep = () => press(owner, actions.keepCrowd, { queueId, crowdId });
  const kept = await keep();
  expect(await keep()).toEqual({ ok: true, eventId: null });
  expect(await board()).toMatchObject({
    crowds: [],
    undo: { code: "crowdKept", number: 3 },
  });
  expect(await undo(kept.ok ? kept.eventId : null)).toEqual({ ok: true });
  expect((await board()).crowds).toEqual([
    { crowdId, queueId, waiting: 3, firstAt, lastAt: firstAt + 2 * MINUTE },
  ]);
  expect(await rows(app, "ownNetworks")).toHaveLength(1);
});
