/** The cost of a call in counted rows: the same for a new queue and for one with a long past. */
import { v } from "convex/values";
import { describe, expect, test } from "vitest";
import type { MutationCtx } from "../../convex/_generated/server.js";
import { api } from "../../convex/_generated/api.js";
import { board } from "../../convex/desk/data/board.ts";
import { publicBoard } from "../../convex/line/data/display.ts";
import {
  bookSlot,
  comeDue,
  moveBooking,
} from "../../convex/booking/data/bookings.ts";
import { businessOf } from "../../convex/business/data/businesses.ts";
import { resetQueue } from "../../convex/line/data/closing.ts";
import { callNext } from "../../convex/desk/data/calling.ts";
import { history } from "../../convex/desk/data/history.ts";
import { joinQueue } from "../../convex/line/data/joining.ts";
import { reorder } from "../../convex/desk/data/reorder.ts";
import { once } from "../../convex/account/data/requestKeys.ts";
import { findLine } from "../../convex/queue/data/lines.ts";
import { slotsOn } from "../../convex/booking/data/slots.ts";
import { transfer } from "../../convex/desk/data/transfers.ts";
import { undoAction } from "../../convex/desk/data/undo.ts";
import { ticketBySecretHash } from "../../convex/queue/data/tickets.ts";
import { hashSecret } from "../../convex/base/rules/secrets.ts";
import { must } from "../../convex/base/rules/errors.ts";
import { encodeLine } from "../../convex/queue/rules/line.ts";
import {
  newBookingState,
  newTicketState,
} from "../../convex/queue/rules/ticketState.ts";
import {
  granted,
  newKey,
  newSecret,
  openApp,
  type App,
  type Shop,
} from "./open-app.ts";
import { NOON } from "./fake-clock.ts";
import { newQueue } from "./base/calls.ts";

/** A foreign network, which causes the most lookups. */
const FAR = { network: "b.n", block: "b" };

const anybody = <
  Fields extends { joinedAt: number; scheduledTime: number | null },
>(
  fields: Fields,
) => ({
  ...{ generation: 1, name: null, phone: null, secretHash: null },
  staleAt: (fields.scheduledTime ?? fields.joinedAt) + 86_400_000,
  ...fields,
});
/** A queue with `past` ended and `waiting` waiting tickets. */
async function queueWith(past: number, waiting: number) {
  const app = await openApp();
  const shop = await app.shop({ plan: "enterprise" });
  const { queueId, businessId } = shop;
  await app.backend.run(async (ctx) => {
    for (let number = 1; number <= past + waiting; number += 1) {
      const joinedAt = NOON - (past + waiting - number + 1) * 1_000;
      const state = newTicketState(joinedAt, false);
      const wish = {
        ...{ businessId, queueId, number, joinedAt, scheduledTime: null },
      };
      await ctx.db.insert("tickets", {
        ...anybody(wish),
        state:
          number > past
            ? state
            : { ...state, status: "completed", endedAt: joinedAt },
      });
    }
    const line = must(await ctx.db.query("lines").first(), "line");
    const numbers = Array.from({ length: waiting }, (_, i) => past + i + 1);
    const state = {
      ...line.state,
      lastNumber: past + waiting,
      waiting: encodeLine(numbers),
      waitingCount: waiting,
      waitingDays: [{ day: "2026-11-20", count: waiting, joinedAtSum: 0 }],
      lastOrderAt: NOON - 1_000,
    };
    await ctx.db.patch("lines", line._id, { state });
  });
  return { app, shop };
}

const costs = async (app: App, work: (ctx: MutationCtx) => Promise<unknown>) =>
  await app.backend.mutation(async (ctx) => {
    await work(ctx);
    const used = await ctx.meta.getTransactionMetrics();
    return {
      read: used.documentsRead.used,
      written: used.documentsWritten.used,
      ranges: used.databaseQueries.used,
    };
  });

const queueOf = async (ctx: MutationCtx, { queueId }: Shop) =>
  must(await ctx.db.get("queues", queueId), "queue");

/** The owner's context. */
async function atCounter({ ownerId, businessId }: Shop, ctx: MutationCtx) {
  const business = await businessOf(ctx, { businessId });
  return { ...ctx, userId: ownerId, business, role: "owner" as const };
}

const costOfCall = async (app: App, shop: Shop) =>
  await costs(app, async (ctx) => {
    const queue = await queueOf(ctx, shop);
    const owner = await atCounter(shop, ctx);
    const now = Date.now();
    const answer: unknown = await once(
      owner,
      { key: newKey(), returns: v.any() },
      now,
      async () => await callNext(owner, queue, null, now),
    );
    expect(answer).toMatchObject({ ok: true });
  });

const costOfJoin = async (app: App, { queueId }: Shop) =>
  await costs(app, async (ctx) => {
    const secretHash = await hashSecret(newSecret());
    const wish = { queueId, person: {}, secretHash, caller: FAR };
    expect((await joinQueue(ctx, wish, Date.now())).ok).toBe(true);
  });

const costOfBoard = async (app: App, shop: Shop) =>
  await costs(app, async (ctx) => {
    const queue = await queueOf(ctx, shop);
    await board(await atCounter(shop, ctx), queue);
  });

const costOfPublicBoard = async (app: App, { businessId }: Shop) =>
  await costs(app, async (ctx) => {
    await publicBoard(ctx, await businessOf(ctx, { businessId }));
  });

const MONDAY = Date.parse("2026-11-23T10:00:00Z");

/** Expired bookings of Monday, and open ones of later days. */
async function addBookings(app: App, { queueId, businessId }: Shop) {
  await app.backend.run(async (ctx) => {
    for (let i = 1; i <= 400; i += 1) {
      const isOpen = i > 200;
      const start = MONDAY + (isOpen ? 3 * 86_400_000 + i * 60_000 : 0);
      const slot = { start, end: start + 60_000 };
      const state = newBookingState(slot);
      const gone = {
        status: "cancelled",
        endReason: "left",
        slot: undefined,
      } as const;
      const wish = { businessId, queueId, number: 10_000 + i, joinedAt: NOON };
      await ctx.db.insert("tickets", {
        ...anybody({ ...wish, scheduledTime: start }),
        ...(isOpen && { network: "c.n" }),
        state: isOpen ? state : { ...state, ...gone },
      });
    }
  });
}

/** Booking, looking at the day, moving, and becoming due, one after the other. */
async function costsOfBooking(app: App, { queueId }: Shop) {
  const secretHash = await hashSecret(newSecret());
  const own = async (ctx: MutationCtx) =>
    must(await ticketBySecretHash(ctx, secretHash), "booking");
  const book = await costs(app, async (ctx) => {
    const wish = { queueId, startsAt: MONDAY, secretHash };
    const args = { ...wish, person: {}, caller: FAR };
    expect((await bookSlot(ctx, args, Date.now())).ok).toBe(true);
  });
  const look = await costs(app, async (ctx) => {
    const line = must(await findLine(ctx, queueId), "line");
    const business = await businessOf(ctx, line);
    await slotsOn(ctx, line, business, "2026-11-23");
  });
  const to = MONDAY + 3_600_000;
  const move = await costs(app, async (ctx) => {
    const answer = await moveBooking(ctx, await own(ctx), to, Date.now());
    expect(answer).toEqual({ ok: true });
  });
  const due = await costs(app, async (ctx) => {
    await comeDue(ctx, (await own(ctx))._id, to, to);
    expect((await own(ctx)).state.isScheduled).toBe(false);
  });
  return { book, look, move, due };
}

/** Moving the third in line up, moving another to a second queue and back, and reading the history. */
async function costsOfMoving(app: App, shop: Shop) {
  const { queueId, owner } = shop;
  const { waiting } = await owner.query(api.desk.actions.board, { queueId });
  const colour = await newQueue(owner, "Colour");
  const id = (nth: number) => must(waiting[nth], "ticket").ticketId;
  const move = await costs(app, async (ctx) => {
    const at = await atCounter(shop, ctx);
    expect((await reorder(at, id(40), -2, "agreed", Date.now())).ok).toBe(true);
  });
  let eventId = "";
  const go = await costs(app, async (ctx) => {
    const at = await atCounter(shop, ctx);
    const gone = await transfer(at, id(3), colour, Date.now());
    ({ eventId } = granted(gone));
  });
  const back = await costs(app, async (ctx) => {
    const at = await atCounter(shop, ctx);
    expect((await undoAction(at, eventId, Date.now())).ok).toBe(true);
  });
  const past = await costs(app, async (ctx) => {
    const queue = await queueOf(ctx, shop);
    expect(await history(await atCounter(shop, ctx), queue)).toHaveLength(2);
  });
  return { move, go, back, past };
}

/** A reset of everybody, and its undo. */
async function costsOfReset(app: App, shop: Shop) {
  let eventId = "";
  const reset = await costs(app, async (ctx) => {
    const queue = await queueOf(ctx, shop);
    ({ eventId } = await resetQueue(await atCounter(shop, ctx), queue, NOON));
  });
  const undo = await costs(app, async (ctx) => {
    const at = await atCounter(shop, ctx);
    expect(await undoAction(at, eventId, NOON)).toEqual({ ok: true });
  });
  return { reset, undo };
}

test("a reset reads and writes two rows per customer; its undo reads four and writes three", async () => {
  const ten = await queueWith(0, 10);
  const sixty = await queueWith(0, 60);
  const few = await costsOfReset(ten.app, ten.shop);
  const many = await costsOfReset(sixty.app, sixty.shop);
  const each = (step: "reset" | "undo") => ({
    read: (many[step].read - few[step].read) / 50,
    written: (many[step].written - few[step].written) / 50,
    ranges: (many[step].ranges - few[step].ranges) / 50,
  });
  // Reset reads and writes the ticket and its event. Undo also writes its own event, and reads both.
  expect(each("reset")).toEqual({ read: 2, written: 2, ranges: 0 });
  expect(each("undo")).toEqual({ read: 4, written: 3, ranges: 1 });
});

describe("cost does not grow", () => {
  test("with past or line length: to move, to transfer, to undo, to see the history", async () => {
    const young = await queueWith(0, 60);
    const old = await queueWith(600, 300);
    const after = await costsOfMoving(old.app, old.shop);
    expect(after).toEqual(await costsOfMoving(young.app, young.shop));
    expect(after.move.read).toBeLessThan(40);
    expect(after.past.read).toBeLessThan(12);
  });

  test("with other or cancelled bookings: to look at a day, to book, to move, to become due", async () => {
    const young = await queueWith(0, 5);
    const old = await queueWith(100, 50);
    await addBookings(old.app, old.shop);
    const after = await costsOfBooking(old.app, old.shop);
    expect(after).toEqual(await costsOfBooking(young.app, young.shop));
    // The exact row counts, so that a new read is a decision.
    expect(after).toMatchObject({
      book: { read: 5, written: 8 },
      look: { read: 4, written: 0 },
    });
  });

  test("beyond twenty customers who say that they were not served: the board", async () => {
    const { app, shop } = await queueWith(50, 5);
    const before = await costOfBoard(app, shop);
    const { queueId } = shop;
    await app.backend.run(async (ctx) => {
      for (const { _id: ticketId } of await ctx.db.query("tickets").take(50)) {
        const row = { queueId, generation: 1, ticketId, until: NOON };
        await ctx.db.insert("notServed", row);
      }
    });
    const after = await costOfBoard(app, shop);
    expect(after.ranges).toBe(before.ranges + 20);
    expect(after.read).toBe(before.read + 40);
    expect(before).toMatchObject({ read: 8, written: 0 });
  });

  test("with past or line length: the display", async () => {
    const young = await queueWith(0, 5);
    const old = await queueWith(600, 300);
    for (const { app, shop } of [young, old]) {
      for (let i = 0; i < 2; i += 1) await costOfCall(app, shop);
      // Business, queue and line, but no ticket.
      const cost = { read: 3, written: 0, ranges: 3 };
      expect(await costOfPublicBoard(app, shop)).toEqual(cost);
    }
  });

  test("with past or line length: Call Next and Join", async () => {
    const young = await queueWith(0, 5);
    const old = await queueWith(600, 300);
    for (const cost of [costOfCall, costOfCall, costOfJoin, costOfJoin]) {
      const [before, after] = [
        await cost(young.app, young.shop),
        await cost(old.app, old.shop),
      ];
      expect(after).toEqual(before);
      // The exact row counts, so that a new read is a decision.
      expect(after.read).toBeLessThanOrEqual(13);
      expect(after.written).toBeLessThanOrEqual(8);
    }
  });
});
