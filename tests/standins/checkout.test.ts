import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DECLINED, openShop, PAYS, type Shop } from "./open-shop.ts";
import { startCheckout, submit, visit } from "./visitor.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

describe("a checkout session", () => {
  test("is open, unpaid and has an address on the stand-in", async () => {
    const session = await startCheckout(shop);
    expect(session).toMatchObject({
      ...{ object: "checkout.session", status: "open" },
      ...{ payment_status: "unpaid", mode: "subscription", amount_total: 1900 },
      ...{ currency: "usd", client_reference_id: "user-1", customer: null },
      subscription: null,
    });
    expect(session.id).toMatch(/^cs_test_\w{24}$/);
    expect(session.url).toBe(`${shop.origin}/checkout/${session.id}`);
  });

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

  test("sends no second customer.created for a known customer", async () => {
    const customer = await shop.stripe.customers.create({ email: "a@b.test" });
    const { url } = await startCheckout(shop, {
      customer: customer.id,
      customer_email: undefined,
    });
    await submit(String(url), { card: PAYS });
    await shop.endpoint.until(4);
    expect(shop.endpoint.types()).toEqual([
      ...["customer.created", "checkout.session.completed"],
      ...["customer.subscription.created", "invoice.paid"],
    ]);
    expect(shop.endpoint.received[0]?.event.request?.id).toMatch(/^req_/);
    const { data } = await shop.stripe.customers.list();
    expect(data.map(({ id }) => id)).toEqual([customer.id]);
  });

  test("twice buys once", async () => {
    const { url } = await startCheckout(shop);
    const both = await Promise.all([
      submit(String(url), { card: PAYS }),
      submit(String(url), { card: PAYS }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect((await shop.stripe.subscriptions.list()).data).toHaveLength(1);
    expect((await shop.stripe.invoices.list()).data).toHaveLength(1);
    expect((await visit(String(url))).text).toContain("This has been paid.");
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
  test("a declined card is reported on the page and changes nothing", async () => {
    const { id, url } = await startCheckout(shop);
    const page = await submit(String(url), { card: DECLINED });
    expect(page.status).toBe(402);
    expect(page.text).toContain("Your card was declined.");
    expect(page.text).toContain(`role="alert"`);
    const session = await shop.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({ status: "open", customer: null });
    expect((await shop.stripe.events.list()).data).toEqual([]);
    expect((await shop.stripe.customers.list()).data).toEqual([]);
    expect((await submit(String(url), { card: PAYS })).status).toBe(303);
  });

  test("Cancel links to the cancel address, and opening the page changes nothing", async () => {
    const { id, url } = await startCheckout(shop);
    const before = await shop.stripe.checkout.sessions.retrieve(id);
    const page = await visit(String(url));
    expect(page.text).toMatch(
      /<a[^>]*href="http:\/\/shop\.test\/pricing"[^>]*>\s*Cancel/,
    );
    expect(await shop.stripe.checkout.sessions.retrieve(id)).toEqual(before);
    expect((await shop.stripe.events.list()).data).toEqual([]);
  });

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
