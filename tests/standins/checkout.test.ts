import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openShop, PAYS, type Shop } from "./open-shop.ts";
import { startCheckout, submit, visit } from "./visitor.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

describe("a checkout session", () => {
  test("can be expired once and can no longer be paid then", async () => {
    const { id, url } = await startCheckout(shop);
    const expired = await shop.stripe.checkout.sessions.expire(id);
    expect(expired).toMatchObject({ status: "expired", url: null });
    expect((await submit(String(url), { card: PAYS })).status).toBe(410);
    expect((await shop.stripe.subscriptions.list()).data).toEqual([]);
    await expect(shop.stripe.checkout.sessions.expire(id)).rejects.toThrow(
      "Only Checkout Sessions with a status",
    );
  });
});

describe("paying", () => {
  test("leads to the success address with the session's id and creates all objects", async () => {
    const { id, url } = await startCheckout(shop, {
      subscription_data: { metadata: { business: "b1" } },
    });
    const paid = await submit(String(url), { card: PAYS });
    expect(paid).toMatchObject({
      status: 303,
      location: `http://shop.test/done?session_id=${id}`,
    });
    const session = await shop.stripe.checkout.sessions.retrieve(id, {
      expand: ["subscription", "customer", "invoice"],
    });
    expect(session).toMatchObject({
      status: "complete",
      payment_status: "paid",
      customer: { object: "customer", email: "ann@shop.test" },
      subscription: {
        object: "subscription",
        status: "active",
        cancel_at: null,
        metadata: { business: "b1" },
        items: { data: [{ price: { id: "price_starter" }, quantity: 1 }] },
      },
      invoice: { status: "paid", amount_paid: 1900, amount_remaining: 0 },
    });
  });

  test("sends its events in order, with the finished objects", async () => {
    const { id, url } = await startCheckout(shop);
    await submit(String(url), { card: PAYS });
    await shop.endpoint.until(4);
    expect(shop.endpoint.types()).toEqual([
      ...["customer.created", "checkout.session.completed"],
      ...["customer.subscription.created", "invoice.paid"],
    ]);
    const completed = shop.endpoint.received[1]?.event;
    if (completed?.type !== "checkout.session.completed")
      throw new Error("not it");
    expect(completed.data.object).toMatchObject({
      id,
      client_reference_id: "user-1",
      payment_status: "paid",
    });
    expect(completed.id).toMatch(/^evt_/);
  });

  test("asks for an e-mail address when none is known", async () => {
    const { url } = await startCheckout(shop, { customer_email: undefined });
    const without = await submit(String(url), { card: PAYS });
    expect(without.status).toBe(402);
    expect(without.text).toContain("Your email is incomplete.");
    const paid = await submit(String(url), { card: PAYS, email: "c@d.test" });
    expect(paid.status).toBe(303);
    const { data } = await shop.stripe.customers.list({ email: "c@d.test" });
    expect(data).toHaveLength(1);
  });
});

describe("not paying", () => {
  test("the page says that it is a stand-in and shows the price", async () => {
    const { url } = await startCheckout(shop);
    const { text } = await visit(String(url));
    expect(text).toContain("This is a stand-in for Stripe: no money moves.");
    expect(text).toContain("Subscribe to Starter");
    expect(text).toContain("$19.00");
  });

  test("an unknown session is not found", async () => {
    expect((await visit(`${shop.origin}/checkout/cs_test_no`)).status).toBe(
      404,
    );
    expect((await visit(`${shop.origin}/checkout/__proto__`)).status).toBe(404);
  });
});

test("everything that a shop sends is shown as text", async () => {
  const evil = `"><script>alert('x')</script>`;
  const { url } = await startCheckout(shop, {
    cancel_url: `http://shop.test/${evil}`,
    customer_email: evil,
  });
  const { text } = await visit(String(url));
  expect(text).not.toContain("<script");
  expect(text).toContain("&lt;script&gt;");
});
