/** product.md K5: the bookings of a shop as a calendar behind a secret address. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import {
  at,
  openBookingShop,
  pass,
  type BookingShop,
} from "../booking/booking-shop.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { newSecret, rows, granted } from "../open-app.ts";
import { failsWith, press } from "../base/calls.ts";
import { DAY } from "../fake-clock.ts";

const { actions } = api.desk;
let shop: BookingShop;

beforeEach(async () => {
  vi.stubEnv("SITE_URL", "https://yourturn.example");
  shop = await openBookingShop();
});

async function make(): Promise<string> {
  const secret = newSecret();
  await shop.owner.mutation(api.calendar.feed.make, { secret });
  return secret;
}

const ask = async (token: string, tag?: string) =>
  await shop.app.backend.fetch(`/api/calendar-feed?token=${token}`, {
    headers: tag === undefined ? {} : { "If-None-Match": tag },
  });

const eventsOf = (file: string) =>
  file
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .filter((line) => /^(SUMMARY|DTSTART;|DTEND;|DESCRIPTION)/.test(line));

test("the feed holds upcoming and kept bookings with number, name and queue, but no cancelled ones", async () => {
  await shop.tryBook(at("15:00"), { name: "Ann, \r\nBEGIN:VEVENT" });
  const left = await shop.book(at("16:00"));
  await shop.app.backend.mutation(api.line.tickets.leave, { secret: left });
  await shop.app.join(shop.queueId, "Walk-in");
  const token = await make();
  const answer = await ask(token);
  expect(answer.headers.get("Content-Type")).toBe(
    "text/calendar; charset=utf-8",
  );
  const file = await answer.text();
  expect(eventsOf(file)).toEqual([
    "DTSTART;TZID=Europe/London:20261120T150000",
    "DTEND;TZID=Europe/London:20261120T153000",
    "SUMMARY:#1 Ann\\, BEGIN:VEVENT",
    "DESCRIPTION:Haircut",
  ]);
  expect(file).toContain("X-WR-TIMEZONE:Europe/London");
  await pass(shop.app, DAY);
  expect(eventsOf(await (await ask(token)).text())).toHaveLength(4);
  vi.advanceTimersByTime(30 * DAY);
  expect(eventsOf(await (await ask(token)).text())).toEqual([]);
});

test("the feed holds no booking whose customer never came", async () => {
  await shop.book(at("15:00"));
  const token = await make();
  await shop.app.backend.run(async (ctx) => {
    const ticket = must(await ctx.db.query("tickets").first(), "booking");
    const state = { ...ticket.state, status: "expired" } as const;
    await ctx.db.patch("tickets", ticket._id, { state });
  });
  expect(eventsOf(await (await ask(token)).text())).toEqual([]);
});

test("bookings that were given up take no place in the feed from later ones", async () => {
  await shop.book(at("16:00"));
  const token = await make();
  await shop.app.backend.run(async (ctx) => {
    const booked = must(await ctx.db.query("tickets").first(), "booking");
    const { _id, _creationTime, ...ticket } = booked;
    const { slot: _, ...state } = {
      ...ticket.state,
      status: "cancelled",
    } as const;
    const givenUp = {
      ...ticket,
      state,
      secretHash: null,
      scheduledTime: at("15:00"),
    };
    for (let n = 0; n < 1_500; n += 1) await ctx.db.insert("tickets", givenUp);
  });
  expect(eventsOf(await (await ask(token)).text())).toHaveLength(4);
});

test("the feed is not sent again while nothing has changed, however often it is requested", async () => {
  const secret = await shop.book(at("15:00"));
  const token = await make();
  const tag = (await ask(token)).headers.get("ETag") ?? "";
  expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
  vi.advanceTimersByTime(10 * 60_000);
  expect((await ask(token, `W/${tag}`)).status).toBe(304);
  expect((await ask(token, `"other", ${tag}`)).status).toBe(304);
  await shop.move(secret, at("16:00"));
  const changed = await ask(token, tag);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain(
    "DTSTART;TZID=Europe/London:20261120T160000",
  );
});

test("a booking's sequence number rises with its time or name, and with nothing else", async () => {
  const secret = await shop.book(at("15:00"));
  const token = await make();
  const sequence = async () =>
    /SEQUENCE:(\d+)/.exec(await (await ask(token)).text())?.[1];
  expect(await sequence()).toBe("0");
  await shop.move(secret, at("16:00"));
  expect(await sequence()).toBe("1");
  const ticketId = must((await rows(shop.app, "tickets"))[0], "ticket")._id;
  const edit = { ticketId, name: "Ann", note: "late" };
  const done = granted(await press(shop.owner, actions.edit, edit));
  expect(await sequence()).toBe("2");
  await press(shop.owner, actions.undo, { eventId: done.eventId });
  expect(await sequence()).toBe("3");
  await press(shop.owner, actions.edit, { ticketId, note: "window seat" });
  await pass(shop.app, 4 * 60 * 60_000);
  await press(shop.owner, actions.callNext, { queueId: shop.queueId });
  await press(shop.owner, actions.done, { ticketId });
  expect(await sequence()).toBe("3");
});

test("only the newest feed address opens, none after removal, and its row does not hold the secret", async () => {
  await shop.book(at("15:00"));
  const { owner } = shop;
  expect(await owner.query(api.calendar.feed.current, {})).toEqual({
    madeAt: null,
    url: "https://yourturn.example/api/calendar-feed?token=",
  });
  const first = await make();
  expect((await ask(first)).status).toBe(200);
  const second = await make();
  expect((await ask(first)).status).toBe(404);
  expect((await ask(second)).status).toBe(200);
  const stored = await rows(shop.app, "calendarFeeds");
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(second);
  const [row] = stored;
  for (const guess of ["", row?.secretHash, row?._id, shop.businessId])
    expect((await ask(String(guess))).status).toBe(404);
  await owner.mutation(api.calendar.feed.remove, {});
  expect((await ask(second)).status).toBe(404);
});

test("the feed holds only the own shop's bookings", async () => {
  const other = await shop.app.shop();
  await shop.book(at("15:00"));
  const secret = newSecret();
  await other.owner.mutation(api.calendar.feed.make, { secret });
  expect(eventsOf(await (await ask(secret)).text())).toEqual([]);
  await failsWith(
    shop.owner.mutation(api.calendar.feed.make, { secret: "short" }),
    "invalidInput",
  );
});

test("two shops never have the same feed address", async () => {
  const secret = await make();
  const other = await shop.app.shop();
  const taken = other.owner.mutation(api.calendar.feed.make, { secret });
  await failsWith(taken, "invalidInput");
  await shop.owner.mutation(api.calendar.feed.make, { secret });
  expect((await ask(secret)).status).toBe(200);
});
