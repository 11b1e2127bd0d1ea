/** A shop that asks when unsure: what the next call ends, and what no clock does. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Doc } from "../../../convex/_generated/dataModel.js";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import { lineFromTickets, lineRow, newSecret, ticketOf } from "../open-app.ts";
import { startClockAt } from "../fake-clock.ts";
import { granted, newShop, press } from "../base/calls.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MINUTE = 60_000;
startClockAt(NOON);

/** A shop with #1 to #people waiting. */
async function openShop(
  people: number,
  whenUnmarked?: Doc<"businesses">["whenUnmarked"],
) {
  const shop = await newShop({
    settings: whenUnmarked === undefined ? {} : { whenUnmarked },
  });
  const { app, owner, queueId } = shop;
  const secrets: string[] = [];
  for (let i = 0; i < people; i += 1) secrets.push(await app.join(queueId));
  return {
    ...shop,
    secrets,
    see: (number: number) => ticketOf(app, secrets[number - 1] ?? ""),
    called: async () =>
      (await owner.query(api.desk.actions.board, { queueId })).called,
    callNext: async () => {
      const args = { queueId, requestKey: newSecret() };
      return granted(await owner.mutation(api.desk.actions.callNext, args));
    },
    pass: async (ms: number) => {
      vi.advanceTimersByTime(ms);
      await app.backend.finishInProgressScheduledFunctions();
    },
  };
}

test("a person called less than three minutes ago stays, on the way or not; the others' turns end", async () => {
  const shop = await openShop(5);
  const [secret = ""] = shop.secrets;
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
  const line = await lineRow(shop.app, shop.queueId);
  expect(line.state).toEqual(await lineFromTickets(shop.app, line));
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
    for (const { calledAt } of await shop.called())
      expect(Date.now() - (calledAt ?? 0)).toBeLessThan(3 * MINUTE);
  }
  await shop.pass(60 * MINUTE);
  const { waiting } = (await lineRow(shop.app, shop.queueId)).state;
  expect(parseLine(waiting)).toEqual([]);
  for (let number = 1; number <= people; number += 1)
    expect((await shop.see(number)).noShows).toBe(0);
});

test("a clock that ran when the shop switched it off moves nobody", async () => {
  const shop = await openShop(3, "missed");
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
