/** Alerts besides calls: the customer is near, the shop is late, or a booking is coming (product.md AL4 to AL6). */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { dataOf, factsOf } from "../../../convex/messages/data/alertTargets.ts";
import { pushWords } from "../../../convex/messages/rules/pushMessages.ts";
import {
  defaultTemplates,
  fitTemplate,
} from "../../../convex/messages/rules/smsTemplates.ts";
import { openShop, pass, pushService, withPushService } from "./alert-shop.ts";
import { newSecret, rows } from "../open-app.ts";
import type { Phone } from "./push-service.ts";
import { press } from "../base/calls.ts";
import { changeRows } from "../base/tables.ts";
import { HOUR, NOON, SECOND } from "../fake-clock.ts";

withPushService();

test("almost your turn: goes once to a customer who comes near, unless the page showed it, the queue pauses or no chair is open", async () => {
  const shop = await openShop(7);
  const { app, secrets, queueId } = shop;
  const phones: Phone[] = [];
  for (const secret of secrets) {
    const phone = await pushService().phone();
    phones.push(phone);
    await shop.subscribe(secret, phone);
  }
  const almost = async () => {
    const got = await Promise.all(phones.map(shop.pushedTo));
    return got.map(
      (pushes) =>
        pushes.filter(({ title }) => title === "Almost your turn").length,
    );
  };
  const first = await shop.callNext();
  await pass(app, 5 * SECOND);
  expect(await almost()).toEqual([0, 0, 0, 1, 0, 0, 0]);
  // Moving away from the front and near again does not alert a second time.
  await press(shop.owner, api.desk.actions.undo, { eventId: first.eventId });
  await shop.callNext();
  await pass(app, 5 * SECOND);
  expect(await almost()).toEqual([0, 0, 0, 1, 0, 0, 0]);
  // The next customer's page has shown it.
  await shop.callNext();
  await app.backend.mutation(api.messages.alerts.pageRang, {
    secret: must(secrets[4], "fifth"),
    occasion: { kind: "almost" },
  });
  await pass(app, 5 * SECOND);
  expect(await almost()).toEqual([0, 0, 0, 1, 0, 0, 0]);
  // A paused desk alerts no one as near.
  await press(shop.owner, api.desk.queues.setPause, { queueId, until: null });
  await shop.callNext();
  await pass(app, 5 * SECOND);
  expect(await almost()).toEqual([0, 0, 0, 1, 0, 0, 0]);
  // Nor do calls from no chair, while none is open.
  await changeRows(app, "lines", { pause: null, chairs: 0 });
  await shop.callNext();
  await pass(app, 5 * SECOND);
  expect(await almost()).toEqual([0, 0, 0, 1, 0, 0, 0]);
});

test("almost your turn: does not go to a customer with a number who joins near the front", async () => {
  const shop = await openShop(0);
  const { app, queueId } = shop;
  const answer = await app.backend.mutation(api.line.tickets.join, {
    ...{ queueId, secret: newSecret(), phone: "07700900123" },
  });
  expect(answer).toEqual({ ok: true, number: 1 });
  expect(await rows(app, "alertTargets")).toHaveLength(1);
  expect(await rows(app, "alerts")).toEqual([]);
});

test("[N5] a stranger with many networks of one IPv6 block causes twelve texts an hour", async () => {
  const shop = await openShop(0);
  const { app, owner, queueId } = shop;
  const from = (ip: string) => app.backend.withRequestMetadata({ ip });
  const own = owner.withRequestMetadata({ ip: "203.0.113.20" });
  await own.mutation(api.desk.actions.opened, {});
  const PEOPLE = 18;
  const secrets: string[] = [];
  for (let i = 0; i < PEOPLE; i += 1) {
    const secret = newSecret();
    const phone = `07700900${100 + i}`;
    const joined = await from(`2001:db8:5:${i}::1`).mutation(
      api.line.tickets.join,
      { queueId, secret, phone },
    );
    expect(joined).toMatchObject({ ok: true });
    secrets.push(secret);
  }
  for (const secret of secrets.slice(0, PEOPLE - 3)) {
    await from("2001:db8:5::1").mutation(api.line.tickets.leave, { secret });
    await pass(app, 25 * SECOND);
  }
  // Fifteen have come near, in six minutes: one text more has been refilled.
  expect(await rows(app, "smsMessages")).toHaveLength(13);
});

test("[N5] one stranger's tickets that come and go cause four texts an hour, and cost nobody else one", async () => {
  const shop = await openShop(0);
  const { app, owner, queueId } = shop;
  const from = (ip: string) => app.backend.withRequestMetadata({ ip });
  const own = owner.withRequestMetadata({ ip: "203.0.113.20" });
  await own.mutation(api.desk.actions.opened, {});
  let number = 0;
  const join = async (ip: string) => {
    const secret = newSecret();
    number += 1;
    const phone = `07700900${100 + number}`;
    expect(
      await from(ip).mutation(api.line.tickets.join, {
        ...{ queueId, secret, phone },
      }),
    ).toMatchObject({ ok: true });
    return secret;
  };
  const STRANGER = "198.51.100.7";
  const leave = (secret: string) =>
    from(STRANGER).mutation(api.line.tickets.leave, { secret });
  const texts = async () =>
    (await rows(app, "smsMessages")).map(({ to }) => to);
  const front = [];
  for (let i = 0; i < 9; i += 1) front.push(await join(STRANGER));
  await join("198.51.100.8");
  await pass(app, SECOND);
  for (const secret of front.slice(0, 6)) {
    await leave(secret);
    await pass(app, 25 * SECOND);
  }
  expect(await texts()).toHaveLength(4);
  await leave(must(front[6], "seventh"));
  await pass(app, 25 * SECOND);
  expect(await texts()).toHaveLength(5);
  expect((await texts()).at(-1)).toBe("+447700900110");
  // A call is the shop's own act.
  await shop.callNext();
  await pass(app, 25 * SECOND);
  expect(await texts()).toHaveLength(6);
});

test("a page's word that it was silent texts nobody who was not called: the number may be a stranger's", async () => {
  const shop = await openShop(5);
  const { app, queueId, owner } = shop;
  const late = { minutes: 15, lasts: 60 };
  await press(owner, api.profile.businesses.setNotice, late);
  await pass(app, 0);
  const secret = newSecret();
  const startsAt = Date.parse("2026-11-23T10:00:00Z");
  const phone = "07700900123";
  await app.backend.mutation(api.line.tickets.join, {
    ...{ queueId, secret, phone },
  });
  const booked = newSecret();
  await app.backend.mutation(api.booking.bookings.book, {
    ...{ queueId, secret: booked, phone, startsAt },
  });
  for (const silent of [true, "maybe"] as const)
    for (const holder of [secret, booked])
      for (const kind of ["almost", "late"] as const)
        await app.backend.mutation(api.messages.alerts.pageRang, {
          ...{ secret: holder, occasion: { kind }, silent },
        });
  await pass(app, 60 * SECOND);
  expect(await rows(app, "smsMessages")).toEqual([]);
  expect(await rows(app, "alerts")).toEqual([]);
});

test("a late shop: alerts waiting customers once for the same minutes, and nobody if it is over before sending", async () => {
  const shop = await openShop();
  const { app, owner, secret } = shop;
  const phone = await pushService().phone();
  await shop.subscribe(secret, phone);
  const say = async (minutes: number) =>
    await press(owner, api.profile.businesses.setNotice, {
      minutes,
      lasts: 60,
    });
  const titles = async () =>
    (await shop.pushedTo(phone)).map(({ title }) => title);
  await say(15);
  await say(15);
  await pass(app, 0);
  await pass(app, 5 * SECOND);
  expect(await titles()).toEqual(["Running about 15 min late"]);
  await say(30);
  await press(owner, api.profile.businesses.clearNotice, {});
  await pass(app, 0);
  await pass(app, 5 * SECOND);
  expect(await titles()).toEqual(["Running about 15 min late"]);
});

describe("a booking", () => {
  test("gets a reminder a day and an hour ahead, with its time at that moment", async () => {
    const shop = await openShop(0);
    const { app, queueId } = shop;
    const secret = newSecret();
    const day = 24 * HOUR;
    // Monday 10:00 in London, three days ahead.
    const startsAt = Date.parse("2026-11-23T10:00:00Z");
    const book = { queueId, secret, startsAt };
    expect(
      await app.backend.mutation(api.booking.bookings.book, book),
    ).toMatchObject({ ok: true });
    const phone = await pushService().phone();
    await shop.subscribe(secret, phone);
    const titles = async () =>
      (await shop.pushedTo(phone)).map(({ title }) => title);
    await pass(app, startsAt - day - NOON);
    await pass(app, 0);
    expect(await titles()).toEqual(["Your booking is tomorrow at 10:00"]);
    const moved = startsAt + 30 * 60 * SECOND;
    await app.backend.mutation(api.booking.bookings.move, {
      secret,
      startsAt: moved,
    });
    await pass(app, day - HOUR);
    await pass(app, 0);
    expect(await titles()).toHaveLength(1);
    await pass(app, 30 * 60 * SECOND);
    await pass(app, 0);
    expect((await titles())[1]).toBe("Your booking is today at 10:30");
    await pass(app, 2 * HOUR);
    expect(await titles()).toHaveLength(2);
  });

  test.each([
    [{ country: "GB" }, "10:00"],
    [{ country: "US" }, "10:00 AM"],
    [{ country: "US", clock: "h24" }, "10:00"],
  ] as const)(
    "[F6] of a shop with %o is at %s in pushes and texts",
    async (place, time) => {
      const { app, queueId, businessId } = await openShop(0);
      const startsAt = Date.parse("2026-11-23T10:00:00Z");
      const book = { queueId, secret: newSecret(), startsAt };
      await app.backend.mutation(api.booking.bookings.book, book);
      const [ticket] = await rows(app, "tickets");
      const facts = await app.backend.run(async (ctx) => {
        await ctx.db.patch("businesses", businessId, place);
        return await factsOf(ctx, must(ticket, "ticket"), NOON);
      });
      const kind = "bookingTomorrow";
      expect(pushWords({ ...facts, place: null, kind }).title).toBe(
        `Your booking is tomorrow at ${time}`,
      );
      expect(fitTemplate(defaultTemplates[kind], dataOf(facts))).toContain(
        `see you tomorrow at ${time}, number 1`,
      );
    },
  );

  test("gets a late reminder that says today", async () => {
    const reminded = async (offForMs: number) => {
      const shop = await openShop(0);
      const { app, queueId } = shop;
      const secret = newSecret();
      const startsAt = Date.parse("2026-11-23T10:00:00Z");
      const book = { queueId, secret, startsAt };
      await app.backend.mutation(api.booking.bookings.book, book);
      const phone = await pushService().phone();
      await shop.subscribe(secret, phone);
      const [ticket] = await rows(app, "tickets");
      const ticketId = must(ticket, "booking")._id;
      const kind = "bookingTomorrow" as const;
      vi.setSystemTime(startsAt - 24 * HOUR + offForMs);
      await app.backend.mutation(internal.messages.alerts.remind, {
        ...{ ticketId, startsAt, kind },
      });
      await pass(app, 0);
      await pass(app, 0);
      return (await shop.pushedTo(phone)).map(({ title }) => title);
    };
    expect(await reminded(20 * HOUR)).toEqual([
      "Your booking is today at 10:00",
    ]);
    vi.setSystemTime(NOON);
    expect(await reminded(23.5 * HOUR)).toEqual([
      "Your booking is today at 10:00",
    ]);
  });

  test.each([
    [true, "sent", []],
    [true, "failed", ["bookingTomorrow"]],
    [false, null, ["bookingTomorrow"]],
  ])(
    "gets a mail reminder (%s, %s), and a text only if no mail was sent: %j",
    async (hasMail, state, templates) => {
      if (hasMail) pushService().setMail();
      const to = state === "failed" ? "refuse+ann@shop.test" : "ann@shop.test";
      const { app, queueId } = await openShop(0);
      const startsAt = Date.parse("2026-11-23T10:00:00Z");
      const person = { phone: "07700900123", email: to };
      const book = { queueId, secret: newSecret(), startsAt, ...person };
      const booked = await app.backend.mutation(
        api.booking.bookings.book,
        book,
      );
      expect(booked).toMatchObject({ ok: true });
      await pass(app, startsAt - 24 * HOUR - NOON);
      await pass(app, 60 * SECOND);
      const mails = await rows(app, "mails");
      const reminders = mails.filter(({ kind }) => kind === "bookingTomorrow");
      // A deployment that sends no mail stores no address.
      expect(reminders.map((one) => [one.to, one.state])).toEqual(
        hasMail ? [[to, state]] : [],
      );
      const texts = await rows(app, "smsMessages");
      expect(texts.map(({ template }) => template)).toEqual(templates);
    },
  );
});
