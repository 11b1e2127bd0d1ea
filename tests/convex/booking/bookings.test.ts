/** Bookings as customers make, move and cancel them. How they join the line is in due-bookings.test.ts. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { defaultHours } from "../../../convex/business/rules/hours.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, openBookingShop, pass } from "./booking-shop.ts";
import {
  lineFromTickets,
  lineRow,
  newSecret,
  rows,
  ticketOf,
} from "../open-app.ts";
import { save } from "../profile/saving.ts";
import { DAY, HOUR, MINUTE } from "../fake-clock.ts";
import { failsWith, press } from "../base/calls.ts";

const { queues } = api.desk;
const TAKEN = { ok: false, code: "slotTaken" };
const NOT_BOOKABLE = { ok: false, code: "slotNotBookable" };

describe("the slots of a day", () => {
  test("run from opening to closing, and booked ones are not free", async () => {
    const { book, freeOn } = await openBookingShop();
    const before = await freeOn();
    expect(before).toHaveLength(16);
    expect([before[0], before.at(-1)]).toEqual(["09:00", "16:30"]);
    await book(at("14:00"));
    expect(await freeOn()).toEqual(before.filter((time) => time !== "14:00"));
    expect(await freeOn("2026-11-23")).toEqual(before);
  });

  test("are empty on a closed day, and null for an unknown queue or an invalid day", async () => {
    const { app, queueId, businessId, owner, freeOn } = await openBookingShop();
    expect(await freeOn("2026-11-21")).toEqual([]);
    const ofDay = (queue: string, day: string) =>
      app.backend.query(api.booking.slots.ofDay, { queueId: queue, day });
    for (const day of ["", "2026-02-30", "9".repeat(10_000), "2026-11-20T09"])
      expect(await ofDay(queueId, day)).toBeNull();
    for (const queue of ["", "nonexistent", businessId])
      expect(await ofDay(queue, "2026-11-20")).toBeNull();
    await owner.mutation(queues.remove, { queueId });
    expect(await ofDay(queueId, "2026-11-20")).toBeNull();
  });
});

describe("booking a time", () => {
  test("gives the next number and keeps the ticket outside the line", async () => {
    const { app, book, queueId, board } = await openBookingShop();
    await app.join(queueId);
    expect(await ticketOf(app, await book(at("14:00")))).toMatchObject({
      number: 2,
      name: "Booked",
      status: "waiting",
      isScheduled: true,
      scheduledTime: at("14:00"),
    });
    expect(await board()).toMatchObject({
      waitingCount: 1,
      scheduledCount: 1,
      scheduled: [{ number: 2, scheduledTime: at("14:00") }],
    });
    const line = await lineRow(app, queueId);
    expect(line.state).toEqual(await lineFromTickets(app, line));
  });

  test("is refused to the second of two customers for one slot, who may take another", async () => {
    const { tryBook, book, app } = await openBookingShop();
    await book(at("14:00"));
    const { answer, secret } = await tryBook(at("14:00"));
    expect(answer).toEqual(TAKEN);
    expect(
      await app.backend.query(api.line.tickets.mine, { secret }),
    ).toBeNull();
    const again = await tryBook(at("14:30"), { secret });
    expect(again.answer).toEqual({ ok: true, number: 2 });
  });

  test("sent twice makes one booking, whatever time the second names", async () => {
    const { app, tryBook } = await openBookingShop();
    const { secret } = await tryBook(at("14:00"));
    for (const time of ["14:00", "15:00"]) {
      const { answer } = await tryBook(at(time), { secret });
      expect(answer).toEqual({ ok: true, number: 1 });
    }
    expect(await rows(app, "tickets")).toHaveLength(1);
  });

  test.each([
    ["in a quarter of an hour", at("12:15"), { ok: true }],
    ["a moment later than that", at("12:00"), TAKEN],
    ["in the past", at("09:00"), TAKEN],
    ["in the far past", -8.64e15, TAKEN],
    ["between two slots", at("14:10"), NOT_BOOKABLE],
    ["a millisecond off", at("14:00") + 1, NOT_BOOKABLE],
    ["at closing", at("17:00"), NOT_BOOKABLE],
    ["on a closed day", at("14:00", "2026-11-21"), NOT_BOOKABLE],
    ["on the sixtieth day", at("12:00", "2027-01-19"), { ok: true }],
    ["after it", at("12:30", "2027-01-19"), NOT_BOOKABLE],
    ["in the year 9999", at("12:00", "9999-12-31"), NOT_BOOKABLE],
    ["at the end of numbers", 1e308, NOT_BOOKABLE],
    ["never", Number.NaN, NOT_BOOKABLE],
    ["at infinity", Infinity, NOT_BOOKABLE],
  ])("%s", async (_, startsAt, expected) => {
    // A quarter past is the start of a slot.
    const shop = await openBookingShop();
    await shop.setTimes({ slotMinutes: 30 });
    if (startsAt === at("12:15")) await shop.setTimes({ slotMinutes: 15 });
    const { answer } = await shop.tryBook(startsAt);
    expect(answer).toMatchObject(expected);
    expect(await rows(shop.app, "tickets")).toHaveLength(answer.ok ? 1 : 0);
  });

  test("is refused by a closed or unknown queue, a lapsed shop, and with a bad secret", async () => {
    const shop = await openBookingShop();
    const { app, owner, queueId, tryBook } = shop;
    const time = at("14:00");
    for (const queue of ["nonexistent", shop.businessId] as never[]) {
      const { answer } = await tryBook(time, { queue });
      expect(answer).toEqual({ ok: false, code: "unknownQueue" });
    }
    for (const secret of ["", "short", "x".repeat(10_000)])
      await failsWith(tryBook(time, { secret }), "invalidInput");
    const switchTo = (isActive: boolean) =>
      owner.mutation(queues.setActive, { queueId, isActive });
    await switchTo(false);
    expect((await tryBook(time)).answer).toMatchObject({ code: "queueClosed" });
    await switchTo(true);
    await app.lapse(shop);
    expect((await tryBook(time)).answer).toMatchObject({
      code: "notTakingCustomers",
    });
    expect(await rows(app, "tickets")).toEqual([]);
  });

  test("is possible in a full queue", async () => {
    const { app, queueId, book } = await openBookingShop();
    for (let i = 0; i < 10; i += 1) await app.join(queueId);
    await book(at("14:00"));
    const join = { queueId, secret: newSecret() };
    expect(
      await app.backend.mutation(api.line.tickets.join, join),
    ).toMatchObject({ code: "queueFull" });
  });

  test("is possible outside opening hours", async () => {
    const { tryBook } = await openBookingShop();
    vi.setSystemTime(at("23:00"));
    expect((await tryBook(at("09:00", "2026-11-23"))).answer.ok).toBe(true);
  });

  test("is possible as often at once as there are chairs on duty", async () => {
    const { book, tryBook, owner, queueId, freeOn } = await openBookingShop();
    await press(owner, queues.setChairs, { queueId, chairs: 2 });
    await book(at("14:00"));
    expect(await freeOn()).toContain("14:00");
    await book(at("14:00"));
    expect((await tryBook(at("14:00"))).answer).toEqual(TAKEN);
    // A chair goes off duty. Existing bookings stay.
    await press(owner, queues.setChairs, { queueId, chairs: 1 });
    expect(await freeOn()).not.toContain("14:00");
  });

  test("with a new slot length respects bookings that overlap", async () => {
    const { book, tryBook, setTimes, freeOn } = await openBookingShop();
    await book(at("14:00"));
    await setTimes({ slotMinutes: 20 });
    const free = (await freeOn()).filter((time) => /^1[345]:/.test(time));
    expect(free.join(" ")).toBe("13:00 13:20 13:40 14:40 15:00 15:20 15:40");
    expect((await tryBook(at("14:20"))).answer).toEqual(TAKEN);
    await book(at("14:40"));
    await setTimes({ slotMinutes: 60 });
    expect((await tryBook(at("14:00"))).answer).toEqual(TAKEN);
    expect(await freeOn()).toContain("15:00");
  });

  test("is refused where a booking from before the new hours reaches into them", async () => {
    const { book, setTimes, freeOn } = await openBookingShop();
    const day = "2026-11-23";
    await setTimes({ slotMinutes: 480 });
    await book(at("09:00", day));
    const late = { start: "16:30", end: "17:30" };
    const operatingHours = { ...defaultHours, 1: late };
    await setTimes({ slotMinutes: 30, operatingHours });
    expect(await freeOn(day)).toEqual(["17:00"]);
  });

  test("holds when the hours or the holidays change", async () => {
    const { app, owner, book, board, setTimes, move } = await openBookingShop();
    const secret = await book(at("14:00"));
    const operatingHours = { ...defaultHours, 5: null };
    await setTimes({ operatingHours });
    await save(owner, {
      specialDays: [{ day: "2026-11-20", hours: null }],
      walkInsOnlyWhenOpen: true,
    });
    expect((await board()).scheduledCount).toBe(1);
    expect(await move(secret, at("15:00"))).toEqual(NOT_BOOKABLE);
    await pass(app, 2 * HOUR);
    expect((await ticketOf(app, secret)).isScheduled).toBe(false);
  });
});

describe("moving a booking", () => {
  test("takes the new slot, frees the old one and keeps the number", async () => {
    const { app, book, move, freeOn, board } = await openBookingShop();
    const secret = await book(at("14:00"));
    expect(await move(secret, at("15:00", "2026-11-23"))).toEqual({ ok: true });
    expect(await freeOn()).toContain("14:00");
    expect(await freeOn("2026-11-23")).not.toContain("15:00");
    expect((await board()).scheduled).toMatchObject([
      { number: 1, scheduledTime: at("15:00", "2026-11-23") },
    ]);
    // The alarm of the old time finds nothing to do. The alarm of the new time does.
    await pass(app, 3 * HOUR);
    expect((await ticketOf(app, secret)).isScheduled).toBe(true);
    await pass(app, 3 * DAY);
    expect((await ticketOf(app, secret)).isScheduled).toBe(false);
    const [ticket] = await rows(app, "tickets");
    expect(ticket?.staleAt).toBe(at("15:00", "2026-11-24"));
  });

  test("may overlap its own slot, but no other booking", async () => {
    const { book, move, setTimes } = await openBookingShop();
    const secret = await book(at("14:00"));
    await book(at("15:00"));
    await setTimes({ slotMinutes: 20 });
    expect(await move(secret, at("15:20"))).toEqual(TAKEN);
    expect(await move(secret, at("14:20"))).toEqual({ ok: true });
    expect(await move(secret, at("14:20"))).toEqual({ ok: true });
  });

  test.each([
    ["to the past", at("11:00"), TAKEN],
    ["to too soon", at("12:00"), TAKEN],
    ["outside hours", at("18:00"), NOT_BOOKABLE],
    ["too far", at("14:00", "2027-02-01"), NOT_BOOKABLE],
    ["to no time", Number.NaN, NOT_BOOKABLE],
  ])("%s leaves it where it is", async (_, startsAt, refusal) => {
    const { app, book, move } = await openBookingShop();
    const secret = await book(at("14:00"));
    expect(await move(secret, startsAt)).toEqual(refusal);
    expect((await ticketOf(app, secret)).scheduledTime).toBe(at("14:00"));
  });

  test("is refused once it is due, called or ended, and for a walk-in", async () => {
    const { app, owner, book, move, queueId, board } = await openBookingShop();
    const due = await book(at("12:30"));
    await pass(app, 30 * MINUTE);
    const notScheduled = { ok: false, code: "notScheduled" };
    expect(await move(due, at("15:00"))).toEqual(notScheduled);
    const called = await book(at("14:00"));
    const ticketId = must((await board()).scheduled[0], "booking").ticketId;
    await press(owner, api.desk.actions.call, { ticketId });
    expect(await move(called, at("15:00"))).toEqual(notScheduled);
    const walkIn = await app.join(queueId);
    expect(await move(walkIn, at("15:00"))).toEqual(notScheduled);
    const left = await book(at("16:00"));
    await app.backend.mutation(api.line.tickets.leave, { secret: left });
    const ended = { ok: false, code: "alreadyEnded" };
    expect(await move(left, at("15:00"))).toEqual(ended);
    const rest = await book(at("16:30"));
    await owner.mutation(queues.remove, { queueId });
    expect(await move(rest, at("15:00"))).toEqual(ended);
    expect(await move(newSecret(), at("15:00"))).toMatchObject({
      code: "notFound",
    });
  });

  test("is refused after ten times, for six minutes", async () => {
    const { book, move } = await openBookingShop();
    const secret = await book(at("14:00"));
    for (let i = 0; i < 10; i += 1) {
      const time = i % 2 === 0 ? "15:00" : "14:00";
      expect(await move(secret, at(time))).toEqual({ ok: true });
    }
    expect(await move(secret, at("15:00"))).toMatchObject({
      code: "tooManyRequests",
      retryAfterMs: 6 * MINUTE,
    });
  });
});

test("giving up a booking: frees the slot at once", async () => {
  const { app, book, freeOn, board } = await openBookingShop();
  const secret = await book(at("14:00"));
  const leave = { secret };
  expect(await app.backend.mutation(api.line.tickets.leave, leave)).toEqual({
    ok: true,
  });
  expect(await freeOn()).toContain("14:00");
  expect((await board()).scheduledCount).toBe(0);
  await pass(app, 2 * HOUR);
  expect((await ticketOf(app, secret)).endReason).toBe("left");
});

test("the file of a booking ahead has its time and number, no name, and ends with it", async () => {
  vi.stubEnv("SITE_URL", "https://yourturn.example");
  const { app, tryBook, businessId } = await openBookingShop();
  const { secret } = await tryBook(at("15:00"), { name: "Ann" });
  const [ticket] = await rows(app, "tickets");
  const ask = async (id: string) =>
    await app.backend.fetch(`/api/appointment?ticket=${id}`);
  const answer = await ask(must(ticket, "ticket")._id);
  expect(answer.headers.get("Content-Type")).toBe(
    "text/calendar; charset=utf-8",
  );
  const file = (await answer.text()).replaceAll("\r\n ", "");
  for (const line of [
    "METHOD:PUBLISH",
    "DTSTART:20261120T150000Z",
    "DTEND:20261120T153000Z",
    "SUMMARY:Appointment at Shop 1",
    `URL:https://yourturn.example/join?b=${businessId}`,
  ])
    expect(file).toContain(`${line}\r\n`);
  expect(file).not.toMatch(new RegExp(`Ann|${secret}`));
  await app.backend.mutation(api.line.tickets.leave, { secret });
  for (const id of [must(ticket, "ticket")._id, businessId, ""])
    expect((await ask(id)).status).toBe(404);
  vi.unstubAllEnvs();
});
