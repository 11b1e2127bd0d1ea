/** A shop that is open until 02:00: joining, bookings, sums and undo after midnight (product.md B5, W4). */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { defaultHours } from "../../../convex/business/rules/hours.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, openBookingShop } from "../booking/booking-shop.ts";
import { startClockAt } from "../fake-clock.ts";
import { newSecret, rows } from "../open-app.ts";
import { save } from "../profile/saving.ts";
import { press } from "../base/calls.ts";

const FRIDAY = "2026-11-20";
const SATURDAY = "2026-11-21";
const SUNDAY = "2026-11-22";

startClockAt(at("17:00"));

/** Open from 18:00 to 02:00 on Fridays and Saturdays, in London. */
async function openBar() {
  const shop = await openBookingShop();
  const { app, owner, queueId } = shop;
  const nights = { start: "18:00", end: "02:00" };
  const operatingHours = { ...defaultHours, "5": nights, "6": nights };
  const saved = await save(owner, {
    operatingHours,
    walkInsOnlyWhenOpen: true,
  });
  expect(saved).toEqual({ ok: true });
  return {
    ...shop,
    join: async () =>
      await app.backend.mutation(api.line.tickets.join, {
        queueId,
        secret: newSecret(),
      }),
    callNext: async () => {
      const called = await press(owner, api.desk.actions.callNext, { queueId });
      if (!called.ok) throw new Error(called.code);
      return called;
    },
    history: async () =>
      await owner.query(api.desk.actions.history, { queueId }),
    /** Joins and served by day, and the hours with joins. */
    sums: async () =>
      (await rows(app, "queueDays")).map(({ day, counts }) => ({
        ...{ day, joins: counts.joins, served: counts.served },
        hours: counts.joinsByHour.flatMap((n, hour) => (n > 0 ? [hour] : [])),
      })),
  };
}

test("customers join until 02:00, and then learn when it opens", async () => {
  const { join } = await openBar();
  expect(await join()).toEqual({
    ...{ ok: false, code: "closedNow" },
    opensAt: at("18:00"),
  });
  for (const now of [
    at("18:00"),
    at("00:30", SATURDAY),
    at("01:59", SATURDAY),
  ]) {
    vi.setSystemTime(now);
    expect((await join()).ok).toBe(true);
  }
  vi.setSystemTime(at("02:00", SATURDAY));
  expect(await join()).toMatchObject({ opensAt: at("18:00", SATURDAY) });
});

test("what happens after midnight counts for the day that began before it", async () => {
  const { owner, join, callNext, sums } = await openBar();
  vi.setSystemTime(at("23:30"));
  await join();
  vi.setSystemTime(at("00:30", SATURDAY));
  await join();
  const { ticketId } = await callNext();
  await press(owner, api.desk.actions.done, { ticketId });
  // Within the hour after closing, the line is still served.
  vi.setSystemTime(at("02:10", SATURDAY));
  const last = await callNext();
  await press(owner, api.desk.actions.done, { ticketId: last.ticketId });
  const night = { day: FRIDAY, joins: 2, served: 2, hours: [0, 23] };
  expect(await sums()).toEqual([night]);
  vi.setSystemTime(at("19:00", SATURDAY));
  await join();
  expect(await sums()).toEqual([
    night,
    { day: SATURDAY, joins: 1, served: 0, hours: [19] },
  ]);
});

test("today's mean wait and peak hour go on after midnight", async () => {
  const { owner, queueId, join } = await openBar();
  vi.setSystemTime(at("23:30"));
  await join();
  vi.setSystemTime(at("00:30", SATURDAY));
  await join();
  const stats = await owner.query(api.desk.actions.stats, { queueId });
  expect(stats.waitingDays).toEqual([
    {
      ...{ day: FRIDAY, count: 2 },
      joinedAtSum: at("23:30") + at("00:30", SATURDAY),
    },
  ]);
  expect(stats.peak?.day).toBe(FRIDAY);
});

test("an action before midnight can be undone after it, until the business day ends", async () => {
  const { owner, app, join, callNext, history } = await openBar();
  vi.setSystemTime(at("23:50"));
  await join();
  await join();
  const { eventId } = await callNext();
  vi.setSystemTime(at("00:40", SATURDAY));
  const undone = await press(owner, api.desk.actions.undo, { eventId });
  expect(undone).toEqual({ ok: true });
  const again = await callNext();
  expect((await history()).map(({ at: then }) => then)).toEqual([
    at("00:40", SATURDAY),
    at("23:50"),
  ]);
  vi.setSystemTime(at("03:00", SATURDAY));
  const late = await press(owner, api.desk.actions.undo, {
    eventId: again.eventId,
  });
  expect(late).toMatchObject({ ok: false });
  expect(await rows(app, "queueDays")).toHaveLength(1);
});

test("bookings: run over midnight, on the day in which the hours began", async () => {
  const { freeOn, tryBook } = await openBar();
  const times = await freeOn(FRIDAY);
  expect(times.slice(0, 2)).toEqual(["18:00", "18:30"]);
  expect(times.slice(-5)).toEqual([
    ...["23:30", "00:00", "00:30", "01:00", "01:30"],
  ]);
  const after = at("00:30", SATURDAY);
  expect((await tryBook(after)).answer.ok).toBe(true);
  expect(await freeOn(FRIDAY)).not.toContain("00:30");
  expect(await freeOn(SATURDAY)).toContain("00:30");
  expect((await tryBook(after)).answer).toMatchObject({ code: "slotTaken" });
  for (const wrong of [at("02:00", SATURDAY), at("01:45", SATURDAY)]) {
    expect((await tryBook(wrong)).answer).toMatchObject({
      code: "slotNotBookable",
    });
  }
  // The night before was closed.
  expect((await tryBook(at("00:30"))).answer.ok).toBe(false);
});

test("bookings: are listed with the evening that they belong to", async () => {
  const { owner, queueId, book } = await openBar();
  await book(at("23:30"));
  await book(at("01:00", SATURDAY));
  await book(at("18:00", SATURDAY));
  await book(at("01:30", SUNDAY));
  const days = await owner.query(api.booking.appointments.days, {
    ...{ queueId, day: FRIDAY },
  });
  expect(days).toEqual([
    { day: FRIDAY, count: 2 },
    { day: SATURDAY, count: 2 },
  ]);
  for (const [day, times] of [
    [FRIDAY, [at("23:30"), at("01:00", SATURDAY)]],
    [SATURDAY, [at("18:00", SATURDAY), at("01:30", SUNDAY)]],
    [SUNDAY, []],
  ] as const) {
    const found = await owner.query(api.booking.appointments.ofDay, {
      ...{ queueId, day },
    });
    expect(found.map(({ startsAt }) => startsAt)).toEqual(times);
  }
});

test("feedback and looks after midnight are of the same day", async () => {
  const { app, owner, businessId, queueId, join, callNext } = await openBar();
  vi.setSystemTime(at("00:30", SATURDAY));
  const secret = await app.join(queueId);
  const { ticketId } = await callNext();
  await press(owner, api.desk.actions.done, { ticketId });
  await app.backend.mutation(api.reports.feedback.give, {
    ...{ secret, rating: "great" },
  });
  await app.backend.mutation(api.reports.looks.look, {
    ...{ businessId, key: newSecret() },
  });
  await join();
  const of = async (table: "feedbackDays" | "looks") =>
    must((await rows(app, table))[0], table).day;
  expect(await of("feedbackDays")).toBe(FRIDAY);
  expect(await of("looks")).toBe(FRIDAY);
});

test("hours that run into the next day's: are refused, also where one of the dates has special hours", async () => {
  const { owner } = await openBar();
  const early = { start: "01:00", end: "12:00" };
  const { settings } = await owner.query(api.profile.businesses.profile, {});
  const { operatingHours } = settings;
  expect(
    await save(owner, { operatingHours: { ...operatingHours, "6": early } }),
  ).toEqual({ ok: false, code: "hoursOverlap", weekday: 5 });
  expect(
    await save(owner, { specialDays: [{ day: SATURDAY, hours: early }] }),
  ).toEqual({ ok: false, code: "specialHoursOverlap", day: FRIDAY });
  const later = { start: "02:00", end: "12:00" };
  expect(
    await save(owner, { specialDays: [{ day: SATURDAY, hours: later }] }),
  ).toEqual({ ok: true });
});

test("hours that run into the next day's: do not block saving once they are past", async () => {
  const { owner } = await openBar();
  const night = { start: "18:00", end: "04:00" };
  const specialDays = [{ day: FRIDAY, hours: night }];
  expect(await save(owner, { specialDays })).toEqual({ ok: true });
  vi.setSystemTime(at("12:00", SUNDAY));
  const { settings } = await owner.query(api.profile.businesses.profile, {});
  const early = { start: "03:00", end: "12:00" };
  const operatingHours = {
    ...settings.operatingHours,
    "5": early,
    "6": early,
  };
  expect(await save(owner, { operatingHours })).toEqual({ ok: true });
});
