/** Alerts and their escalation steps with a push service (product.md AL1 to AL3, AL7). */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openShop, pass, pushService, withPushService } from "./alert-shop.ts";
import { rows, ticketOf, maintain, loseJobs, granted } from "../open-app.ts";
import type { Phone } from "./push-service.ts";
import { press } from "../base/calls.ts";
import { NOON, SECOND } from "../fake-clock.ts";

const deskApi = api.desk.actions;

withPushService();

describe("a call", () => {
  test("is pushed once, after five seconds, if no page has rung, and the desk sees it arrive", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const phone = await pushService().phone();
    expect(await shop.subscribe(secret, phone)).toEqual({ ok: true });
    await shop.callNext();
    await pass(app, 5 * SECOND - 1);
    expect(await shop.pushedTo(phone)).toEqual([]);
    await pass(app, 1);
    const [push, ...more] = await shop.pushedTo(phone);
    expect(more).toEqual([]);
    expect(push).toMatchObject({
      title: "Your turn!",
      body: "You have been called to the counter. Ticket #1 · Haircut · Shop 1",
      path: `/join?b=${shop.businessId}`,
      ...{ isCall: true, urgency: "high", ttl: 120 },
    });
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "push", state: "sent", reason: null }] },
    ]);
    const receipt = must(push, "push").receipt;
    const answer = (opened: boolean) =>
      app.backend.fetch("/api/push-receipt", {
        method: "POST",
        body: JSON.stringify({ receipt, opened }),
      });
    expect((await answer(false)).status).toBe(204);
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "push", state: "delivered" }] },
    ]);
    await answer(true);
    const [alert] = await rows(app, "alerts");
    expect(alert?.seenAt).toBe(NOON + 5 * SECOND);
    await pass(app, 60 * SECOND);
    expect(await shop.pushedTo(phone)).toHaveLength(1);
  });

  test("is not pushed if the page rang, the customer answered, or the call was undone", async () => {
    const shop = await openShop();
    const { app, owner, queueId, secrets } = shop;
    const phones: Phone[] = [];
    for (const secret of secrets) {
      const phone = await pushService().phone();
      phones.push(phone);
      await shop.subscribe(secret, phone);
    }
    await press(owner, api.desk.queues.setChairs, { queueId, chairs: 4 });
    const [rang = "", onMyWay = "", undone = ""] = secrets;
    await shop.callNext();
    await shop.rang(rang);
    await shop.callNext();
    await app.backend.mutation(api.line.tickets.acknowledge, {
      secret: onMyWay,
    });
    const { eventId } = await shop.callNext();
    await press(owner, deskApi.undo, { eventId });
    expect((await ticketOf(app, undone)).status).toBe("waiting");
    await pass(app, 60 * SECOND);
    for (const phone of phones) expect(await shop.pushedTo(phone)).toEqual([]);
    // The same person, by a call that stands: the guards do not stop everything.
    await shop.callNext();
    await pass(app, 5 * SECOND);
    expect(await shop.pushedTo(must(phones[2], "phone"))).toHaveLength(1);
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "page", state: "sent" }] },
      { steps: [] },
      { steps: [{ channel: "push" }] },
    ]);
  });

  test("is pushed once however often alarms and senders run, and again for a recall", async () => {
    const shop = await openShop();
    const { app, owner, secret } = shop;
    const phone = await pushService().phone();
    await shop.subscribe(secret, phone);
    const { ticketId } = await shop.callNext();
    const alertId = must((await rows(app, "alerts"))[0], "alert")._id;
    vi.setSystemTime(NOON + 5 * SECOND);
    for (let i = 0; i < 3; i += 1)
      await app.backend.mutation(internal.messages.alerts.look, { alertId });
    const [step] = await rows(app, "alertSteps");
    const stepId = must(step, "step")._id;
    // Of two senders at once, one has the job.
    const deliver = async () =>
      await app.backend.action(internal.messages.push.deliver, { stepId });
    await Promise.all([deliver(), deliver()]);
    await pass(app, 0);
    expect(await shop.pushedTo(phone)).toHaveLength(1);
    await press(owner, deskApi.recall, { ticketId });
    await pass(app, 5 * SECOND);
    const pushes = await shop.pushedTo(phone);
    expect(pushes.map(({ title }) => title)).toEqual([
      "Your turn!",
      "Your turn!",
    ]);
    expect(new Set(pushes.map(({ receipt }) => receipt)).size).toBe(2);
  });

  test("to a customer who cannot be reached writes no row, but what their page reports is kept", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    await shop.callNext();
    expect(await rows(app, "alerts")).toEqual([]);
    expect(await rows(app, "alertTargets")).toEqual([]);
    await shop.rang(secret);
    await shop.rang(secret, true);
    expect(await rows(app, "alertSteps")).toHaveLength(1);
    // A call that is over raises no alert.
    await app.backend.mutation(api.messages.alerts.pageRang, {
      secret,
      occasion: { kind: "called", callCount: 7 },
    });
    expect(await rows(app, "alerts")).toHaveLength(1);
  });

  test("is pushed at once after a silent page; a tab that rings later is recorded", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const phone = await pushService().phone();
    await shop.subscribe(secret, phone);
    await shop.callNext();
    const report = { kind: "called", callCount: 1 } as const;
    const silent = { secret, occasion: report, silent: true };
    await app.backend.mutation(api.messages.alerts.pageRang, silent);
    await app.backend.mutation(api.messages.alerts.pageRang, silent);
    await pass(app, 0);
    expect(await shop.pushedTo(phone)).toHaveLength(1);
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "page", state: "failed" }, { channel: "push" }] },
    ]);
    await shop.rang(secret);
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "page", state: "sent" }, { channel: "push" }] },
    ]);
    await pass(app, 30 * SECOND);
    expect(await shop.pushedTo(phone)).toHaveLength(1);
  });

  test("is pushed after a page that may be muted, as an iPhone's, although it rang", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const phone = await pushService().phone();
    await shop.subscribe(secret, phone);
    await shop.callNext();
    const occasion = { kind: "called", callCount: 1 } as const;
    const report = { secret, occasion, silent: "maybe" } as const;
    await app.backend.mutation(api.messages.alerts.pageRang, report);
    await pass(app, 0);
    expect(await shop.pushedTo(phone)).toEqual([]);
    await pass(app, 5 * SECOND);
    expect(await shop.pushedTo(phone)).toHaveLength(1);
    expect(await shop.seen()).toMatchObject([
      { steps: [{ channel: "page", state: "unknown" }, { channel: "push" }] },
    ]);
  });

  test("whose alarm was lost is pushed when maintenance finds it", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const phone = await pushService().phone();
    await shop.subscribe(secret, phone);
    await shop.callNext();
    await loseJobs(app);
    await pass(app, 20 * SECOND);
    expect(await shop.pushedTo(phone)).toEqual([]);
    await maintain(app);
    await pass(app, 0);
    expect(await shop.pushedTo(phone)).toHaveLength(1);
  });
});

describe("a push service that", () => {
  test.each([
    [{ fail: 500 }, "failed", "refused"],
    [{ fail: 410 }, "failed", "gone"],
  ] as const)(
    "answers %o has its answer recorded with the step",
    async (settings, state, reason) => {
      const shop = await openShop();
      const { app, secret } = shop;
      await shop.subscribe(secret, await pushService().phone());
      await pushService().switch(settings);
      await shop.callNext();
      await pass(app, 5 * SECOND);
      expect(await shop.seen()).toMatchObject([{ steps: [{ state, reason }] }]);
      const left = await rows(app, "pushSubscriptions");
      expect(left).toHaveLength(reason === "gone" ? 0 : 1);
    },
  );

  test("cannot use the key of one of two browsers rings the other, and the step is settled", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const here = await pushService().phone();
    await shop.subscribe(secret, here);
    await shop.subscribe(secret, await pushService().phone());
    // A row from before keys were checked.
    await app.backend.run(async (ctx) => {
      const [row] = await ctx.db
        .query("pushSubscriptions")
        .order("desc")
        .take(1);
      const p256dh = `BA${"x".repeat(85)}`;
      await ctx.db.patch("pushSubscriptions", must(row, "row")._id, { p256dh });
    });
    await shop.callNext();
    await pass(app, 5 * SECOND);
    expect(await shop.pushedTo(here)).toHaveLength(1);
    expect(await shop.seen()).toMatchObject([{ steps: [{ state: "sent" }] }]);
  });

  test("has dropped one of two browsers rings the other, and the dropped one is forgotten", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const [gone, here] = [
      await pushService().phone(),
      await pushService().phone(),
    ];
    await shop.subscribe(secret, gone);
    await shop.subscribe(secret, here);
    await pushService().end(gone);
    await shop.callNext();
    await pass(app, 5 * SECOND);
    expect(await shop.pushedTo(here)).toHaveLength(1);
    expect(await shop.seen()).toMatchObject([{ steps: [{ state: "sent" }] }]);
    const left = await rows(app, "pushSubscriptions");
    expect(left.map(({ endpoint }) => endpoint)).toEqual([here.endpoint]);
  });
});

describe("a browser", () => {
  test("is accepted while the ticket is active, and only a limited number of times", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const again = async () =>
      await shop.subscribe(secret, await pushService().phone());
    let answer = await again();
    for (let n = 0; n < 100 && answer.ok; n += 1) answer = await again();
    expect(answer).toMatchObject({ ok: false, code: "tooManyRequests" });
    await app.backend.mutation(api.line.tickets.leave, { secret });
    expect(await again()).toEqual({ ok: false, code: "alreadyEnded" });
  });

  test("is one of at most three per ticket; a fourth replaces the first, a repeat adds none", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const phones: Phone[] = [];
    for (let i = 0; i < 4; i += 1) phones.push(await pushService().phone());
    for (const phone of [...phones, ...phones.slice(1)])
      expect(await shop.subscribe(secret, phone)).toEqual({ ok: true });
    const kept = await rows(app, "pushSubscriptions");
    expect(kept.map(({ endpoint }) => endpoint).sort()).toEqual(
      phones
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .sort(),
    );
  });

  test("can be switched off, and reports a new address only with the old one", async () => {
    const shop = await openShop();
    const { app, secret } = shop;
    const [old, fresh, other] = [
      await pushService().phone(),
      await pushService().phone(),
      await pushService().phone(),
    ];
    await shop.subscribe(secret, old);
    const renew = async (from: Phone, to: object) =>
      await app.backend.fetch("/api/push-renewed", {
        method: "POST",
        body: JSON.stringify({ old: from.endpoint, ...to }),
      });
    await renew(other, fresh);
    // Half of a character, which no function takes.
    expect((await renew(old, { ...fresh, auth: "\ud800" })).status).toBe(400);
    await renew(old, { ...fresh, endpoint: "https://10.0.0.1/push" });
    expect(await rows(app, "pushSubscriptions")).toMatchObject([
      { endpoint: old.endpoint },
    ]);
    expect((await renew(old, fresh)).status).toBe(204);
    expect(await rows(app, "pushSubscriptions")).toMatchObject([
      { endpoint: fresh.endpoint, p256dh: fresh.p256dh },
    ]);
    for (let i = 0; i < 100; i += 1) {
      await renew(fresh, other);
      await renew(other, fresh);
    }
    // The tenth address of an hour was the last.
    await renew(fresh, old);
    expect(await rows(app, "pushSubscriptions")).not.toMatchObject([
      { endpoint: old.endpoint },
    ]);
    const { endpoint } = must(
      (await rows(app, "pushSubscriptions"))[0],
      "subscription",
    );
    await app.backend.mutation(api.messages.alerts.unsubscribePush, {
      secret,
      endpoint,
    });
    expect(await rows(app, "pushSubscriptions")).toEqual([]);
    await shop.callNext();
    await pass(app, 5 * SECOND);
    expect(await rows(app, "alertSteps")).toEqual([]);
  });

  test("is one subscription, also when the page sends its new address before the browser reports it", async () => {
    const shop = await openShop();
    const [old, fresh] = [
      await pushService().phone(),
      await pushService().phone(),
    ];
    await shop.subscribe(shop.secret, old);
    await shop.subscribe(shop.secret, fresh);
    await shop.app.backend.fetch("/api/push-renewed", {
      method: "POST",
      body: JSON.stringify({ ...fresh, old: old.endpoint }),
    });
    expect(await rows(shop.app, "pushSubscriptions")).toMatchObject([
      { endpoint: fresh.endpoint },
    ]);
    await shop.callNext();
    await pass(shop.app, 5 * SECOND);
    expect(await shop.pushedTo(fresh)).toHaveLength(1);
  });

  test("is forgotten 15 minutes after the ticket ends, unless the end is undone", async () => {
    const shop = await openShop();
    const { app, owner, secrets } = shop;
    const [first = "", second = ""] = secrets;
    await shop.subscribe(first, await pushService().phone());
    await shop.subscribe(second, await pushService().phone());
    await app.backend.mutation(api.line.tickets.leave, { secret: first });
    const { ticketId } = await shop.callNext();
    const done = granted(await press(owner, deskApi.done, { ticketId }));
    expect(await rows(app, "alertTargets")).toEqual([]);
    await press(owner, deskApi.undo, { eventId: done.eventId });
    expect(await rows(app, "alertTargets")).toMatchObject([{ ticketId }]);
    expect(await rows(app, "pushSubscriptions")).toHaveLength(2);
    await pass(app, 15 * 60 * SECOND);
    expect(await rows(app, "pushSubscriptions")).toMatchObject([{ ticketId }]);
  });

  test("is accepted only with a push service's address and valid keys", async () => {
    const shop = await openShop();
    const good = await pushService().phone();
    const inward = [
      "https://localhost/push",
      "https://169.254.169.254/latest",
      "http://fcm.googleapis.com/fcm/send/1",
      "https://fcm.googleapis.com.evil.test/1",
      "https://fcm.googleapis.com:8443/1",
      "https://user@fcm.googleapis.com/1",
      "https://:pw@fcm.googleapis.com/1",
      "https://",
      "https://fcm.googleapis.com@10.0.0.1/1",
      "https://push.apple.com/1",
      "https://\tfcm.googleapis.com/1",
      `https://fcm.googleapis.com/${"x".repeat(1_024)}`,
      good.endpoint.replace("http:", "https:"),
    ];
    for (const endpoint of inward)
      await expect(
        shop.subscribe(shop.secret, { ...good, endpoint }),
        endpoint,
      ).rejects.toMatchObject({ data: { code: "invalidInput" } });
    const broken = [
      { p256dh: "B" },
      { p256dh: `B${"A".repeat(86)}` },
      // Not a point of the curve, not an uncompressed one, and beyond the field's end.
      { p256dh: `BA${"x".repeat(85)}` },
      { p256dh: good.p256dh.replace("B", "C") },
      { p256dh: `BP${"_".repeat(85)}` },
      { auth: `${good.auth}A` },
    ];
    for (const keys of broken)
      await expect(
        shop.subscribe(shop.secret, { ...good, ...keys }),
        JSON.stringify(keys),
      ).rejects.toMatchObject({ data: { code: "invalidInput" } });
    for (const endpoint of [
      "https://fcm.googleapis.com/fcm/send/abc:def",
      "https://updates.push.services.mozilla.com/wpush/v2/x",
      "https://web.push.apple.com/x",
      "https://wns2-par02p.notify.windows.com/w/?token=x%2f",
    ]) {
      const given = { ...good, endpoint };
      expect(await shop.subscribe(shop.secret, given)).toEqual({ ok: true });
    }
    // Production takes neither the stand-in's address nor one on this machine.
    vi.stubEnv("DEPLOYMENT_KIND", "production");
    await expect(shop.subscribe(shop.secret, good)).rejects.toMatchObject({
      data: { code: "invalidInput" },
    });
    vi.stubEnv("VAPID_PRIVATE_KEY", "");
    expect(
      await shop.app.backend.query(api.messages.alerts.pushKey, {}),
    ).toBeNull();
    const real = { ...good, endpoint: "https://fcm.googleapis.com/fcm/send/1" };
    await expect(shop.subscribe(shop.secret, real)).rejects.toMatchObject({
      data: { code: "invalidInput" },
    });
  });
});
