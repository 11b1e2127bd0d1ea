/** Bookings when they become due, and at the desk. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { parseLine } from "../../../convex/queue/rules/line.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, openBookingShop, pass } from "../booking/booking-shop.ts";
import {
  lineFromTickets,
  lineRow,
  rows,
  ticketOf,
  maintain,
} from "../open-app.ts";
import { HOUR, MINUTE } from "../fake-clock.ts";
import { press, granted, loseJobs } from "../base/calls.ts";

const { actions } = api.desk;

describe("a booking whose time comes", () => {
  test("joins the line at that second, ahead of customers who joined later", async () => {
    const { app, queueId, book, board } = await openBookingShop();
    const secret = await book(at("14:00"));
    await pass(app, HOUR);
    const early = await app.join(queueId);
    await pass(app, HOUR - 1);
    expect((await ticketOf(app, secret)).isScheduled).toBe(true);
    await pass(app, 1);
    await app.join(queueId);
    expect(await ticketOf(app, secret)).toMatchObject({
      isScheduled: false,
      status: "waiting",
      scheduledTime: at("14:00"),
    });
    expect(await ticketOf(app, early)).toMatchObject({ number: 2 });
    const { state } = await lineRow(app, queueId);
    expect(parseLine(state.waiting)).toEqual([2, 1, 3]);
    expect(await board()).toMatchObject({ scheduledCount: 0, waitingCount: 3 });
    const event = (await rows(app, "ticketEvents")).find(
      ({ kind }) => kind === "becomeDue",
    );
    expect(event).toMatchObject({ actor: { kind: "system" }, at: at("14:00") });
  });

  test("keeps its whole slot taken until the visit is done", async () => {
    const { app, owner, book, setTimes, freeOn, queueId } =
      await openBookingShop();
    await setTimes({ slotMinutes: 60 });
    await book(at("14:00"));
    await pass(app, 2 * HOUR);
    await setTimes({ slotMinutes: 30 });
    expect(await freeOn()).not.toContain("14:30");
    const called = granted(await press(owner, actions.callNext, { queueId }));
    expect(await freeOn()).not.toContain("14:30");
    await press(owner, actions.done, { ticketId: called.ticketId });
    expect(await freeOn()).toContain("14:30");
  });

  test("counts its wait from the booked time and leaves nothing in the waiting sums", async () => {
    const { app, owner, queueId, book } = await openBookingShop();
    await book(at("14:00"));
    await pass(app, 2 * HOUR + MINUTE);
    await press(owner, actions.callNext, { queueId });
    expect((await lineRow(app, queueId)).state.waitingDays).toEqual([]);
    const [day] = await rows(app, "queueDays");
    expect(day?.counts).toMatchObject({ waits: 1, waitMsSum: MINUTE });
  });

  test("gets a lost alarm back from maintenance: for its second, or at once when overdue", async () => {
    const { app, book } = await openBookingShop();
    const soon = await book(at("14:00"));
    const past = await book(at("12:30"));
    await loseJobs(app);
    await pass(app, HOUR);
    expect((await ticketOf(app, past)).isScheduled).toBe(true);
    vi.setSystemTime(at("13:56"));
    await maintain(app);
    await pass(app, 0);
    expect((await ticketOf(app, past)).isScheduled).toBe(false);
    await pass(app, 4 * MINUTE - 1);
    expect((await ticketOf(app, soon)).isScheduled).toBe(true);
    await pass(app, 1);
    expect((await ticketOf(app, soon)).isScheduled).toBe(false);
  });

  test("can be made before a clock change for the right local time after it", async () => {
    const { app, book } = await openBookingShop({
      timezone: "America/New_York",
    });
    vi.setSystemTime(at("12:00", "2026-03-06"));
    // Monday 09:00 in New York is 13:00 UTC since Sunday's change.
    const secret = await book(at("13:00", "2026-03-09"));
    const { scheduledTime } = await ticketOf(app, secret);
    expect(scheduledTime).toBe(at("13:00", "2026-03-09"));
  });
});

describe("bookings at the desk", () => {
  test("'Call Now' puts one first in line and frees its slot; undo schedules it again", async () => {
    const { app, queueId, owner, book, board, freeOn } =
      await openBookingShop();
    await app.join(queueId);
    const secret = await book(at("14:00"));
    await app.join(queueId);
    vi.advanceTimersByTime(MINUTE);
    const ticketId = must((await board()).scheduled[0], "booking").ticketId;
    const answer = granted(await press(owner, actions.callNow, { ticketId }));
    expect(await board()).toMatchObject({
      called: [],
      scheduled: [],
      waiting: [{ number: 2 }, { number: 1 }, { number: 3 }],
      undo: { code: "becomeDue", number: 2 },
    });
    expect(await freeOn()).toContain("14:00");
    await press(owner, actions.undo, { eventId: answer.eventId });
    expect(await board()).toMatchObject({ scheduledCount: 1, waitingCount: 2 });
    expect(await freeOn()).not.toContain("14:00");
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
    await pass(app, 2 * HOUR);
    expect((await ticketOf(app, secret)).isScheduled).toBe(false);
  });

  test("one joins the line at once if 'Call Now' is undone after its time", async () => {
    const { app, owner, book, board } = await openBookingShop();
    const secret = await book(at("14:00"));
    vi.setSystemTime(at("14:00") - 5_000);
    const ticketId = must((await board()).scheduled[0], "booking").ticketId;
    const answer = granted(await press(owner, actions.callNow, { ticketId }));
    await pass(app, 8_000);
    await press(owner, actions.undo, { eventId: answer.eventId });
    expect((await ticketOf(app, secret)).isScheduled).toBe(true);
    await pass(app, 0);
    expect((await ticketOf(app, secret)).isScheduled).toBe(false);
  });

  test.each(["remove", "callNow", "call"] as const)(
    "%s cannot be undone while another booking has the slot",
    async (action) => {
      const { app, owner, book, board, move } = await openBookingShop();
      await book(at("14:00"));
      const ticketId = must((await board()).scheduled[0], "booking").ticketId;
      const answer = granted(
        action === "call"
          ? await press(owner, actions.call, { ticketId })
          : await press(owner, api.desk.actions[action], { ticketId }),
      );
      const other = await book(at("14:00"));
      const undo = () =>
        press(owner, actions.undo, { eventId: answer.eventId });
      expect(await undo()).toMatchObject({ code: "nothingToUndo" });
      await move(other, at("15:00"));
      expect(await undo()).toEqual({ ok: true });
      await pass(app, 2 * HOUR);
      expect((await board()).waitingCount).toBe(1);
    },
  );

  test("one called early and returned stands before customers who joined after the call", async () => {
    const { app, owner, book, board, queueId } = await openBookingShop();
    await book(at("14:00"));
    await app.join(queueId);
    await book(at("13:00"));
    vi.advanceTimersByTime(MINUTE);
    const ticketId = must((await board()).scheduled[1], "booking").ticketId;
    await press(owner, actions.call, { ticketId });
    vi.advanceTimersByTime(MINUTE);
    await press(owner, actions.returnToQueue, { ticketId });
    await app.join(queueId);
    await pass(app, HOUR);
    const { state } = await lineRow(app, queueId);
    expect(parseLine(state.waiting)).toEqual([2, 1, 4, 3]);
  });

  test("Reset ends them and frees their slots; undo restores them with their alarms", async () => {
    const { app, owner, queueId, book, freeOn } = await openBookingShop();
    const secret = await book(at("14:00"));
    vi.setSystemTime(at("14:00") - 5_000);
    const reset = await press(owner, actions.reset, { queueId });
    expect(await freeOn()).toContain("14:00");
    expect(await ticketOf(app, secret)).toMatchObject({ endReason: "reset" });
    // Its alarm comes while the ticket is ended.
    await pass(app, 8_000);
    await press(owner, actions.undo, { eventId: reset.eventId });
    expect(await freeOn()).not.toContain("14:00");
    await pass(app, 0);
    expect(await ticketOf(app, secret)).toMatchObject({
      status: "waiting",
      isScheduled: false,
    });
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
  });

  test("deleting the queue ends them, and their alarms do nothing", async () => {
    const { app, owner, queueId, book } = await openBookingShop();
    const secret = await book(at("14:00"));
    await owner.mutation(api.desk.queues.remove, { queueId });
    await pass(app, 2 * HOUR);
    expect(await ticketOf(app, secret)).toMatchObject({
      status: "cancelled",
      endReason: "queueClosed",
    });
  });
});

describe("the desk's list of appointments", () => {
  test("follows bookings, moves and cancellations, sorted by time, until each joins the line", async () => {
    const { app, book, move, board } = await openBookingShop();
    const listed = async () =>
      (await board()).scheduled.map(({ number, scheduledTime }) => [
        ...[number, new Date(scheduledTime ?? 0).toISOString().slice(11, 16)],
      ]);
    const first = await book(at("14:00"));
    const second = await book(at("15:00"));
    await book(at("13:00"));
    expect(await listed()).toEqual([
      [3, "13:00"],
      [1, "14:00"],
      [2, "15:00"],
    ]);
    await move(first, at("16:00"));
    await app.backend.mutation(api.line.tickets.leave, { secret: second });
    expect(await listed()).toEqual([
      [3, "13:00"],
      [1, "16:00"],
    ]);
    await pass(app, HOUR);
    expect(await listed()).toEqual([[1, "16:00"]]);
    const { waiting, scheduledCount } = await board();
    expect(waiting).toMatchObject([{ number: 3, scheduledTime: at("13:00") }]);
    expect(scheduledCount).toBe(1);
  });

  test("leaves out a customer brought back after an assumed visit, and frees their slot", async () => {
    const { app, owner, queueId, book, board, freeOn } =
      await openBookingShop();
    const secret = await book(at("14:00"));
    await pass(app, 2 * HOUR);
    for (const requestKey of ["a", "b"]) {
      if (requestKey === "b") await app.join(queueId);
      await pass(app, 3 * MINUTE);
      await owner.mutation(actions.callNext, { queueId, requestKey });
    }
    await app.backend.mutation(api.line.tickets.wasServed, {
      ...{ secret, served: false },
    });
    const { ticketId } = must((await board()).notServed[0], "notice");
    await press(owner, actions.bringBack, { ticketId });
    expect(await ticketOf(app, secret)).toMatchObject({
      ...{ status: "waiting", isScheduled: false, noShows: 1 },
    });
    expect(await board()).toMatchObject({ scheduledCount: 0, waitingCount: 1 });
    await pass(app, MINUTE);
    expect(await freeOn()).toContain("14:00");
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
  });
});
