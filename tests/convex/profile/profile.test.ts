/** The owner's settings (product.md F1) and 'running late' (F5). */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { defaultHours } from "../../../convex/business/rules/hours.ts";
import type { Settings } from "../../../convex/business/rules/settings.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { pass } from "../booking/booking-shop.ts";
import { newSecret, rows, maintain, loseJobs } from "../open-app.ts";
import { save } from "./saving.ts";
import { DAY, HOUR, MINUTE, NOON } from "../fake-clock.ts";
import { failsWith, meOf, newShop, press, profileOf } from "../base/calls.ts";

async function openShop() {
  const shop = await newShop();
  const { app, owner } = shop;
  return {
    ...shop,
    own: async () => await owner.query(api.profile.businesses.profile, {}),
    seen: async () => await profileOf(app, shop),
    sayLate: async (minutes: number, lasts: number) =>
      await owner.mutation(api.profile.businesses.setNotice, {
        ...{ minutes, lasts, requestKey: newSecret() },
      }),
    inTime: async () =>
      await press(owner, api.profile.businesses.clearNotice, {}),
  };
}

const ALL: Settings = {
  ...{ name: "Fadehouse", phone: "+44 20 7946 0123", description: "Cuts" },
  slotMinutes: 20,
  operatingHours: { ...defaultHours, "6": { start: "08:00", end: "16:00" } },
  specialDays: [{ day: "2026-12-25", hours: null }],
  ...{ walkInsOnlyWhenOpen: true, almostAt: 3, timezone: "Asia/Kathmandu" },
  ...{ country: "NP", clock: "h12", whenUnmarked: "came", graceMinutes: 7 },
  boardNames: "initials",
};

describe("the owner's settings", () => {
  test("are kept, and customers see their part of them", async () => {
    const { owner, own, seen } = await openShop();
    expect(await save(owner, ALL)).toEqual({ ok: true });
    expect((await own()).settings).toEqual(ALL);
    const { name, timezone, slotMinutes, specialDays } = ALL;
    expect(await seen()).toMatchObject({
      ...{ name, timezone, slotMinutes, specialDays },
    });
    expect(await seen()).not.toHaveProperty("graceMinutes");
  });

  test("[F6] the clock is the country's, unless the owner chooses", async () => {
    const { owner, own, seen } = await openShop();
    const { settings } = await own();
    expect(settings.clock).toBe("byCountry");
    const read = async () => {
      const { clock, country } = await seen();
      const me = await meOf(owner);
      expect(me?.business).toMatchObject({ clock, country });
      return `${country} ${clock}`;
    };
    expect(await read()).toBe("GB h24");
    await save(owner, { ...settings, country: "US" });
    expect(await read()).toBe("US h12");
    await save(owner, { ...settings, country: "US", clock: "h24" });
    expect(await read()).toBe("US h24");
    await save(owner, { ...settings, country: null });
    expect(await read()).toBe("null h24");
  });

  test("F1: saved from an old window keep another window's changes and overwrite nothing unasked", async () => {
    const { owner, own } = await openShop();
    const { settings: base } = await own();
    const saveFrom = async (changes: Partial<Settings>, from = base) =>
      await owner.mutation(api.profile.businesses.saveProfile, {
        ...{ ...from, ...changes },
        base: from,
      });
    const hours = { ...base.operatingHours, "1": null };
    await saveFrom({ name: "Fadehouse", operatingHours: hours, almostAt: 3 });
    expect(await saveFrom({ phone: "+44 20 7946 0123", almostAt: 3 })).toEqual({
      ok: true,
    });
    const both = { ...base, operatingHours: hours, almostAt: 3 };
    const now = { ...both, name: "Fadehouse", phone: "+44 20 7946 0123" };
    expect((await own()).settings).toEqual(now);
    expect(await saveFrom({ name: "Clips", graceMinutes: 9 })).toEqual({
      ...{ ok: false, code: "changedElsewhere", fields: ["name"] },
    });
    expect((await own()).settings).toEqual(now);
    // The owner has seen the other change, so the refused change now starts from it.
    const seen = { ...base, name: "Fadehouse" };
    await saveFrom({ name: "Clips", graceMinutes: 9 }, seen);
    expect((await own()).settings).toEqual({
      ...now,
      ...{ name: "Clips", graceMinutes: 9 },
    });
  });

  test("are cleaned, and white space alone becomes null", async () => {
    const { owner, own } = await openShop();
    await save(owner, {
      ...ALL,
      name: "  Fade \u202e house ",
      phone: " ",
      description: "\n\t",
    });
    expect((await own()).settings).toMatchObject({
      name: "Fade house",
      phone: null,
      description: null,
    });
  });

  test("are refused with values that the page does not send", async () => {
    const { owner, own } = await openShop();
    const before = await own();
    const strange: Partial<Settings>[] = [
      ...["", "Mars/Base", "+05:00", "../etc"].map((timezone) => ({
        timezone,
      })),
      ...["", "gb", "GBR", "ZZ", "EU", "UK", "<b"].map((country) => ({
        country,
      })),
      ...[2, 61, 4.5, Number.NaN, Infinity].map((graceMinutes) => ({
        graceMinutes,
      })),
      ...[-1, 11, 1.5, Number.NaN, Infinity].map((almostAt) => ({ almostAt })),
    ];
    for (const wrong of strange)
      await failsWith(save(owner, { ...ALL, ...wrong }), "invalidInput");
    await failsWith(save(owner, { ...ALL, phone: "call me" }), "phoneInvalid");
    expect(await own()).toEqual(before);
    expect(await save(owner, { ...ALL, almostAt: 10 })).toEqual({ ok: true });
  });
});

describe("running late", () => {
  test("is shown to customers and ends at its time", async () => {
    const { app, sayLate, seen } = await openShop();
    expect((await seen()).notice).toBeNull();
    await sayLate(15, 60);
    const notice = { minutes: 15, since: NOON, until: NOON + HOUR };
    expect((await seen()).notice).toEqual(notice);
    await pass(app, HOUR - 1);
    expect((await seen()).notice).toEqual(notice);
    await pass(app, 1);
    expect((await seen()).notice).toBeNull();
    expect(await rows(app, "businesses")).not.toMatchObject([{ notice: {} }]);
  });

  test("said again takes the latest minutes and end", async () => {
    const { app, sayLate, seen, inTime } = await openShop();
    await sayLate(15, 30);
    await pass(app, 10 * MINUTE);
    await sayLate(30, 60);
    const until = NOON + 70 * MINUTE;
    expect((await seen()).notice).toEqual({ minutes: 30, since: NOON, until });
    await pass(app, 30 * MINUTE);
    expect((await seen()).notice).not.toBeNull();
    await inTime();
    await inTime();
    expect((await seen()).notice).toBeNull();
    await sayLate(5, 5);
    expect((await seen()).notice?.since).toBe(NOON + 40 * MINUTE);
  });

  test("is between 5 minutes and two hours, for a day at most", async () => {
    const { sayLate, seen } = await openShop();
    for (const wrong of [0, 4, 121, 7.5, Number.NaN, -5, 1e308])
      await failsWith(sayLate(wrong, 60), "invalidInput");
    for (const wrong of [0, 4, 1_441, 7.5, Number.NaN, -5, 1e308])
      await failsWith(sayLate(15, wrong), "invalidInput");
    expect((await seen()).notice).toBeNull();
    await sayLate(120, 1_440);
    expect((await seen()).notice?.until).toBe(NOON + DAY);
  });

  test("whose alarm was lost is ended by maintenance", async () => {
    const { app, sayLate, seen } = await openShop();
    await sayLate(15, 15);
    await loseJobs(app);
    vi.setSystemTime(NOON + 10 * MINUTE);
    await maintain(app);
    await pass(app, 5 * MINUTE - 1);
    expect((await seen()).notice).not.toBeNull();
    await pass(app, 1);
    expect((await seen()).notice).toBeNull();
  });

  test("makes the wait that a customer is shown that much later", async () => {
    const { app, owner, queueId, sayLate } = await openShop();
    const called = async () =>
      await press(owner, api.desk.actions.callNext, { queueId });
    for (let i = 0; i < 8; i += 1) await app.join(queueId);
    for (let i = 0; i < 5; i += 1) {
      await called();
      vi.advanceTimersByTime(10 * MINUTE);
    }
    const promise = async () => {
      await app.join(queueId);
      const { quote } = must((await rows(app, "tickets")).at(-1), "ticket");
      return must(quote, "promise");
    };
    const inTime = await promise();
    await sayLate(20, 60);
    const late = await promise();
    expect(late.low - inTime.low).toBeGreaterThanOrEqual(20);
    expect(late.high - inTime.high).toBeGreaterThanOrEqual(20);
    expect(late.low - inTime.low).toBeLessThanOrEqual(35);
  });
});
