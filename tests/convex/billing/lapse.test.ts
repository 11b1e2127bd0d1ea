/** What happens to a business when its payments fail, end or shrink: product.md M3, M4, P5. */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { DUNNING_MS } from "../../../convex/business/rules/standing.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows, loseJobs, maintain } from "../open-app.ts";
import {
  useStripe,
  openPayingShop,
  stripe,
  newcomer,
  payingShop,
  openStripe,
  standingOf,
  receiveEvent,
} from "./paying-shop.ts";
import { meOf, press, jobsOf, refusedWith } from "../base/calls.ts";
import { DAY, MINUTE, NOON } from "../fake-clock.ts";

useStripe();

describe("what happens to a subscription", () => {
  test("a failed payment leaves a week, then closes the shop; customers in line are still served", async () => {
    const { app, shop, paid } = await openPayingShop();
    const { queueId, owner } = shop;
    const secret = await app.join(queueId);
    paid.status = "past_due";
    await receiveEvent(app, "invoice.payment_failed");
    expect(await standingOf(shop)).toMatchObject({
      state: "pastDue",
      isSubscribed: true,
      graceEndsAt: NOON + DUNNING_MS,
    });
    // The next failure does not restart the week.
    vi.setSystemTime(NOON + 3 * DAY);
    await receiveEvent(app, "invoice.payment_failed");
    expect((await standingOf(shop)).graceEndsAt).toBe(NOON + DUNNING_MS);

    const [row] = await rows(app, "subscriptions");
    const subscriptionId = must(row, "row")._id;
    const alarm = () =>
      app.backend.mutation(internal.billing.subscriptions.dunningOver, {
        subscriptionId,
      });
    vi.setSystemTime(NOON + DUNNING_MS - 1);
    await alarm();
    expect((await standingOf(shop)).state).toBe("pastDue");
    vi.setSystemTime(NOON + DUNNING_MS);
    await alarm();
    expect(await standingOf(shop)).toMatchObject({
      state: "lapsed",
      isSubscribed: false,
      activeTickets: 1,
    });

    expect(
      await app.backend.mutation(api.line.tickets.join, {
        queueId,
        secret: "x".repeat(32),
      }),
    ).toEqual(refusedWith("notTakingCustomers"));
    expect(await press(owner, api.desk.actions.addWalkIn, { queueId })).toEqual(
      refusedWith("notTakingCustomers"),
    );
    const called = await press(owner, api.desk.actions.callNext, { queueId });
    expect(called).toMatchObject({ ok: true, number: 1 });
    const mine = await app.backend.query(api.line.tickets.mine, { secret });
    expect(mine?.status).toBe("called");

    paid.status = "active";
    await receiveEvent(app, "invoice.paid");
    expect(await standingOf(shop)).toMatchObject({
      state: "active",
      activeTickets: null,
    });
    await app.join(queueId);
  });

  test("a renewal that the bank wants confirmed leads the owner, and nobody else, to its bill until it is paid or fails", async () => {
    const { app, shop, paid } = await openPayingShop();
    const confirmUrl = `https://invoice.example/in_${paid.id}`;
    const graceEndsAt = NOON + DUNNING_MS;
    Object.assign(paid, { status: "past_due", bankAsks: true });
    await receiveEvent(app, "invoice.payment_action_required");
    const asked = { state: "pastDue", graceEndsAt, confirmUrl };
    expect(await standingOf(shop)).toMatchObject(asked);
    const { caller } = await app.member(shop, "manager");
    const seen = must((await meOf(caller))?.business, "business").subscription;
    expect(seen).toMatchObject({ state: "pastDue", confirmUrl: null });
    // The confirmation failed: only another card helps.
    paid.bankAsks = false;
    await receiveEvent(app, "invoice.payment_failed");
    const failed = { state: "pastDue", graceEndsAt, confirmUrl: null };
    expect(await standingOf(shop)).toMatchObject(failed);
    paid.bankAsks = true;
    await receiveEvent(app, "invoice.payment_failed");
    expect(await standingOf(shop)).toMatchObject(asked);
    paid.status = "active";
    await receiveEvent(app, "invoice.paid");
    const fine = { state: "active", graceEndsAt: null, confirmUrl: null };
    expect(await standingOf(shop)).toMatchObject(fine);
  });

  test("a renewal that failed counts although the key may not read its bill", async () => {
    const { app, shop, paid } = await openPayingShop();
    Object.assign(paid, { status: "past_due", bankAsks: true });
    stripe.mayReadBills = false;
    await receiveEvent(app, "invoice.payment_failed");
    const failed = { state: "pastDue", confirmUrl: null };
    expect(await standingOf(shop)).toMatchObject(failed);
  });

  test("the alarm for the end of the week is set once", async () => {
    const { app, paid } = await openPayingShop();
    paid.status = "past_due";
    for (let i = 0; i < 3; i += 1)
      await receiveEvent(app, "invoice.payment_failed");
    const jobs = await jobsOf(app);
    const alarms = jobs.filter(({ name }) => name.includes("dunningOver"));
    expect(alarms.map((job) => job.scheduledTime)).toEqual([NOON + DUNNING_MS]);
  });

  test("an alarm that was lost in a move is set again by maintenance, to the second", async () => {
    const { app, shop, paid } = await openPayingShop();
    paid.status = "past_due";
    await receiveEvent(app, "invoice.payment_failed");
    await loseJobs(app);
    vi.setSystemTime(NOON + DUNNING_MS - MINUTE);
    await maintain(app);
    const alarms = (await jobsOf(app)).filter(
      ({ name, state }) =>
        name.includes("dunningOver") && state.kind === "pending",
    );
    expect(alarms.map((job) => job.scheduledTime)).toEqual([NOON + DUNNING_MS]);
    expect((await standingOf(shop)).state).toBe("pastDue");
  });

  test("the join page knows from the start whether the shop takes customers", async () => {
    const { caller, app } = await newcomer();
    const profileOf = (businessId: string) =>
      app.backend.query(api.profile.businesses.publicProfile, { businessId });
    const { businessId } = must((await meOf(caller))?.business, "business");
    expect((await profileOf(businessId))?.takesCustomers).toBe(false);
    const { shop, paid } = await payingShop(app, stripe);
    const takes = async () =>
      (await profileOf(shop.businessId))?.takesCustomers;
    expect(await takes()).toBe(true);
    for (const [status, answer] of [
      ["past_due", true],
      ["unpaid", false],
      ["active", true],
      ["canceled", false],
    ] as const) {
      paid.status = status;
      await receiveEvent(app, "customer.subscription.updated");
      expect([status, await takes()]).toEqual([status, answer]);
    }
  });

  test.each([
    ["was deleted at Stripe", "lapsed"],
    ["is another key's", "active"],
  ])("a customer that %s leaves the plan %s", async (why, state) => {
    const { app, shop } = await openPayingShop();
    stripe.deleted.add("cus_1");
    stripe.forgetsDeleted = true;
    if (why === "is another key's") stripe.customers.length = 0;
    await receiveEvent(app, "customer.subscription.deleted");
    expect((await standingOf(shop)).state).toBe(state);
  });

  test("a refund or dispute is flagged for an admin and takes no access away", async () => {
    const { app, shop } = await openPayingShop();
    await receiveEvent(app, "charge.refunded");
    expect((await rows(app, "subscriptions"))[0]?.flag).toBe("refunded");
    // A dispute names only the charge.
    await app.backend.action(internal.billing.payments.receiveEvent, {
      eventId: "evt_dispute",
      type: "charge.dispute.created",
      customerId: null,
      chargeId: "ch_1",
    });
    expect((await rows(app, "subscriptions"))[0]?.flag).toBe("disputed");
    await receiveEvent(app, "charge.refunded");
    expect((await rows(app, "subscriptions"))[0]?.flag).toBe("disputed");
    expect((await standingOf(shop)).state).toBe("active");
    expect(JSON.stringify(await standingOf(shop))).not.toContain("disputed");
  });

  test("a plan that an admin granted survives every webhook; payments and ends are told while Stripe has them", async () => {
    const app = await openApp();
    const shop = await app.shop({ plan: "pro" });
    await shop.owner.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    const paid = stripe.pay("cs_1");
    const end = NOON + DAY;
    paid.cancelAt = Math.floor(end / 1000);
    for (const [status, cancelAt, pays] of [
      ["active", end, true],
      ["past_due", end, false],
      ["canceled", null, false],
    ] as const) {
      paid.status = status;
      await receiveEvent(app, "customer.subscription.updated");
      expect(await standingOf(shop)).toMatchObject({
        ...{ state: "active", plan: "pro", source: "admin", cancelAt },
        currentPeriodEnd: pays ? (expect.any(Number) as number) : null,
      });
    }
  });
});

describe("a smaller plan", () => {
  async function shopWithQueues(count: number) {
    const { app, shop, paid } = await openPayingShop();
    for (let i = 2; i <= count; i += 1) {
      const made = await shop.owner.mutation(api.desk.queues.create, {
        name: `Queue ${i}`,
      });
      expect(made.ok).toBe(true);
    }
    const list = () => shop.owner.query(api.desk.queues.list, {});
    return { app, shop, paid, list };
  }

  test("deletes nothing: the five oldest queues stay open, the owner can swap them, customers keep their places", async () => {
    const { app, shop, paid, list } = await shopWithQueues(8);
    const last = must((await list())[7], "queue").queueId;
    const secret = await app.join(last);
    paid.price = "price_starter";
    await receiveEvent(app, "customer.subscription.updated");
    const states = (await list()).map(({ isActive }) => isActive);
    const open = [true, true, true, true, true];
    expect(states).toEqual([...open, false, false, false]);
    const { owner } = shop;
    const limit = { ok: false, code: "queueLimit", limit: 5, plan: "starter" };
    const turn = (queueId: string, isActive: boolean) =>
      owner.mutation(api.desk.queues.setActive, { queueId, isActive });
    expect(await turn(last, true)).toEqual(limit);
    expect(await owner.mutation(api.desk.queues.create, { name: "X" })).toEqual(
      limit,
    );
    expect(await turn(shop.queueId, false)).toEqual({ ok: true });
    expect(await turn(last, true)).toEqual({ ok: true });
    expect(await turn(last, true)).toEqual({ ok: true });
    expect(await turn(shop.queueId, true)).toEqual(limit);

    const mine = await app.backend.query(api.line.tickets.mine, { secret });
    expect(mine).toMatchObject({ status: "waiting", number: 1 });
    const called = await press(owner, api.desk.actions.callNext, {
      queueId: last,
    });
    expect(called.ok).toBe(true);
  });

  test("puts nobody out of a queue that is too full; joins are refused until there is room", async () => {
    const { app, shop, paid } = await shopWithQueues(1);
    const { queueId, owner } = shop;
    const secrets: string[] = [];
    for (let i = 0; i < 12; i += 1) secrets.push(await app.join(queueId));
    paid.price = "price_starter";
    await receiveEvent(app, "customer.subscription.updated");
    const tryJoin = () =>
      app.backend.mutation(api.line.tickets.join, {
        queueId,
        secret: "y".repeat(32),
      });
    expect(await tryJoin()).toMatchObject(
      refusedWith("queueFull", { limit: 10 }),
    );
    expect((await rows(app, "lines"))[0]?.state.waitingCount).toBe(12);
    for (const secret of secrets.slice(0, 2))
      await app.backend.mutation(api.line.tickets.leave, { secret });
    expect((await tryJoin()).ok).toBe(false);
    await app.backend.mutation(api.line.tickets.leave, {
      secret: must(secrets[2], "secret"),
    });
    expect((await tryJoin()).ok).toBe(true);
    expect(await owner.query(api.desk.queues.list, {})).toHaveLength(1);
  });

  test("at the same moment as a new queue and the return page ends in Stripe's state", async () => {
    for (let round = 0; round < 3; round += 1) {
      openStripe();
      const { app, shop, paid, list } = await shopWithQueues(5);
      paid.price = "price_starter";
      const tasks = [
        () => receiveEvent(app, "customer.subscription.updated"),
        () => shop.owner.mutation(api.desk.queues.create, { name: "Extra" }),
        () =>
          shop.owner.action(api.billing.payments.confirmCheckout, {
            sessionId: "cs_1",
          }),
      ];
      const turned = [...tasks.slice(round), ...tasks.slice(0, round)];
      await Promise.all(turned.map((task) => task()));
      expect((await standingOf(shop)).plan).toBe("starter");
      const open = (await list()).filter(({ isActive }) => isActive);
      expect(open.length).toBeLessThanOrEqual(5);
    }
  });
});
