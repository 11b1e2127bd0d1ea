/** Owners' settings for joining and booking: hours by date, walk-ins outside hours, chairs on duty, pauses. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { SpecialDay } from "../../../convex/business/rules/hours.ts";
import type { Settings } from "../../../convex/business/rules/settings.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { at, pass } from "../booking/booking-shop.ts";
import { newSecret, loseJobs, maintain } from "../open-app.ts";
import { save } from "../profile/saving.ts";
import { DAY, HOUR, MINUTE, NOON } from "../fake-clock.ts";
import {
  failsWith,
  newShop,
  press,
  profileOf,
  refusedWith,
} from "../base/calls.ts";

async function openShop() {
  const shop = await newShop();
  const { app, owner, queueId } = shop;
  return {
    ...shop,
    save: (rules: Partial<Settings>) =>
      save(owner, { walkInsOnlyWhenOpen: false, ...rules }),
    profile: async () => await profileOf(app, shop),
    line: async () =>
      must(await app.backend.query(api.line.tickets.line, { queueId }), "line"),
    join: async () => {
      const join = { queueId, secret: newSecret() };
      return await app.backend.mutation(api.line.tickets.join, join);
    },
  };
}
const holiday = (day: string): SpecialDay => ({ day, hours: null });

describe("special days", () => {
  test("are kept in order and shown to customers", async () => {
    const { save, profile } = await openShop();
    const eve = { day: "2026-12-24", hours: { start: "09:00", end: "12:00" } };
    const specialDays = [holiday("2026-12-25"), eve];
    expect(await save({ specialDays, almostAt: 0 })).toEqual({ ok: true });
    expect(await profile()).toMatchObject({
      specialDays: [eve, holiday("2026-12-25")],
      walkInsOnlyWhenOpen: false,
      almostAt: 0,
    });
  });

  test("have possible hours, one entry per day, a hundred at most, and are real days", async () => {
    const { save, profile } = await openShop();
    const day = "2026-12-24";
    const empty = { day, hours: { start: "09:00", end: "09:00" } };
    expect(await save({ specialDays: [empty] })).toEqual(
      refusedWith("specialHoursInvalid", { day }),
    );
    const twice = [holiday("2026-12-25"), holiday("2026-12-25")];
    expect(await save({ specialDays: twice })).toMatchObject({
      code: "specialDayTwice",
      day: "2026-12-25",
    });
    const many = Array.from({ length: 101 }, (_, i) =>
      holiday(new Date(NOON + i * DAY).toISOString().slice(0, 10)),
    );
    expect(await save({ specialDays: many })).toMatchObject({
      code: "specialDaysTooMany",
      max: 100,
    });
    for (const day of ["2026-02-30", "", "x".repeat(10_000)])
      await failsWith(save({ specialDays: [holiday(day)] }), "invalidInput");
    expect((await profile()).specialDays).toEqual([]);
    expect(await save({ specialDays: many.slice(1) })).toEqual({ ok: true });
  });
});

describe("walk-ins only in opening hours", () => {
  test.each([
    ["before opening", at("08:59"), at("09:00")],
    ["at closing", at("17:00"), at("09:00", "2026-11-23")],
    ["on a closed day", at("12:00", "2026-11-21"), at("09:00", "2026-11-23")],
    ["on a holiday", at("12:00", "2026-12-25"), at("09:00", "2026-12-28")],
  ])(
    "%s customers cannot join, and learn when it opens",
    async (_, now, opensAt) => {
      const { join, save, owner, queueId } = await openShop();
      const specialDays = [holiday("2026-12-25")];
      await save({ specialDays, walkInsOnlyWhenOpen: true });
      vi.setSystemTime(now);
      expect(await join()).toEqual({ ok: false, code: "closedNow", opensAt });
      // The desk may still add people.
      expect(
        (await press(owner, api.desk.actions.addWalkIn, { queueId })).ok,
      ).toBe(true);
      await save({ specialDays });
      expect((await join()).ok).toBe(true);
    },
  );

  test.each([at("09:00"), at("16:59")])(
    "within them (%i) customers can join",
    async (now) => {
      const { join, save } = await openShop();
      await save({ walkInsOnlyWhenOpen: true });
      vi.setSystemTime(now);
      expect((await join()).ok).toBe(true);
    },
  );

  test("a join that is sent again after closing returns the same ticket", async () => {
    const { app, save, queueId } = await openShop();
    await save({ walkInsOnlyWhenOpen: true });
    const join = { queueId, secret: newSecret() };
    const send = () => app.backend.mutation(api.line.tickets.join, join);
    const first = await send();
    vi.setSystemTime(at("18:00"));
    expect(await send()).toEqual(first);
  });
});

test("chairs on duty: are one at first, up to twenty, and shown to customers", async () => {
  const { owner, queueId, line } = await openShop();
  expect((await line()).chairs).toBe(1);
  const set = (chairs: number) =>
    press(owner, api.desk.queues.setChairs, { queueId, chairs });
  await set(20);
  for (const chairs of [0, -1, 21, 1.5, Number.NaN, 1e308])
    await failsWith(set(chairs), "invalidInput");
  expect((await line()).chairs).toBe(20);
  await press(owner, api.desk.actions.reset, { queueId });
  expect((await line()).chairs).toBe(20);
});

describe("a pause", () => {
  async function openPause() {
    const shop = await openShop();
    const { owner, queueId } = shop;
    return {
      ...shop,
      pause: (until: number | null) =>
        press(owner, api.desk.queues.setPause, { queueId, until }),
      resume: () => press(owner, api.desk.queues.resume, { queueId }),
    };
  }

  test("ends at its time", async () => {
    const { app, pause, line, queueId } = await openPause();
    const until = NOON + 15 * MINUTE;
    await pause(until);
    expect((await line()).pause).toEqual({ since: NOON, until });
    await app.join(queueId);
    await pass(app, 15 * MINUTE - 1);
    expect((await line()).pause).toEqual({ since: NOON, until });
    await pass(app, 1);
    expect((await line()).pause).toBeNull();
  });

  test("made longer or open-ended is not ended by its first alarm", async () => {
    const { app, pause, line, resume } = await openPause();
    await pause(NOON + 15 * MINUTE);
    const until = NOON + HOUR;
    vi.advanceTimersByTime(MINUTE);
    await pause(until);
    await pass(app, 20 * MINUTE);
    expect((await line()).pause).toEqual({ since: NOON, until });
    await pause(null);
    await pass(app, DAY);
    expect((await line()).pause).toEqual({ since: NOON, until: null });
    await resume();
    await resume();
    expect((await line()).pause).toBeNull();
  });

  test("is at most a day long, and ends in the future", async () => {
    const { pause, line } = await openPause();
    for (const until of [NOON, NOON - 1, NOON + DAY + 1, Number.NaN, 1e308])
      await failsWith(pause(until), "invalidInput");
    expect((await line()).pause).toBeNull();
  });

  test("whose alarm was lost is ended by maintenance", async () => {
    const { app, pause, line } = await openPause();
    await pause(NOON + 15 * MINUTE);
    await loseJobs(app);
    vi.setSystemTime(NOON + 10 * MINUTE);
    await maintain(app);
    await pass(app, 5 * MINUTE - 1);
    expect((await line()).pause).not.toBeNull();
    await pass(app, 1);
    expect((await line()).pause).toBeNull();
  });
});
