/** One network cannot book a shop out, and a family can book together. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Plan } from "../../../convex/base/rules/plans.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, openBookingShop, type BookingShop } from "./booking-shop.ts";
import { newSecret, rows, ticketOf } from "../open-app.ts";
import { DAY, HOUR, NOON } from "../fake-clock.ts";
import { press } from "../base/calls.ts";

const STRANGER = "198.51.100.7";
const WIFI = "203.0.113.20";
const MONDAY = "2026-11-23";
const HELD = "tooManyHeld";

/** A shop whose desk has been opened on its Wi-Fi. */
async function openShop(plan: Plan = "starter") {
  const shop = await openBookingShop({ plan });
  const atDesk = shop.owner.withRequestMetadata({ ip: WIFI });
  await atDesk.mutation(api.desk.actions.opened, {});
  return shop;
}

/**
 * Tries the free times of a day one after the other. The clock moves 1.5 hours before every eighth, so that no rate
 * limit interferes.
 * @returns the secrets of the bookings, and the code of the first refusal
 */
async function bookDay(
  shop: BookingShop,
  day: string,
  ipOf: (i: number) => string,
) {
  const secrets: string[] = [];
  for (const [i, time] of (await shop.freeOn(day)).entries()) {
    if (i % 8 === 7) vi.advanceTimersByTime(1.5 * HOUR);
    const { answer, secret } = await shop.tryBook(at(time, day), {
      ip: ipOf(i),
    });
    if (!answer.ok) return { secrets, code: answer.code };
    secrets.push(secret);
  }
  return { secrets, code: null };
}

describe("one network", () => {
  test("can book four of a day's sixteen slots, and others can book the rest", async () => {
    const shop = await openShop();
    const { secrets, code } = await bookDay(shop, MONDAY, () => STRANGER);
    expect([secrets.length, code]).toEqual([4, HELD]);
    const rest = await bookDay(shop, MONDAY, (i) => `198.51.101.${i}`);
    expect([rest.secrets.length, rest.code]).toEqual([12, null]);
  });

  test.each([
    ["pro", 6],
    ["enterprise", 8],
  ] as const)("on %s can book %i, never more than half", async (plan, most) => {
    const shop = await openShop(plan);
    const { secrets, code } = await bookDay(shop, MONDAY, () => STRANGER);
    expect([secrets.length, code]).toEqual([most, HELD]);
  });

  test("can book half of a short day", async () => {
    const shop = await openShop();
    await shop.setTimes({ slotMinutes: 240 });
    const { secrets, code } = await bookDay(shop, MONDAY, () => STRANGER);
    expect([secrets.length, code]).toEqual([1, HELD]);
  });

  test("can hold twenty bookings in all; giving one up makes room for one", async () => {
    const shop = await openShop();
    const secrets: string[] = [];
    let code: string | null = null;
    for (let ahead = 3; ahead < 40 && secrets.length < 30; ahead += 1) {
      vi.advanceTimersByTime(HOUR / 2);
      const day = new Date(NOON + ahead * DAY).toISOString().slice(0, 10);
      const booked = await bookDay(shop, day, () => STRANGER);
      secrets.push(...booked.secrets);
      if (booked.secrets.length === 0 && booked.code === HELD) code = HELD;
      if (code !== null) break;
    }
    expect([secrets.length, code]).toEqual([20, HELD]);
    const leave = { secret: must(secrets[0], "secret") };
    await shop.app.backend.mutation(api.line.tickets.leave, leave);
    const late = at("16:30", "2027-01-04");
    expect((await shop.tryBook(late, { ip: STRANGER })).answer.ok).toBe(true);
  });

  test("can book ten times an hour, and giving up returns none of them", async () => {
    const { app, tryBook } = await openShop();
    const codes: string[] = [];
    for (let i = 0; i < 11; i += 1) {
      const time = at("10:00", MONDAY);
      const { answer, secret } = await tryBook(time, { ip: STRANGER });
      if (answer.ok)
        await app.backend.mutation(api.line.tickets.leave, { secret });
      else codes.push(answer.code);
    }
    expect(codes).toEqual(["tooManyJoins"]);
  });

  test("of an IPv6 site can book six slots of a day, however many addresses it uses", async () => {
    const shop = await openShop();
    const site = (i: number) => `2001:db8:7:${i.toString(16)}::1`;
    const { secrets, code } = await bookDay(shop, MONDAY, site);
    expect([secrets.length, code]).toEqual([6, HELD]);
  });

  test("that is the shop's own leaves a quarter of a day to others", async () => {
    const shop = await openShop();
    const { secrets, code } = await bookDay(shop, MONDAY, () => WIFI);
    expect([secrets.length, code]).toEqual([12, HELD]);
  });

  test("of private addresses, which many share, can book the whole day", async () => {
    const shop = await openShop();
    const { secrets, code } = await bookDay(shop, MONDAY, () => "10.0.0.8");
    expect([secrets.length, code]).toEqual([16, null]);
  });

  test("cannot collect more of a day by moving bookings", async () => {
    const shop = await openShop();
    const four = await bookDay(shop, MONDAY, () => STRANGER);
    const [one] = (await bookDay(shop, "2026-11-24", () => STRANGER)).secrets;
    const secret = must(one, "secret");
    const to = at("16:00", MONDAY);
    expect(await shop.move(secret, to)).toEqual({ ok: false, code: HELD });
    // Within the day each booking may change to another time.
    const own = must(four.secrets[0], "secret");
    expect(await shop.move(own, to)).toEqual({ ok: true });
  });

  test("can join the line besides its bookings", async () => {
    const shop = await openShop();
    await bookDay(shop, MONDAY, () => STRANGER);
    const phone = shop.app.backend.withRequestMetadata({ ip: STRANGER });
    const { queueId } = shop;
    const joins = [];
    for (let i = 0; i < 5; i += 1) {
      const join = { queueId, secret: newSecret() };
      joins.push((await phone.mutation(api.line.tickets.join, join)).ok);
    }
    expect(joins).toEqual([true, true, true, true, false]);
  });

  test("whose suspicious joins the desk removed cannot book", async () => {
    const { app, owner, queueId, board, tryBook } = await openShop();
    const phone = app.backend.withRequestMetadata({ ip: STRANGER });
    for (let i = 0; i < 4; i += 1) {
      const join = { queueId, secret: newSecret() };
      await phone.mutation(api.line.tickets.join, join);
    }
    const { crowdId } = must((await board()).crowds[0], "crowd");
    await press(owner, api.desk.actions.removeCrowd, { queueId, crowdId });
    const { answer } = await tryBook(at("10:00", MONDAY), { ip: STRANGER });
    expect(answer).toMatchObject({ code: "tooManyJoins" });
  });
});

test("a refused booking uses up no limit and leaves nothing behind", async () => {
  const shop = await openShop();
  await shop.book(at("10:00", MONDAY));
  for (let i = 0; i < 20; i += 1) {
    const taken = await shop.tryBook(at("10:00", MONDAY), { ip: STRANGER });
    expect(taken.answer).toMatchObject({ code: "slotTaken" });
  }
  const { answer, secret } = await shop.tryBook(at("10:30", MONDAY), {
    ip: STRANGER,
  });
  expect(answer).toEqual({ ok: true, number: 2 });
  expect(await rows(shop.app, "tickets")).toHaveLength(2);
  expect((await ticketOf(shop.app, secret)).number).toBe(2);
});
