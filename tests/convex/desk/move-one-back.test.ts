/** 'Move one back', the milder choice after a Skip (product.md D12). */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { rows } from "../open-app.ts";
import { NOON, SECOND } from "../fake-clock.ts";
import { failsWith, granted, press, refusedWith } from "../base/calls.ts";
import { openCounter } from "./counter-shop.ts";

const { actions } = api.desk;
const NOTHING = refusedWith("nothingToUndo");

/** A shop with #1 to #people waiting. */
async function openShop(people: number) {
  const shop = await openCounter(people, { apartMs: SECOND });
  const { owner, queueId, board } = shop;
  return {
    ...shop,
    /** Skips the first in line. */
    skip: async () => {
      const [first] = (await board()).waiting;
      const args = { queueId, expectedTicketId: first?.ticketId ?? "" };
      return granted(await press(owner, actions.skip, args));
    },
    back: ({ eventId }: { eventId: string }) =>
      press(owner, actions.moveOneBack, { eventId }),
    skipped: async () => (await shop.day()).skipped,
  };
}

test("undoes the skip and puts the person second; undo puts them first again", async () => {
  const shop = await openShop(3);
  const skip = await shop.skip();
  expect(await shop.skipped()).toBe(1);
  const back = granted(await shop.back(skip));
  expect(back).toMatchObject({ number: 1, queueId: shop.queueId });
  expect(await shop.order()).toEqual([2, 1, 3]);
  expect(await shop.skipped()).toBe(0);
  expect((await shop.board()).undo).toMatchObject({
    ...{ code: "reorder", eventId: back.eventId, number: 1 },
  });
  expect(await shop.back(skip)).toEqual(NOTHING);
  expect(await shop.undo(back)).toEqual({ ok: true });
  expect(await shop.order()).toEqual([1, 2, 3]);
});

test("puts them behind whoever is first by then, later that day too", async () => {
  const shop = await openShop(4);
  const skip = await shop.skip();
  await shop.callNext();
  vi.advanceTimersByTime(60_000);
  await shop.back(skip);
  expect(await shop.order()).toEqual([3, 1, 4]);
});

test("with one other: behind them, before everybody who joins later", async () => {
  const shop = await openShop(2);
  await shop.back(await shop.skip());
  await shop.app.join(shop.queueId);
  expect(await shop.order()).toEqual([2, 1, 3]);
});

test("is refused as undo is, and for every other action, and then writes nothing", async () => {
  const shop = await openShop(4);
  const skip = await shop.skip();
  const call = await shop.callNext();
  const events = async () => (await rows(shop.app, "ticketEvents")).length;
  const before = await events();
  expect(await shop.back(call)).toEqual(NOTHING);
  const stranger = await shop.app.shop();
  const { eventId } = skip;
  await failsWith(
    press(stranger.owner, actions.moveOneBack, { eventId }),
    "notFound",
  );
  vi.setSystemTime(NOON + 12 * 60 * 60_000);
  expect(await shop.back(skip)).toEqual(NOTHING);
  expect(await events()).toBe(before);
});
