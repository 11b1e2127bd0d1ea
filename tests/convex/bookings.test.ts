/** Bookings as the line treats them; taking them comes from elsewhere, so the rows are put here directly. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api.js";
import { parseLine } from "../../convex/model/line.ts";
import { newTicketState, staleAt } from "../../convex/model/ticketState.ts";
import {
  lineFromTickets,
  lineRow,
  newSecret,
  openApp,
  rows,
} from "./open-app.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Ten people waiting (a full Starter queue, numbers 1 to 10) and #11 booked for 14:00. */
async function fullQueueWithBooking() {
  const app = await openApp();
  const shop = await app.shop({ plan: "starter" });
  for (let i = 0; i < 10; i += 1) await app.join(shop.queueId);
  const ticketId = await app.backend.run(async (ctx) => {
    const [line] = await ctx.db.query("lines").take(1);
    if (line === undefined) throw new Error("no line");
    const scheduledTime = NOON + 2 * HOUR;
    const state = { ...line.state, lastNumber: 11, scheduledCount: 1 };
    await ctx.db.patch("lines", line._id, { state });
    return await ctx.db.insert("tickets", {
      businessId: shop.businessId,
      queueId: shop.queueId,
      generation: 1,
      number: 11,
      name: "Booked",
      phone: null,
      secretHash: null,
      joinedAt: NOON,
      scheduledTime,
      staleAt: staleAt(NOON, scheduledTime),
      state: newTicketState(scheduledTime, true),
    });
  });
  return { app, ticketId, ...shop };
}

describe("a booking ahead of its time", () => {
  test("does not count against the limit for joining now, nor in the line", async () => {
    const { app, queueId, owner } = await fullQueueWithBooking();
    const join = async () =>
      await app.backend.mutation(api.tickets.join, {
        queueId,
        secret: newSecret(),
      });
    expect(await join()).toMatchObject({ code: "queueFull" });
    const [first] = await rows(app, "tickets");
    await owner.mutation(api.desk.remove, { ticketId: first?._id ?? "" });
    expect(await join()).toEqual({ ok: true, number: 12 });
    const board = await owner.query(api.desk.board, { queueId });
    expect(board.scheduled.map(({ name }) => name)).toEqual(["Booked"]);
    expect(board.waiting).toHaveLength(10);
  });

  test("'Call Now' puts it at the end of the line, calls nobody, and can be undone", async () => {
    const { app, queueId, owner, ticketId } = await fullQueueWithBooking();
    vi.advanceTimersByTime(HOUR);
    const answer = await owner.mutation(api.desk.callNow, { ticketId });
    if (!answer.ok) throw new Error(answer.code);
    const board = await owner.query(api.desk.board, { queueId });
    expect(board.waiting.at(-1)).toMatchObject({
      number: 11,
      status: "waiting",
      scheduledTime: NOON + 2 * HOUR,
    });
    expect(board).toMatchObject({ scheduled: [], called: [] });
    expect(board.undo).toMatchObject({ code: "becomeDue", number: 11 });
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
    await owner.mutation(api.desk.undo, { eventId: answer.eventId });
    const after = await lineRow(app, queueId);
    expect(after.state).toMatchObject({ scheduledCount: 1, waitingCount: 10 });
  });

  test("whose time has come takes the place of that time", async () => {
    const { app, queueId, owner, ticketId } = await fullQueueWithBooking();
    const [first] = await rows(app, "tickets");
    await owner.mutation(api.desk.remove, { ticketId: first?._id ?? "" });
    vi.setSystemTime(NOON + 3 * HOUR);
    await app.join(queueId);
    await owner.mutation(api.desk.callNow, { ticketId });
    const { state } = await lineRow(app, queueId);
    expect(parseLine(state.waiting)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ]);
  });

  test("is not in the mean wait, and its wait counts from its own time", async () => {
    const { app, queueId, owner, ticketId } = await fullQueueWithBooking();
    vi.setSystemTime(NOON + 2 * HOUR + 60_000);
    await owner.mutation(api.desk.call, { ticketId, requestKey: "a" });
    const { state } = await lineRow(app, queueId);
    expect(state.waitingDays).toMatchObject([{ count: 10 }]);
    const [day] = await rows(app, "queueDays");
    expect(day?.counts).toMatchObject({ waits: 1, waitMsSum: 60_000 });
  });
});
