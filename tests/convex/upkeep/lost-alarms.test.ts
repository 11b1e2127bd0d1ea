/**
 * Alarms whose jobs were lost while the watched job still exists, and what else may keep them from being set again
 * (upkeep/data/lostAlarms.ts).
 */
import { expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { at, pass } from "../booking/booking-shop.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import {
  newSecret,
  rows,
  ticketOf,
  type App,
  maintain,
  loseJobs,
  pendingJobs,
} from "../open-app.ts";
import { DAY, HOUR, MINUTE, NOON } from "../fake-clock.ts";
import { getFunctionName as nameOf } from "convex/server";
import { newShop } from "../base/calls.ts";

async function openShop() {
  const { app, queueId, businessId } = await newShop({ plan: "pro" });
  return {
    ...{ app, queueId, businessId },
    /** Books with a phone number. */
    book: async (startsAt: number) => {
      const secret = newSecret();
      const phone = "07700900123";
      const args = { queueId, secret, startsAt, phone };
      const answer = await app.backend.mutation(
        api.booking.bookings.book,
        args,
      );
      if (!answer.ok) throw new Error(answer.code);
      return secret;
    },
    /** Loses the pending jobs whose names contain this. */
    lose: (name: string) => loseJobs(app, name),
    /** Runs maintenance this many times, five minutes apart. */
    maintain: async (times = 1) => {
      for (let run = 0; run < times; run += 1) {
        await maintain(app);
        await pass(app, 5 * MINUTE);
      }
    },
    told: async () => (await rows(app, "alerts")).map(({ kind }) => kind),
  };
}

/** The times of the next looks at alerts, the latest first. */
const looks = async (app: App): Promise<number[]> =>
  (await pendingJobs(app, "messages/alerts:look"))
    .map(({ scheduledTime }) => scheduledTime)
    .sort((a, b) => b - a);

const MONDAY = at("12:00", "2026-11-23");

test("a reminder: that was lost is sent a few minutes late, once, and the next one to the minute", async () => {
  const { book, lose, maintain, told, app } = await openShop();
  await maintain();
  await book(MONDAY);
  await lose(nameOf(internal.messages.alerts.remind));
  await pass(app, MONDAY - DAY - Date.now() - 2 * MINUTE);
  await maintain(3);
  expect(await told()).toEqual(["bookingTomorrow"]);
  await pass(app, MONDAY - HOUR - Date.now());
  expect(await told()).toEqual(["bookingTomorrow", "bookingSoon"]);
  await maintain(3);
  expect(await told()).toHaveLength(2);
});

test("a reminder: is not sent to a customer who moved the booking less than an hour before it", async () => {
  const { book, maintain, told, app } = await openShop();
  await maintain();
  const secret = await book(MONDAY + 2 * HOUR);
  await pass(app, MONDAY - 90 * MINUTE - Date.now());
  expect(await told()).toEqual(["bookingTomorrow"]);
  const startsAt = MONDAY;
  await app.backend.mutation(api.booking.bookings.move, { secret, startsAt });
  await maintain(12);
  expect(await told()).toHaveLength(1);
});

test("more alarms than one step can check: are set by one run, each once and to the second", async () => {
  const { app, queueId, businessId } = await openShop();
  await app.join(queueId);
  const { _id: ticketId } = must((await rows(app, "tickets"))[0], "ticket");
  const last = NOON + 5.5 * MINUTE;
  await app.backend.run(async (ctx) => {
    for (let i = 0; i <= 200; i += 1)
      await ctx.db.insert("alerts", {
        ...{ businessId, ticketId, kind: "late", occasion: `late:${i}` },
        ...{ at: NOON - MINUTE, nextAt: i < 200 ? NOON + MINUTE : last },
      });
  });
  await maintain(app);
  const set = await looks(app);
  expect(set).toHaveLength(201);
  expect(set[0]).toBe(last);
  await pass(app, 2 * MINUTE);
  await maintain(app);
  expect(await looks(app)).toEqual([last]);
});

test("a clock that was hours ahead does not keep a lost alarm from being set", async () => {
  const { app, book, lose } = await openShop();
  const secret = await book(NOON + HOUR);
  vi.setSystemTime(NOON + 10 * HOUR);
  await maintain(app);
  vi.setSystemTime(NOON + HOUR - MINUTE);
  await lose(nameOf(internal.upkeep.timers.bookingDue));
  await maintain(app);
  await pass(app, MINUTE);
  expect((await ticketOf(app, secret)).isScheduled).toBe(false);
});

test("a second keeper row, as from an import that appends, does not stop maintenance", async () => {
  const { app, maintain } = await openShop();
  await maintain();
  await app.backend.run(async (ctx) => {
    const kept = must(await ctx.db.query("alarmKeeper").first(), "keeper");
    const { job, jobsSince, setUpTo, at: of } = kept;
    await ctx.db.insert("alarmKeeper", { job, jobsSince, setUpTo, at: of });
  });
  await maintain();
  const kept = await rows(app, "alarmKeeper");
  expect(kept.map((row) => row.at)).toEqual([NOON + 5 * MINUTE, NOON]);
});
