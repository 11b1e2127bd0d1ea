/** The display on the wall (product.md TV1 to TV3). */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { initialsOf } from "../../../convex/line/rules/initials.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { MAX_RECENT_CALLS } from "../../../convex/queue/rules/recentCalls.ts";
import { newSecret, openApp, rows, type App, type Shop } from "../open-app.ts";
import { NOON } from "../fake-clock.ts";
import { press, granted, newQueue } from "../base/calls.ts";
import { changeRow } from "../base/tables.ts";

const boardOf = async (app: App, { businessId }: { businessId: string }) =>
  must(
    await app.backend.query(api.line.display.board, { businessId }),
    "board",
  );

const callsOf = async (app: App, shop: Shop) =>
  (await boardOf(app, shop)).calls.map(({ number }) => number);

const callNext = async ({ owner }: Shop, queueId: Id<"queues">) =>
  granted(
    await owner.mutation(api.desk.actions.callNext, {
      ...{ queueId, requestKey: newSecret() },
    }),
  );

async function openShop(people: number) {
  const app = await openApp();
  const settings = { whenUnmarked: "came" } as const;
  const shop = await app.shop({ plan: "pro", settings });
  for (let i = 0; i < people; i += 1) await app.join(shop.queueId, `Ada ${i}`);
  return { app, shop };
}

describe("the calls on the display", () => {
  test("are of all queues, oldest first, and stay when the visit has ended", async () => {
    const { app, shop } = await openShop(2);
    const beard = await newQueue(shop.owner, "Beard");
    await app.join(beard);
    await callNext(shop, shop.queueId);
    vi.setSystemTime(NOON + 100);
    await callNext(shop, beard);
    vi.setSystemTime(NOON + 200);
    await callNext(shop, shop.queueId);
    const shared = {
      initials: null,
      callCount: 1,
      place: null,
      placeParts: null,
    };
    expect((await boardOf(app, shop)).calls).toEqual([
      { ...shared, queueName: "Haircut", letter: "H", number: 1, at: NOON },
      { ...shared, queueName: "Beard", letter: "B", number: 1, at: NOON + 100 },
      {
        ...shared,
        queueName: "Haircut",
        letter: "H",
        number: 2,
        at: NOON + 200,
      },
    ]);
  });

  test("show a recalled customer once, as the newest", async () => {
    const { app, shop } = await openShop(3);
    const { ticketId } = await callNext(shop, shop.queueId);
    await callNext(shop, shop.queueId);
    vi.setSystemTime(NOON + 5_000);
    // The second call completed the first person, so the second is rung again.
    const second = (await rows(app, "tickets"))[1];
    expect(second?._id).not.toBe(ticketId);
    await press(shop.owner, api.desk.actions.recall, {
      ticketId: must(second, "second")._id,
    });
    const { calls } = await boardOf(app, shop);
    expect(calls.map(({ number }) => number)).toEqual([1, 2]);
    expect(calls[1]).toMatchObject({ at: NOON + 5_000, callCount: 2 });
  });

  test("leave out an undone call and keep the others", async () => {
    const { app, shop } = await openShop(3);
    await callNext(shop, shop.queueId);
    const { eventId } = await callNext(shop, shop.queueId);
    expect(await callsOf(app, shop)).toEqual([1, 2]);
    await press(shop.owner, api.desk.actions.undo, { eventId });
    expect(await callsOf(app, shop)).toEqual([1]);
  });

  test("are cleared by a reset; undoing it brings back only the customer who is still called", async () => {
    const { app, shop } = await openShop(3);
    await callNext(shop, shop.queueId);
    await callNext(shop, shop.queueId);
    const { eventId } = await press(shop.owner, api.desk.actions.reset, {
      queueId: shop.queueId,
    });
    expect(await callsOf(app, shop)).toEqual([]);
    await press(shop.owner, api.desk.actions.undo, { eventId });
    expect(await callsOf(app, shop)).toEqual([2]);
  });

  test("are limited to the most recent", async () => {
    const { app, shop } = await openShop(MAX_RECENT_CALLS + 2);
    for (let i = 0; i < MAX_RECENT_CALLS + 2; i += 1) {
      vi.setSystemTime(NOON + i);
      await callNext(shop, shop.queueId);
    }
    const all = await callsOf(app, shop);
    expect(all).toHaveLength(MAX_RECENT_CALLS);
    expect(all.at(-1)).toBe(MAX_RECENT_CALLS + 2);
  });
});

test("the queues on the display: show who is next and how many wait; a closed queue only while customers are in it", async () => {
  const { app, shop } = await openShop(5);
  const { owner, queueId } = shop;
  await callNext(shop, queueId);
  await owner.mutation(api.desk.queues.setActive, {
    queueId,
    isActive: false,
  });
  const [queue, ...others] = (await boardOf(app, shop)).queues;
  expect(others).toEqual([]);
  expect(queue).toMatchObject({
    ...{
      name: "Haircut",
      isActive: false,
      limitReached: false,
      atCounter: 1,
    },
    ...{ next: [2, 3, 4], waitingCount: 4 },
  });
  await press(owner, api.desk.actions.reset, { queueId });
  expect((await boardOf(app, shop)).queues).toEqual([]);
});

test("the queues on the display: show when they are full", async () => {
  const app = await openApp();
  const shop = await app.shop({ plan: "starter" });
  for (let i = 0; i < 10; i += 1) await app.join(shop.queueId);
  expect((await boardOf(app, shop)).queues[0]?.limitReached).toBe(true);
});

describe("what the display reveals about customers", () => {
  async function calledAs(name: string, boardNames?: "number" | "initials") {
    const app = await openApp();
    const shop = await app.shop();
    await app.join(shop.queueId, name);
    await callNext(shop, shop.queueId);
    await changeRow(app, "businesses", shop.businessId, { boardNames });
    return { board: await boardOf(app, shop), app };
  }

  test.each([undefined, "number"] as const)(
    "is only the number unless the owner chose otherwise (%s)",
    async (boardNames) => {
      const { board, app } = await calledAs("Theodora P.", boardNames);
      expect(board.calls[0]?.initials).toBeNull();
      const [ticket] = await rows(app, "tickets");
      const shown = JSON.stringify(board);
      expect(shown).not.toContain("Theodora");
      const { _id: ticketId, secretHash } = must(ticket, "ticket");
      for (const secret of [ticketId, secretHash])
        expect(shown).not.toContain(must(secret, "secret"));
    },
  );

  test("is the initials and no more of the name", async () => {
    const { board } = await calledAs("Theodora Papadopoulou", "initials");
    expect(board.calls[0]?.initials).toBe("T. P.");
    expect(JSON.stringify(board)).not.toMatch(/Theodora|Papa/);
  });

  test.each([
    ["Theodora Papadopoulou", "T. P."],
    ["anne-marie van der Berg", "A. M."],
    ["Ülkü", "Ü."],
    ["محمد علي", "م. ع."],
    ["𝒳ena 2nd", "𝒳. 2."],
    ["🎉 !!", null],
    ["", null],
  ])("the initials of %j are %j", (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });

  test("is nothing for an unknown business", async () => {
    const app = await openApp();
    for (const businessId of ["", "nonexistent"])
      expect(
        await app.backend.query(api.line.display.board, { businessId }),
      ).toBeNull();
  });
});
