/** Suspicious joins: many from one connection, what the desk sees, and what it does about them. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import type { Plan } from "../../../convex/base/rules/plans.ts";
import {
  lineFromTickets,
  lineRow,
  newSecret,
  openApp,
  rows,
  ticketOf,
  type App,
  type Caller,
  type Shop,
  maintain,
} from "../open-app.ts";
import { DAY, NOON } from "../fake-clock.ts";
import { failsWith, press, refusedWith } from "../base/calls.ts";

const { actions } = api.desk;
const STRANGER = "198.51.100.7";
const WIFI = "203.0.113.20";
const HOME = "203.0.113.99";

/** A shop whose desk has been opened at home. */
async function openShop(plan: Plan = "starter") {
  const app = await openApp();
  const shop = await app.shop({ plan });
  const { queueId } = shop;
  const from = (ip: string) => app.backend.withRequestMetadata({ ip });
  const join = (ip: string, secret = newSecret()) =>
    from(ip).mutation(api.line.tickets.join, { queueId, secret });
  const joins = async (ip: string, times: number) => {
    let taken = 0;
    for (let i = 0; i < times; i += 1) taken += Number((await join(ip)).ok);
    return taken;
  };
  const board = () => shop.owner.query(actions.board, { queueId });
  const openDesk = (ip: string) =>
    shop.owner.withRequestMetadata({ ip }).mutation(actions.opened, {});
  await openDesk(HOME);
  const addWalkIn = () => press(shop.owner, actions.addWalkIn, { queueId });
  return { app, shop, queueId, join, joins, board, openDesk, addWalkIn };
}

/** Removes the stranger's suspicious joins shown on the board. */
const removeOn = async (
  { owner, queueId }: Shop,
  board: { crowds: readonly { crowdId: string }[] },
) =>
  await press(owner, actions.removeCrowd, {
    queueId,
    crowdId: must(board.crowds[0], "crowd").crowdId,
  });

const orderOf = async (app: App, shop: Shop): Promise<number[]> =>
  parseLine((await lineRow(app, shop.queueId)).state.waiting);

describe("the desk sees suspicious joins", () => {
  test("beyond two from one foreign network, as a count; no address is stored", async () => {
    const { app, joins, board } = await openShop();
    await joins(STRANGER, 2);
    expect((await board()).crowds).toEqual([]);
    await joins(STRANGER, 5);
    expect((await board()).crowds).toMatchObject([{ waiting: 4 }]);
    expect(JSON.stringify(await rows(app, "crowds"))).not.toContain(STRANGER);
  });

  test("separately for each network, and not of customers who left again", async () => {
    const { joins, join, board, app } = await openShop("pro");
    await joins(STRANGER, 9);
    await joins("198.51.100.8", 8);
    const counts = (await board()).crowds.map(({ waiting }) => waiting);
    expect(counts.sort()).toEqual([8, 9]);
    for (let i = 0; i < 6; i += 1) {
      const secret = newSecret();
      await join("198.51.100.9", secret);
      await app.backend.mutation(api.line.tickets.leave, { secret });
    }
    expect((await board()).crowds).toHaveLength(2);
  });

  test("of a rush on the shop's own Wi-Fi, counting only those who rushed", async () => {
    const { joins, board, openDesk } = await openShop("pro");
    await openDesk(WIFI);
    for (let i = 0; i < 9; i += 1) {
      expect(await joins(WIFI, 1)).toBe(1);
      vi.advanceTimersByTime(20_000);
    }
    expect((await board()).crowds).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(await joins(WIFI, 12)).toBe(12);
    expect((await board()).crowds).toMatchObject([{ waiting: 12 }]);
  });

  test("from the tenth join of a rush, even if nobody else waits, and again after half a minute", async () => {
    const { app, joins, openDesk } = await openShop("pro");
    await openDesk(WIFI);
    await joins(WIFI, 9);
    expect(await rows(app, "crowds")).toEqual([]);
    await joins(WIFI, 1);
    expect(await rows(app, "crowds")).toMatchObject([{ since: NOON }]);
    for (const seconds of [29, 1]) {
      vi.advanceTimersByTime(seconds * 1_000);
      await joins(WIFI, 1);
    }
    const at = NOON + 30_000;
    expect(await rows(app, "crowds")).toMatchObject([{ at, since: NOON }]);
  });
});

describe("the shop's own Wi-Fi", () => {
  test("is a network where the desk was opened: 30 customers can join at once, elsewhere 15", async () => {
    const { joins, openDesk } = await openShop("pro");
    await openDesk(WIFI);
    expect(await joins(WIFI, 60)).toBe(30);
    expect(await joins(STRANGER, 60)).toBe(15);
  });

  test("is forgotten a week after the desk was last open there", async () => {
    const { app, joins, openDesk } = await openShop("pro");
    await openDesk(WIFI);
    vi.setSystemTime(NOON + 7 * DAY + 1);
    expect(await joins(WIFI, 60)).toBe(30);
    await joins("203.0.113.98", 1);
    await openDesk(HOME);
    expect(await joins(WIFI, 60)).toBe(0);
    vi.setSystemTime(NOON + 15 * DAY);
    await maintain(app);
    expect(await rows(app, "ownNetworks")).toEqual([]);
  });

  test("is recorded at most once an hour, without its address, and up to five per business", async () => {
    const { app, openDesk } = await openShop();
    await openDesk(WIFI);
    vi.advanceTimersByTime(3_599_000);
    await openDesk(WIFI);
    expect(await rows(app, "ownNetworks")).toMatchObject([
      { at: NOON },
      { at: NOON },
    ]);
    for (let i = 1; i < 9; i += 1) await openDesk(`203.0.113.${i}`);
    expect(await rows(app, "ownNetworks")).toHaveLength(5);
    expect(JSON.stringify(await rows(app, "ownNetworks"))).not.toContain(WIFI);
  });
});

describe("removing suspicious joins", () => {
  test("is one action; undo restores everyone in order and calls nobody", async () => {
    const { app, shop, join, joins, board } = await openShop("pro");
    const { owner, queueId } = shop;
    const honest = newSecret();
    await joins(STRANGER, 4);
    await join(WIFI, honest);
    await joins(STRANGER, 5);
    // One of them is already at the desk and stays.
    await press(owner, actions.callNext, { queueId });
    const before = await orderOf(app, shop);
    expect((await board()).crowds).toMatchObject([{ waiting: 8 }]);

    const answer = await removeOn(shop, await board());
    expect(answer).toMatchObject({ ok: true, removed: 8 });
    expect(await orderOf(app, shop)).toEqual([5]);
    const after = await board();
    expect(after).toMatchObject({ crowds: [], called: [{ number: 1 }] });
    expect(after.undo).toMatchObject({ code: "crowdRemoved", number: 8 });
    expect((await ticketOf(app, honest)).status).toBe("waiting");

    const { eventId } = must(after.undo, "undo");
    vi.advanceTimersByTime(9_999);
    expect(await press(owner, actions.undo, { eventId })).toEqual({ ok: true });
    expect(await orderOf(app, shop)).toEqual(before);
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
    const calls = (await rows(app, "tickets")).map(
      ({ state }) => state.callCount,
    );
    expect(calls.filter((count) => count > 0)).toHaveLength(1);
    expect(await press(owner, actions.undo, { eventId })).toMatchObject({
      ok: false,
    });
    expect((await board()).crowds).toMatchObject([{ waiting: 8 }]);
    expect(await joins(STRANGER, 3)).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(await joins(STRANGER, 9)).toBe(3);
    expect((await board()).crowds).toMatchObject([{ waiting: 11 }]);
    expect(await removeOn(shop, await board())).toMatchObject({ removed: 11 });
  });

  test("keeps a foreign network out for half an hour, and only slows the shop's own", async () => {
    const { shop, joins, board, openDesk } = await openShop();
    await joins(STRANGER, 4);
    await removeOn(shop, await board());
    expect(await joins(STRANGER, 3)).toBe(0);
    vi.advanceTimersByTime(29 * 60_000);
    expect(await joins(STRANGER, 3)).toBe(0);
    vi.advanceTimersByTime(2 * 60_000);
    expect(await joins(STRANGER, 3)).toBe(3);
    await openDesk(WIFI);
    await joins(WIFI, 7);
    const own = (await board()).crowds.findIndex(({ waiting }) => waiting > 3);
    await removeOn(shop, { crowds: (await board()).crowds.slice(own) });
    expect(await joins(WIFI, 3)).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(await joins(WIFI, 3)).toBe(3);
  });

  test("does nothing when they are already gone or belong to another shop", async () => {
    const { app, shop, joins, board } = await openShop();
    const { queueId } = shop;
    await joins(STRANGER, 4);
    const seen = await board();
    const { crowdId } = must(seen.crowds[0], "crowd");
    const other = await app.shop();
    expect(
      await press(other.owner, actions.removeCrowd, {
        queueId: other.queueId,
        crowdId,
      }),
    ).toEqual(refusedWith("crowdGone"));
    await failsWith(
      press(other.owner, actions.removeCrowd, { queueId, crowdId }),
      "notFound",
    );
    // All people of this one have left.
    const left = { queueId, network: "n", since: 0, at: NOON, quietUntil: 0 };
    const empty = await app.backend.run((ctx) => ctx.db.insert("crowds", left));
    expect(await removeOn(shop, { crowds: [{ crowdId: empty }] })).toEqual(
      refusedWith("crowdGone"),
    );
    expect((await board()).waitingCount).toBe(4);
    expect(await removeOn(shop, seen)).toMatchObject({ ok: true });
    expect(await removeOn(shop, seen)).toEqual(refusedWith("crowdGone"));
  });
});

test("'they are customers' admits more joins from their connection and hides the notice", async () => {
  const { shop, joins, board } = await openShop();
  const { queueId, owner } = shop;
  await joins(STRANGER, 5);
  const { crowdId } = must((await board()).crowds[0], "crowd");
  const keep = () => press(owner, actions.keepCrowd, { queueId, crowdId });
  expect(await keep()).toMatchObject({ ok: true });
  expect(await keep()).toEqual({ ok: true, eventId: null });
  expect((await board()).crowds).toEqual([]);
  expect(await joins(STRANGER, 9)).toBe(6);
  expect((await board()).crowds).toEqual([]);
});

test("'they are customers' from staff hides the notice alone: the connection may be their own home's", async () => {
  const { app, shop, queueId, joins, board } = await openShop();
  const { caller: staff } = await app.member(shop, "staff");
  await joins(STRANGER, 5);
  const { crowdId } = must((await board()).crowds[0], "crowd");
  const keep = (by: Caller) =>
    press(by, actions.keepCrowd, { queueId, crowdId });
  const networks = async () => (await rows(app, "ownNetworks")).length;
  const before = await networks();
  const kept = await keep(staff);
  expect(kept).toMatchObject({ ok: true });
  expect((await board()).crowds).toEqual([]);
  expect(await networks()).toBe(before);
  expect(await joins(STRANGER, 9)).toBe(0);
  const eventId = kept.ok ? must(kept.eventId, "event") : "";
  await press(staff, actions.undo, { eventId });
  expect((await board()).crowds).toHaveLength(1);
  await shop.owner.mutation(api.team.people.rename, {
    ...{ personId: shop.ownerId, name: "Anna" },
  });
  const { caller: tablet } = await app.tablet(shop, shop.ownerId);
  expect(await keep(tablet)).toMatchObject({ ok: true });
  expect(await networks()).toBe(before + 1);
});

test.each(["reset", "skip", "remove"] as const)(
  "people whom the undo of a %s brings back count for their network as before, until a day after their end",
  async (how) => {
    const { app, shop, queueId, joins, board } = await openShop();
    const { owner } = shop;
    expect(await joins(STRANGER, 9)).toBe(4);
    const before = await rows(app, "tickets");
    const [{ _id: ticketId } = { _id: "" }] = before;
    const end = () =>
      how === "reset"
        ? press(owner, actions.reset, { queueId })
        : how === "skip"
          ? press(owner, actions.skip, { queueId, expectedTicketId: ticketId })
          : press(owner, actions.remove, { ticketId });
    await end();
    const { eventId } = must((await board()).undo, "undo");
    expect(await press(owner, actions.undo, { eventId })).toEqual({ ok: true });
    expect(await rows(app, "tickets")).toEqual(before);
    expect((await board()).crowds).toMatchObject([{ waiting: 4 }]);
    expect(await joins(STRANGER, 9)).toBe(0);

    await end();
    const networks = async () => {
      await maintain(app);
      return (await rows(app, "tickets"))
        .filter(({ _id }) => _id === ticketId)
        .map(({ endedNetwork }) => endedNetwork?.network);
    };
    vi.setSystemTime(NOON + DAY);
    expect(await networks()).toEqual([before[0]?.network]);
    vi.setSystemTime(NOON + DAY + 1);
    expect(await networks()).toEqual([undefined]);
  },
);

test("the desk: can add walk-ins beyond the plan's limit, one for each suspicious join", async () => {
  const { joins, addWalkIn, board } = await openShop();
  await joins(STRANGER, 9);
  await joins("198.51.100.8", 9);
  await joins("198.51.100.9", 9);
  expect((await board()).waitingCount).toBe(10);
  // Eight of them are suspicious. The two from the third address are not.
  const taken = [];
  for (let i = 0; i < 10; i += 1) taken.push((await addWalkIn()).ok);
  expect(taken).toEqual([...Array<boolean>(8).fill(true), false, false]);
});

test("data left by strangers: is deleted after eight days: tickets that left or were removed, their events, rate limits and suspicious joins", async () => {
  const { app, joins, board, shop, join } = await openShop("pro");
  await joins(STRANGER, 9);
  await removeOn(shop, await board());
  for (let i = 0; i < 60; i += 1) {
    const secret = newSecret();
    await join(`198.51.100.${i}`, secret);
    await app.backend.mutation(api.line.tickets.leave, { secret });
  }
  await joins(WIFI, 8);
  const archived = await press(shop.owner, actions.reset, {
    queueId: shop.queueId,
  });
  expect(archived).not.toBeNull();
  await joins(WIFI, 3);
  expect((await rows(app, "ticketEvents")).length).toBeGreaterThan(130);
  vi.setSystemTime(NOON + 8 * DAY + 1);
  await maintain(app);
  for (const table of ["rateLimits", "crowds"] as const)
    expect(await rows(app, table)).toEqual([]);
  const kept = await rows(app, "tickets");
  const reasons = kept.map(({ state }) => state.endReason);
  expect(reasons).not.toContain("left");
  expect(reasons).not.toContain("removedByStaff");
  expect(reasons.filter((reason) => reason === "reset")).toHaveLength(8);
  const known = new Set(kept.map(({ _id }) => _id));
  for (const { ticketId } of await rows(app, "ticketEvents")) {
    if (ticketId !== null) expect(known).toContain(ticketId);
  }
});
