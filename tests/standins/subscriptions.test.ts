import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ASKS_LATER,
  DECLINED,
  FAILS_LATER,
  PAYS,
  PRO,
  STARTER,
} from "./open-shop.ts";
import { DAY, END, START, Subscriber, RENEWED, ENDED } from "./subscriber.ts";
import { submit, visit } from "./visitor.ts";

let one: Subscriber;
beforeEach(async () => {
  one = await Subscriber.open();
});
afterEach(() => one.shop.close());

const upgrade = (more: object = {}) =>
  one.shop.stripe.subscriptions.update(one.id, {
    items: [{ id: one.item, price: PRO }],
    proration_behavior: "always_invoice",
    ...more,
  });

describe("changing the plan", () => {
  test("charges the difference for the rest of the period at once", async () => {
    one.shop.wait(15.5 * DAY);
    const changed = await upgrade({ expand: ["latest_invoice"] });
    expect(changed).toMatchObject({
      id: one.id,
      status: "active",
      items: { data: [{ id: one.item, price: { id: PRO } }] },
      latest_invoice: {
        status: "paid",
        billing_reason: "subscription_update",
        amount_paid: 500,
        lines: {
          data: [
            {
              amount: -950,
              description: "Unused time on Starter after 17 Jan 2026",
            },
            {
              amount: 1450,
              description: "Remaining time on Pro after 17 Jan 2026",
            },
          ],
        },
      },
    });
    expect(await one.since(2)).toEqual(RENEWED);
    const update = one.lastEvent(1);
    expect(update?.previous_attributes).toMatchObject({
      items: { data: [{ price: { id: STARTER } }] },
    });
  });

  const previewed = (more: object = {}) =>
    one.shop.stripe.invoices.createPreview({
      customer: one.customer,
      subscription: one.id,
      subscription_details: {
        items: [{ id: one.item, price: PRO }],
        proration_behavior: "always_invoice",
        ...more,
      },
    });

  test("is previewed only for its own customer, another price and an immediate invoice", async () => {
    const stranger = await one.shop.stripe.customers.create();
    await expect(
      one.shop.stripe.invoices.createPreview({
        customer: stranger.id,
        subscription: one.id,
      }),
    ).rejects.toMatchObject({ statusCode: 400, param: "subscription" });
    await expect(
      previewed({ proration_behavior: "create_prorations" }),
    ).rejects.toThrow("always_invoice");
    await expect(
      previewed({ items: [{ id: one.item, price: STARTER }] }),
    ).rejects.toMatchObject({ param: "subscription_details[items]" });
  });

  test("with a failing card otherwise succeeds and leaves the payment past due", async () => {
    await submit(`${await one.portal()}/card`, { card: FAILS_LATER });
    expect(await upgrade()).toMatchObject({ status: "past_due" });
    expect(await one.since(4)).toEqual([
      ...["customer.updated", "customer.subscription.updated"],
      ...["customer.subscription.updated", "invoice.payment_failed"],
    ]);
  });
});

describe("a bank that wants a payment confirmed", () => {
  beforeEach(async () => {
    await submit(`${await one.portal()}/card`, { card: ASKS_LATER });
  });
  const hold = () =>
    upgrade({
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice"],
    });
  const held = async () => {
    const { latest_invoice: invoice } = await hold();
    if (typeof invoice !== "object" || !invoice?.hosted_invoice_url)
      throw new Error("no bill");
    return { id: invoice.id, url: invoice.hosted_invoice_url };
  };

  test("is its own error if the shop asks for one, and changes nothing", async () => {
    const before = await one.current();
    await expect(
      upgrade({ payment_behavior: "error_if_incomplete" }),
    ).rejects.toMatchObject({
      ...{ type: "StripeCardError", rawType: "card_error", statusCode: 402 },
      code: "subscription_payment_intent_requires_action",
    });
    expect(await one.current()).toEqual(before);
  });

  test("ends the wait after 23 hours, for another change or with the subscription; its bill is void then", async () => {
    const ends = [
      async () => one.shop.wait(23 * 3600),
      hold,
      () => one.advance("renewed"),
      () => one.shop.stripe.subscriptions.cancel(one.id),
    ];
    for (const end of ends) {
      const { id, url } = await held();
      await end();
      await submit(url, { bank: "confirm" });
      expect(await one.shop.stripe.invoices.retrieve(id)).toMatchObject({
        status: "void",
        amount_paid: 0,
      });
      const { items } = await one.current();
      expect(items.data[0]?.price.id).toBe(STARTER);
    }
    await expect
      .poll(one.shop.endpoint.types)
      .toContain("customer.subscription.pending_update_expired");
  });

  test("lets another card pay the same bill", async () => {
    const { url } = await held();
    await submit(`${await one.portal()}/card`, { card: PAYS });
    expect((await submit(url)).status).toBe(303);
    expect((await one.current()).items.data[0]?.price.id).toBe(PRO);
  });
});

describe("cancelling", () => {
  test("by the API at the end of the period sets the flag and the date, and can be undone", async () => {
    const changed = await one.shop.stripe.subscriptions.update(one.id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: "too dear" },
    });
    expect(changed).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancel_at: END,
      canceled_at: START,
      cancellation_details: {
        reason: "cancellation_requested",
        comment: "too dear",
      },
    });
    expect(await one.since(1)).toEqual(["customer.subscription.updated"]);
    const resumed = await one.shop.stripe.subscriptions.update(one.id, {
      cancel_at_period_end: false,
    });
    expect(resumed).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    });
  });

  test("at the end of the period ends the subscription then", async () => {
    await one.shop.stripe.subscriptions.update(one.id, {
      cancel_at_period_end: true,
    });
    one.shop.wait(31 * DAY);
    expect(await one.current()).toMatchObject({
      status: "canceled",
      ended_at: END,
      canceled_at: START,
    });
    expect(await one.since(2)).toEqual(ENDED);
  });

  test("at once ends the subscription at once, and only once", async () => {
    const ended = await one.shop.stripe.subscriptions.cancel(one.id, {
      cancellation_details: { feedback: "unused" },
    });
    expect(ended).toMatchObject({
      status: "canceled",
      cancellation_details: { feedback: "unused" },
    });
    expect(await one.since(1)).toEqual(["customer.subscription.deleted"]);
    await expect(
      one.shop.stripe.subscriptions.cancel(one.id),
    ).rejects.toMatchObject({ statusCode: 404 });
    await expect(upgrade()).rejects.toThrow(
      "A canceled subscription can only update",
    );
    expect((await one.shop.stripe.subscriptions.list()).data).toEqual([]);
    const all = await one.shop.stripe.subscriptions.list({ status: "all" });
    expect(all.data).toHaveLength(1);
  });
});

describe("the portal", () => {
  test("cancels by the date alone, as Stripe's does, and resumes", async () => {
    const url = await one.portal();
    const done = await submit(`${url}/cancel`, { subscription: one.id });
    expect(done.status).toBe(303);
    expect(await one.current()).toMatchObject({
      status: "active",
      cancel_at: END,
      cancel_at_period_end: false,
    });
    const page = await visit(`${one.shop.origin}${done.location}`);
    expect(page.text).toContain("Ends on 1 Feb 2026.");
    await submit(`${url}/resume`, { subscription: one.id });
    expect(await one.current()).toMatchObject({ cancel_at: null });
    expect(await one.since(2)).toEqual([
      "customer.subscription.updated",
      "customer.subscription.updated",
    ]);
  });

  test("changes the card unless the new one is declined", async () => {
    const url = await one.portal();
    const { default_payment_method: old } = await one.current();
    const refused = await submit(`${url}/card`, { card: DECLINED });
    expect(refused.status).toBe(402);
    expect(refused.text).toContain("Your card was declined.");
    expect((await one.current()).default_payment_method).toBe(old);
    await submit(`${url}/card`, { card: FAILS_LATER });
    expect((await one.current()).default_payment_method).not.toBe(old);
    expect(
      await one.shop.stripe.subscriptions.retrieve(one.id, {
        expand: ["default_payment_method"],
      }),
    ).toMatchObject({ default_payment_method: { card: { last4: "0341" } } });
  });

  test("does not change another customer's subscription", async () => {
    const stranger = await one.shop.stripe.customers.create();
    const { url } = await one.shop.stripe.billingPortal.sessions.create({
      customer: stranger.id,
    });
    const refused = await submit(`${url}/cancel`, { subscription: one.id });
    expect(refused.text).toContain("There is no such plan.");
    expect((await one.current()).cancel_at).toBeNull();
    expect((await visit(url)).text).not.toContain("Starter");
  });

  test("closes after an hour", async () => {
    const url = await one.portal();
    one.shop.wait(3600);
    expect((await visit(url)).status).toBe(404);
  });
});
