/** A test ticket leaves no trace (product.md D15), and the desk's history (D16). */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import {
  keyed,
  lineRow,
  newSecret,
  openApp,
  rows,
  type App,
} from "../open-app.ts";
import { NOON } from "../fake-clock.ts";
import {
  failsWith,
  press,
  refusedWith,
  granted,
  newQueue,
} from "../base/calls.ts";
import { changeRow, copyRow } from "../base/tables.ts";

const { actions } = api.desk;
const MOVED_ON = { ok: false, code: "customerMovedOn" };

/** All rows that count something or hold a customer. Days with only zeros are left out. */
async function figures(app: App) {
  const counts = ({ counts }: { counts: object }) =>
    /[1-9]/.test(JSON.stringify(counts));
  const days = (await rows(app, "queueDays")).filter(counts);
  const people = (await rows(app, "personDays")).filter(counts);
  const ratings = (await rows(app, "feedbackDays")).filter(counts);
  const lines = (await rows(app, "lines")).map(({ state }) => {
    // `lastOrderAt` is a high-water mark and not a count.
    const { lastOrderAt: _, recentCalls = [], ...rest } = state;
    return { ...rest, recentCalls };
  });
  return {
    ...{ days, people, ratings, lines },
    tickets: await rows(app, "tickets"),
    events: await rows(app, "ticketEvents"),
    notServed: await rows(app, "notServed"),
    pushes: await rows(app, "pushSubscriptions"),
    looks: await rows(app, "looks"),
  };
}

/** A queue with a morning behind it, so that it has estimates. One person waits. */
async function openShop() {
  const app = await openApp();
  const shop = await app.shop();
  const { owner, queueId, businessId } = shop;
  for (let i = 0; i < 6; i += 1) await app.join(queueId);
  for (let i = 0; i < 5; i += 1) {
    vi.advanceTimersByTime(4 * 60_000);
    await press(owner, actions.callNext, { queueId });
  }
  const colour = await newQueue(owner, "Colour");
  return { ...shop, app, colour, businessId };
}

/** The owner's own phone joins after a look at the waits. */
async function join({ app, queueId, businessId }: Shop) {
  const secret = newSecret();
  const look = newSecret();
  await app.backend.mutation(api.reports.looks.look, { businessId, key: look });
  await app.backend.mutation(api.line.tickets.join, { queueId, secret, look });
  const ticketId = must((await rows(app, "tickets")).at(-1), "ticket")._id;
  await app.backend.run(async (ctx) => {
    const address = { endpoint: secret, p256dh: "p", auth: "a", at: NOON };
    await ctx.db.insert("pushSubscriptions", {
      ...{ businessId, ticketId, ...address },
    });
    await ctx.db.patch("tickets", ticketId, { hasPush: true });
  });
  return { secret, ticketId };
}
type Shop = Awaited<ReturnType<typeof openShop>>;

describe("a test ticket", () => {
  const trials: Record<
    string,
    (shop: Shop, one: { secret: string; ticketId: Id<"tickets"> }) => unknown
  > = {
    waiting: () => undefined,
    "called and recalled": async ({ owner }, { ticketId }) => {
      await press(owner, actions.call, { ticketId });
      await press(owner, actions.recall, { ticketId });
    },
    "served, and said how it was": async ({ owner, app }, one) => {
      const { ticketId, secret } = one;
      await press(owner, actions.call, { ticketId });
      await press(owner, actions.serve, { ticketId });
      vi.advanceTimersByTime(60_000);
      await press(owner, actions.done, { ticketId });
      const said = { secret, rating: "great" } as const;
      await app.backend.mutation(api.reports.feedback.give, said);
    },
    "missed, undone and gone": async ({ owner, app }, one) => {
      const { ticketId, secret } = one;
      await press(owner, actions.call, { ticketId });
      const { eventId } = granted(
        await press(owner, actions.noShow, { ticketId }),
      );
      await press(owner, actions.undo, { eventId });
      await app.backend.mutation(api.line.tickets.leave, { secret });
    },
    "in another queue": async ({ owner, colour }, { ticketId }) => {
      await press(owner, actions.transfer, { ticketId, queueId: colour });
    },
    "called, in another queue, edited and skipped": async (
      shop,
      { ticketId },
    ) => {
      const { owner, colour } = shop;
      await press(owner, actions.call, { ticketId });
      await press(owner, actions.transfer, { ticketId, queueId: colour });
      await press(owner, actions.edit, { ticketId, note: "Test" });
      await owner.mutation(actions.skip, {
        ...keyed({ queueId: colour, expectedTicketId: ticketId }),
      });
    },
  };

  test.each(Object.keys(trials))(
    "%s leaves no trace once removed",
    async (name) => {
      const shop = await openShop();
      const { app, owner } = shop;
      const before = await figures(app);
      const one = await join(shop);
      const ticket = must(
        await app.backend.run((ctx) => ctx.db.get("tickets", one.ticketId)),
        "ticket",
      );
      expect(ticket.quote).toBeDefined();
      vi.advanceTimersByTime(60_000);
      await must(trials[name], "trial")(shop, one);
      vi.advanceTimersByTime(60_000);
      const { ticketId } = one;
      expect(await press(owner, actions.removeTest, { ticketId })).toEqual({
        ok: true,
      });
      expect(await figures(app)).toEqual(before);
      expect(
        await app.backend.query(api.line.tickets.mine, { secret: one.secret }),
      ).toBeNull();
      const next = await join(shop);
      expect(
        await app.backend.query(api.line.tickets.mine, { secret: next.secret }),
      ).toMatchObject({ number: ticket.number });
    },
  );

  test("is offered for the shop's own network and for people added at the counter", async () => {
    const { app, owner, queueId } = await openShop();
    const wifi = { ip: "203.0.113.20" };
    await owner.withRequestMetadata(wifi).mutation(actions.opened, {});
    const joined = async (from: { ip: string }) => {
      await app.backend
        .withRequestMetadata(from)
        .mutation(api.line.tickets.join, { queueId, secret: newSecret() });
      return must((await rows(app, "tickets")).at(-1), "ticket")._id;
    };
    const own = await joined(wifi);
    const stranger = await joined({ ip: "198.51.100.7" });
    await press(owner, actions.addWalkIn, { queueId, name: "Bo" });
    const added = must((await rows(app, "tickets")).at(-1), "ticket")._id;
    const offers = (ticketId: string) =>
      owner.query(actions.seemsTest, { ticketId });
    expect(await offers(own)).toBe(true);
    expect(await offers(stranger)).toBe(false);
    expect(await offers(added)).toBe(true);
    await changeRow(app, "tickets", own, { scheduledTime: NOON });
    expect(await offers(own)).toBe(false);
  });

  test("cannot be an old ticket, a booking or another shop's ticket", async () => {
    const shop = await openShop();
    const { app, owner } = shop;
    const { ticketId } = await join(shop);
    const removed = (caller = owner) =>
      press(caller, actions.removeTest, { ticketId });
    await failsWith(removed((await app.shop()).owner), "notFound");
    await changeRow(app, "tickets", ticketId, { scheduledTime: NOON });
    expect(await removed()).toEqual(MOVED_ON);
    await changeRow(app, "tickets", ticketId, { scheduledTime: null });
    vi.advanceTimersByTime(24 * 60 * 60_000 + 1);
    expect(await removed()).toEqual(MOVED_ON);
  });

  test("with more than 500 events cannot be removed, nor can adding it be undone", async () => {
    const { app, owner, queueId } = await openShop();
    const { eventId } = granted(
      await press(owner, actions.addWalkIn, { queueId, name: "Bo" }),
    );
    const event = must((await rows(app, "ticketEvents")).at(-1), "event");
    const ticketId = must(event.ticketId, "ticket");
    const { _id, _creationTime, ...row } = event;
    await copyRow(app, "ticketEvents", 500, () => row);
    expect(await press(owner, actions.removeTest, { ticketId })).toEqual(
      MOVED_ON,
    );
    expect(await press(owner, actions.undo, { eventId })).toEqual(
      refusedWith("nothingToUndo"),
    );
    expect(await rows(app, "ticketEvents")).toContainEqual(event);
  });

  test("takes along its own undo offer and no other", async () => {
    const shop = await openShop();
    const { app, owner, queueId } = shop;
    const { ticketId } = await join(shop);
    expect(await press(owner, actions.call, { ticketId })).toMatchObject({
      ok: true,
    });
    await press(owner, actions.removeTest, { ticketId });
    expect((await lineRow(app, queueId)).undo).toBeNull();
    const { ticketId: again } = await join(shop);
    await press(owner, actions.callNext, { queueId });
    await press(owner, actions.removeTest, { ticketId: again });
    expect((await lineRow(app, queueId)).undo).toMatchObject({ number: 6 });
  });
});

test("a walk-in: added by mistake is undone without a trace", async () => {
  const { app, owner, queueId } = await openShop();
  const before = await figures(app);
  const added = granted(
    await press(owner, actions.addWalkIn, { queueId, name: "Bo" }),
  );
  expect((await lineRow(app, queueId)).undo).toMatchObject({
    ...{ code: "join", number: 7, eventId: added.eventId },
  });
  const { eventId } = added;
  expect(await press(owner, actions.undo, { eventId })).toEqual({ ok: true });
  expect(await figures(app)).toEqual(before);
});

test("the desk's history: lists the day's actions, newest first, with customer, actor and outcome", async () => {
  const shop = await openShop();
  const { owner, queueId } = shop;
  const { ticketId } = await join(shop);
  await press(owner, actions.edit, { ticketId, name: "Ana" });
  const { eventId } = granted(await press(owner, actions.call, { ticketId }));
  await press(owner, actions.recall, { ticketId });
  vi.advanceTimersByTime(60 * 60_000);
  const seen = async () =>
    (await owner.query(actions.history, { queueId })).slice(0, 4);
  expect(await seen()).toMatchObject([
    { code: "recall", number: 7, name: "Ana", canUndo: false, byMe: true },
    { code: "call", number: 7, canUndo: true, undoneAt: null },
    { code: "edit", number: 7, canUndo: true, at: NOON + 20 * 60_000 },
    { code: "call", number: 5, canUndo: true, name: null },
  ]);
  expect(await press(owner, actions.undo, { eventId })).toEqual({ ok: true });
  const undoneAt = Date.now();
  expect((await seen())[1]).toMatchObject({ canUndo: false, undoneAt });
});

test("the desk's history: covers one day and one queue, with at most fifty entries", async () => {
  const shop = await openShop();
  const { owner, queueId, colour } = shop;
  const history = (of = queueId) =>
    owner.query(actions.history, { queueId: of });
  expect(await history(colour)).toEqual([]);
  expect(await history()).toHaveLength(5);
  vi.advanceTimersByTime(24 * 60 * 60_000);
  const { ticketId } = await join(shop);
  await press(owner, actions.call, { ticketId });
  expect(await history()).toHaveLength(1);
  for (let i = 0; i < 55; i += 1)
    await press(owner, actions.recall, { ticketId });
  expect(await history()).toHaveLength(50);
});
