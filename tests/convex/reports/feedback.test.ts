/** One tap after being served, and the sums that the owner sees. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  noRatings,
  ratingsSince,
} from "../../../convex/reports/rules/feedback.ts";
import type { Rating } from "../../../convex/queue/rules/rating.ts";
import { newSecret, rows, ticketOf } from "../open-app.ts";
import { DAY } from "../fake-clock.ts";
import { newQueue } from "../base/calls.ts";
import { openCounter } from "../desk/counter-shop.ts";

const CLOSED = { ok: false, code: "feedbackClosed" };

async function openShop() {
  const shop = await openCounter(0, { settings: { whenUnmarked: "came" } });
  const { app, owner, queueId } = shop;
  return {
    ...shop,
    /** Joins a customer and has them served. */
    served: async () => {
      const secret = await app.join(queueId);
      await shop.act("done", (await shop.callNext()).ticketId);
      return secret;
    },
    give: async (secret: string, rating: Rating) =>
      await app.backend.mutation(api.reports.feedback.give, { secret, rating }),
    recent: async (of: string | null = queueId) =>
      await owner.query(api.reports.feedback.recent, { queueId: of }),
  };
}

describe("feedback", () => {
  test("is on the ticket and in the day's sum once, however often the customer taps", async () => {
    const shop = await openShop();
    const [ana, ben] = [await shop.served(), await shop.served()];
    expect((await ticketOf(shop.app, ana)).feedback).toBeNull();
    for (const rating of ["great", "great", "notGood", "ok"] as const)
      expect(await shop.give(ana, rating)).toEqual({ ok: true });
    await shop.give(ben, "great");
    expect((await ticketOf(shop.app, ana)).feedback).toBe("ok");
    const sums = { great: 1, ok: 1, notGood: 0 };
    expect(await shop.recent()).toEqual([{ day: "2026-11-20", ...sums }]);
  });

  test("that changes on another day stays on the day of the first tap", async () => {
    const shop = await openShop();
    const secret = await shop.served();
    await shop.give(secret, "great");
    vi.advanceTimersByTime(2 * DAY);
    await shop.give(secret, "notGood");
    expect(await shop.recent()).toEqual([
      { day: "2026-11-20", great: 0, ok: 0, notGood: 1 },
    ]);
  });

  test("is refused before being served, after leaving, and for a visit that is only assumed", async () => {
    const shop = await openShop();
    const [first, second, third] = [
      await shop.app.join(shop.queueId),
      await shop.app.join(shop.queueId),
      await shop.app.join(shop.queueId),
    ];
    expect(await shop.give(third, "ok")).toEqual(CLOSED);
    await shop.callNext();
    expect(await shop.give(first, "ok")).toEqual(CLOSED);
    await shop.callNext();
    expect(await shop.give(first, "ok")).toEqual(CLOSED);
    const answer = { secret: first, served: true };
    await shop.app.backend.mutation(api.line.tickets.wasServed, answer);
    expect(await shop.give(first, "ok")).toEqual({ ok: true });
    await shop.app.backend.mutation(api.line.tickets.leave, { secret: second });
    expect(await shop.give(second, "ok")).toEqual(CLOSED);
    await shop.callNext();
    await shop.app.join(shop.queueId);
    await shop.callNext();
    const no = { secret: third, served: false };
    await shop.app.backend.mutation(api.line.tickets.wasServed, no);
    expect(await shop.give(third, "notGood")).toEqual(CLOSED);
    expect(await shop.give(newSecret(), "ok")).toEqual({
      ok: false,
      code: "notFound",
    });
  });

  test("is open for seven days", async () => {
    const shop = await openShop();
    const secret = await shop.served();
    vi.advanceTimersByTime(7 * DAY - 1);
    expect(await shop.give(secret, "ok")).toEqual({ ok: true });
    vi.advanceTimersByTime(1);
    expect(await shop.give(secret, "great")).toEqual(CLOSED);
  });

  test("can be changed only a limited number of times", async () => {
    const shop = await openShop();
    const secret = await shop.served();
    const give = async (tap: number) =>
      await shop.give(secret, tap % 2 === 0 ? "great" : "ok");
    for (let tap = 0; tap < 10; tap += 1)
      expect(await give(tap)).toEqual({ ok: true });
    expect(await give(10)).toMatchObject({
      code: "tooManyRequests",
      retryAfterMs: 360_000,
    });
    expect((await shop.recent())[0]).toMatchObject({ great: 0, ok: 1 });
    vi.advanceTimersByTime(360_000);
    expect(await give(10)).toEqual({ ok: true });
  });

  test("with an unknown rating is refused", async () => {
    const shop = await openShop();
    const secret = await shop.served();
    await expect(shop.give(secret, "awful" as Rating)).rejects.toThrow();
    expect(await rows(shop.app, "feedbackDays")).toEqual([]);
  });
});

test("what the owner sees: is of one queue or of all, the last seven days, and no other shop's", async () => {
  const shop = await openShop();
  const stranger = await shop.app.shop();
  const other = await newQueue(shop.owner, "B");
  for (let day = 0; day < 9; day += 1) {
    await shop.give(await shop.served(), "great");
    vi.advanceTimersByTime(DAY);
  }
  const days = (await shop.recent()).map(({ day }) => day);
  expect(days).toHaveLength(7);
  expect(days[0]).toBe("2026-11-28");
  expect(await shop.recent(other)).toEqual([]);
  const all = await shop.recent(null);
  expect(ratingsSince(all, "2026-11-29", 6)).toEqual({
    ...{ great: 6, ok: 0, notGood: 0 },
  });
  expect(ratingsSince([], "2026-11-29", 6)).toEqual(noRatings());
  expect(
    await stranger.owner.query(api.reports.feedback.recent, {
      queueId: null,
    }),
  ).toEqual([]);
});
