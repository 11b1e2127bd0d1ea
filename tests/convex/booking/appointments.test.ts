/** Bookings at the desk: the list by day, and moves by staff (B10, B11 of docs/product.md). */
import { describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { nextDay } from "../../../convex/base/rules/timezones.ts";
import { at, openBookingShop, pass } from "./booking-shop.ts";
import {
  lineFromTickets,
  lineRow,
  newSecret,
  rows,
  ticketOf,
} from "../open-app.ts";
import { HOUR, MINUTE } from "../fake-clock.ts";
import {
  failsWith,
  press,
  refusedWith,
  granted,
  newQueue,
} from "../base/calls.ts";
import { copyRow } from "../base/tables.ts";

const { appointments } = api.booking;
const FRIDAY = "2026-11-20";
const MONDAY = "2026-11-23";

async function openShop(...options: Parameters<typeof openBookingShop>) {
  const shop = await openBookingShop(...options);
  const { app, owner, queueId } = shop;
  const first = async () => {
    const found = await owner.query(appointments.ofDay, {
      queueId,
      day: FRIDAY,
    });
    const ticketId = found[0]?.ticketId;
    if (ticketId === undefined) throw new Error("nobody is booked");
    return ticketId;
  };
  const moveTo = (
    ticketId: Id<"tickets">,
    startsAt: number,
    requestKey = newSecret(),
  ) => owner.mutation(appointments.move, { ticketId, startsAt, requestKey });
  const undo = (eventId: Id<"ticketEvents">) =>
    press(owner, api.desk.actions.undo, { eventId });
  const isSound = async () => {
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
  };
  return { ...shop, first, moveTo, undo, isSound };
}

describe("appointments by day", () => {
  test("are of one queue or of all, in order, by the business's calendar", async () => {
    const { owner, queueId, book } = await openShop({
      timezone: "America/New_York",
      plan: "pro",
    });
    const beard = await newQueue(owner, "Beard");
    await book(at("20:00"));
    await book(at("19:00"));
    await book(at("19:30"), beard);
    await book(at("15:00", MONDAY));
    const ofDay = async (queue: Id<"queues"> | null, day: string) =>
      (await owner.query(appointments.ofDay, { queueId: queue, day })).map(
        ({ number, queueName, startsAt }) => [number, queueName, startsAt],
      );
    expect(await ofDay(queueId, FRIDAY)).toEqual([
      [2, "Haircut", at("19:00")],
      [1, "Haircut", at("20:00")],
    ]);
    expect(await ofDay(null, FRIDAY)).toEqual([
      [2, "Haircut", at("19:00")],
      [1, "Beard", at("19:30")],
      [1, "Haircut", at("20:00")],
    ]);
    const days = (queue: Id<"queues"> | null) =>
      owner.query(appointments.days, { queueId: queue, day: FRIDAY });
    expect(await days(null)).toEqual([
      { day: FRIDAY, count: 3 },
      { day: MONDAY, count: 1 },
    ]);
    expect(await days(beard)).toEqual([{ day: FRIDAY, count: 1 }]);
    expect(nextDay("2026-12-31")).toBe("2027-01-01");
  });

  test("are listed up to 2,000, even if one of several queues has them all", async () => {
    const { app, owner, queueId, book } = await openShop({ plan: "pro" });
    await owner.mutation(api.desk.queues.create, { name: "Beard" });
    await owner.mutation(api.desk.queues.create, { name: "Colour" });
    await book(at("15:00", MONDAY));
    const other = (n: number) => ({ secretHash: null, number: n + 2 });
    await copyRow(app, "tickets", 2_000, other);
    for (const of of [null, queueId]) {
      const args = { queueId: of, day: MONDAY };
      const found = await owner.query(appointments.ofDay, args);
      expect(found.map(({ number }) => number)).toEqual(
        Array.from({ length: 2_000 }, (_, i) => i + 1),
      );
    }
  });

  test("of a reset queue are gone at once, however many wait in it", async () => {
    const { app, owner, queueId, book } = await openShop();
    await app.join(queueId);
    const other = (n: number) => ({ secretHash: null, number: n + 2 });
    await copyRow(app, "tickets", 999, other);
    await book(at("14:00"));
    await press(owner, api.desk.actions.reset, { queueId });
    const args = { queueId: null, day: FRIDAY };
    expect(await owner.query(appointments.ofDay, args)).toEqual([]);
    await app.backend.finishInProgressScheduledFunctions();
    await pass(app, 0);
    const open = (await rows(app, "tickets")).filter(
      ({ state }) => state.status === "waiting",
    );
    expect(open).toEqual([]);
  });

  test("leave out customers who are already in the line", async () => {
    const { app, owner, queueId, book } = await openShop();
    await book(at("13:00"));
    await pass(app, HOUR);
    const args = { queueId, day: FRIDAY };
    expect(await owner.query(appointments.ofDay, args)).toEqual([]);
    expect(await owner.query(appointments.days, args)).toEqual([]);
  });

  test("are refused for a day that does not exist", async () => {
    const { owner, queueId } = await openShop();
    const args = { queueId, day: "2026-02-30" };
    for (const query of [appointments.ofDay, appointments.days])
      await failsWith(owner.query(query, args), "invalidInput");
  });
});

describe("an appointment moved by staff", () => {
  test("shows the new time on the phone and frees the old one, once per request", async () => {
    const { app, book, first, moveTo, freeOn, isSound } = await openShop();
    const secret = await book(at("14:00"));
    const ticketId = await first();
    const answer = await moveTo(ticketId, at("15:30"), "k");
    expect(answer).toMatchObject({ ok: true, number: 1 });
    expect(await moveTo(ticketId, at("15:30"), "k")).toEqual(answer);
    expect(await ticketOf(app, secret)).toMatchObject({
      number: 1,
      scheduledTime: at("15:30"),
    });
    expect(await freeOn()).toContain("14:00");
    expect(await freeOn()).not.toContain("15:30");
    const moves = (await rows(app, "ticketEvents")).filter(
      ({ kind }) => kind === "rebook",
    );
    expect(moves).toHaveLength(1);
    expect(moves[0]?.actor.kind).toBe("staff");
    await isSound();
  });

  test("has its old time again when undone, and joins the line then", async () => {
    const { app, book, first, moveTo, undo, isSound } = await openShop();
    const secret = await book(at("14:00"));
    const answer = granted(await moveTo(await first(), at("15:30")));
    expect(await undo(answer.eventId)).toEqual({ ok: true });
    expect(await ticketOf(app, secret)).toMatchObject({
      scheduledTime: at("14:00"),
    });
    const [row] = await rows(app, "tickets");
    expect(row?.staleAt).toBe(at("14:00") + 24 * HOUR);
    await isSound();
    await pass(app, 2 * HOUR);
    expect(await ticketOf(app, secret)).toMatchObject({ isScheduled: false });
  });

  test("cannot be undone once the old time is taken or the customer has moved it again", async () => {
    const { book, move, first, moveTo, undo } = await openShop();
    const secret = await book(at("14:00"));
    const one = granted(await moveTo(await first(), at("15:30")));
    await book(at("14:00"));
    expect(await undo(one.eventId)).toMatchObject({ code: "nothingToUndo" });
    expect(await move(secret, at("16:00"))).toEqual({ ok: true });
    const two = granted(await moveTo(one.ticketId, at("14:30")));
    await move(secret, at("15:00"));
    expect(await undo(two.eventId)).toMatchObject({ code: "nothingToUndo" });
  });

  test("can be undone although its new slot overlaps the old one", async () => {
    const { book, first, moveTo, undo, setTimes } = await openShop();
    await setTimes({ slotMinutes: 60 });
    await book(at("14:00"));
    await setTimes({ slotMinutes: 30 });
    const answer = granted(await moveTo(await first(), at("14:30")));
    expect(await undo(answer.eventId)).toEqual({ ok: true });
  });

  test("is refused after its queue was reset or deleted", async () => {
    const { app, owner, queueId, book, move, first, moveTo } = await openShop();
    const secret = await book(at("14:00"));
    const ticketId = await first();
    // As in a long line, which a reset ends in batches.
    const { state } = must((await rows(app, "tickets"))[0], "ticket");
    const end = async (act: () => Promise<unknown>) => {
      await act();
      await app.backend.run((ctx) =>
        ctx.db.patch("tickets", ticketId, { state }),
      );
    };
    const movedOn = { ok: false, code: "customerMovedOn" };
    await end(() => press(owner, api.desk.actions.reset, { queueId }));
    expect(await moveTo(ticketId, at("15:00"))).toEqual(movedOn);
    await end(() => owner.mutation(api.desk.queues.remove, { queueId }));
    expect(await moveTo(ticketId, at("15:00"))).toEqual(movedOn);
    expect(await move(secret, at("15:00"))).toEqual(
      refusedWith("alreadyEnded"),
    );
  });

  test("is refused at a taken, closed or past time, and once it is no longer scheduled", async () => {
    const { app, owner, book, first, moveTo } = await openShop();
    const secret = await book(at("14:00"));
    await book(at("15:00"));
    const ticketId = await first();
    const taken = { ok: false, code: "slotTaken" };
    expect(await moveTo(ticketId, at("15:00"))).toEqual(taken);
    expect(await moveTo(ticketId, at("11:00"))).toEqual(taken);
    for (const time of [at("14:10"), at("12:00", "2026-11-22"), Number.NaN])
      expect(await moveTo(ticketId, time)).toMatchObject({
        code: "slotNotBookable",
      });
    expect(await ticketOf(app, secret)).toMatchObject({
      scheduledTime: at("14:00"),
    });
    await pass(app, MINUTE);
    await press(owner, api.desk.actions.callNow, { ticketId });
    expect(await moveTo(ticketId, at("16:00"))).toMatchObject({
      code: "notScheduled",
    });
  });
});
