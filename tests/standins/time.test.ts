import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ASKS_LATER, FAILS_LATER, STARTER } from "./open-shop.ts";
import { DAY, END, Subscriber, RENEWED, ENDED } from "./subscriber.ts";
import { control, submit, visit } from "./visitor.ts";

let one: Subscriber;
beforeEach(async () => {
  one = await Subscriber.open();
});
afterEach(() => one.shop.close());

describe("over time", () => {
  test("a subscription renews on the same day of the month", async () => {
    one.shop.wait(31 * DAY);
    const renewed = await one.current();
    expect(renewed.status).toBe("active");
    expect(renewed.items.data[0]).toMatchObject({
      current_period_start: END,
      current_period_end: END + 28 * DAY,
    });
    expect(await one.since(2)).toEqual(RENEWED);
  });

  test("a failing card is tried four times, then the subscription ends", async () => {
    await submit(`${await one.portal()}/card`, { card: FAILS_LATER });
    one.shop.wait(31 * DAY);
    expect((await one.current()).status).toBe("past_due");
    for (const _ of [2, 3, 4]) {
      one.shop.wait(3 * DAY);
      expect((await one.current()).status).toBe("past_due");
    }
    one.shop.wait(3 * DAY);
    expect(await one.current()).toMatchObject({
      status: "canceled",
      cancellation_details: { reason: "payment_failed" },
    });
    expect((await one.since(8)).slice(2)).toEqual([
      ...["invoice.payment_failed", "customer.subscription.updated"],
      ...["invoice.payment_failed", "invoice.payment_failed"],
      ...["invoice.payment_failed", "customer.subscription.deleted"],
    ]);
  });

  test("a checkout session expires after a day", async () => {
    const session = await one.shop.stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: STARTER }],
      success_url: "http://shop.test/",
    });
    one.shop.wait(DAY);
    const expired = await one.shop.stripe.checkout.sessions.retrieve(
      session.id,
    );
    expect(expired.status).toBe("expired");
    expect(await one.since(1)).toEqual(["checkout.session.expired"]);
  });
});

describe("advance", () => {
  test("past_due with a bank that asks waits for the customer's confirmation, and says so in the payment", async () => {
    await submit(`${await one.portal()}/card`, { card: ASKS_LATER });
    await one.advance("past_due");
    expect((await one.since(5)).slice(2)).toEqual([
      ...["invoice.payment_failed", "invoice.payment_action_required"],
      "customer.subscription.updated",
    ]);
    const { invoices } = one.shop.stripe;
    const [open] = (await invoices.list({ status: "open" })).data;
    const bill = () =>
      invoices.retrieve(open?.id ?? "", {
        expand: ["payments.data.payment.payment_intent"],
      });
    const paymentIs = (status: string) => ({
      payments: { data: [{ payment: { payment_intent: { status } } }] },
    });
    const asked = await bill();
    expect(asked).toMatchObject({
      ...{ status: "open", attempt_count: 1 },
      ...paymentIs("requires_action"),
    });
    const url = String(asked.hosted_invoice_url);
    await submit(url, { bank: "fail" });
    expect(await bill()).toMatchObject(paymentIs("requires_payment_method"));
    await submit(url, { bank: "confirm" });
    expect(await bill()).toMatchObject({
      ...{ status: "paid", ...paymentIs("succeeded") },
    });
    expect((await one.current()).status).toBe("active");
  });

  test("unpaid keeps the subscription with that status", async () => {
    await one.advance("unpaid");
    expect((await one.current()).status).toBe("unpaid");
    expect(await one.since(3)).toEqual([
      "invoice.payment_failed",
      "customer.subscription.updated",
      "customer.subscription.updated",
    ]);
    await one.advance("renewed");
    expect((await one.current()).status).toBe("active");
  });

  test("renewed is refused when the subscription ends with its period", async () => {
    await one.shop.stripe.subscriptions.update(one.id, {
      cancel_at_period_end: true,
    });
    expect((await one.advance("renewed")).status).toBe(400);
    expect((await one.advance("canceled")).status).toBe(200);
    expect(await one.since(2)).toEqual(ENDED);
  });

  test("refunded and disputed apply to the last charge", async () => {
    await one.advance("refunded");
    await one.advance("disputed");
    expect(await one.since(2)).toEqual([
      "charge.refunded",
      "charge.dispute.created",
    ]);
    expect(one.lastEvent()?.object).toMatchObject({
      amount: 1900,
      status: "needs_response",
    });
    const charge = String(
      (one.lastEvent()?.object as { charge: string } | undefined)?.charge,
    );
    expect(await one.shop.stripe.charges.retrieve(charge)).toMatchObject({
      refunded: true,
      amount_refunded: 1900,
      disputed: true,
      customer: one.customer,
    });
    expect((await one.current()).status).toBe("active");
  });

  test("refuses an unknown state and an unknown subscription", async () => {
    expect((await one.advance("elsewhere")).status).toBe(400);
    const wrong = await control(one.shop, "stripe/advance", {
      subscription: "sub_no",
      to: "renewed",
    });
    expect(wrong).toMatchObject({
      status: 400,
      answer: { message: "No such subscription: 'sub_no'" },
    });
  });
});

test("a restart keeps customers, subscriptions, invoices and links", async () => {
  const before = await one.current();
  const invoices = await one.shop.stripe.invoices.list();
  const url = new URL(await one.portal());
  const shop = await one.shop.restart();
  try {
    const { stripe } = shop;
    expect(await stripe.subscriptions.retrieve(one.id)).toEqual(before);
    expect(await stripe.customers.retrieve(one.customer)).toMatchObject({
      email: "ann@shop.test",
    });
    const kept = await stripe.invoices.list();
    expect(kept.data.map(({ id }) => id)).toEqual(
      invoices.data.map(({ id }) => id),
    );
    expect((await stripe.customers.create()).id).not.toBe(one.customer);
    const page = await visit(`${shop.origin}${url.pathname}`);
    expect(page.text).toContain("Starter");
  } finally {
    await shop.close();
  }
});
