import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openShop, sdk, STARTER, type Shop } from "./open-shop.ts";
import { startCheckout, subscribed } from "./visitor.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const port = () => Number(new URL(shop.origin).port);

test.each(["sk_test_other", "sk_live_standin"])(
  "the key: %s is refused",
  async (key) => {
    const refused = sdk(port(), key).customers.list();
    await expect(refused).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
    await expect(refused).rejects.toMatchObject({ statusCode: 401 });
  },
);

test("the key: is required", async () => {
  const response = await fetch(`${shop.origin}/v1/customers`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({
    error: { type: "invalid_request_error" },
  });
});

describe("errors", () => {
  test("an unknown object is 404 in the path and 400 in a parameter", async () => {
    await expect(
      shop.stripe.customers.retrieve("cus_no"),
    ).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such customer: 'cus_no'",
    });
    await expect(
      startCheckout(shop, { line_items: [{ price: "price_no" }] }),
    ).rejects.toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param: "line_items[0][price]",
    });
  });

  test("a missing parameter is named", async () => {
    await expect(
      shop.stripe.billingPortal.sessions.create({}),
    ).rejects.toMatchObject({ code: "parameter_missing", param: "customer" });
  });

  test("a parameter that the stand-in does not know is refused and changes nothing", async () => {
    await expect(
      shop.stripe.customers.create({ email: "a@b.test", tax_exempt: "exempt" }),
    ).rejects.toMatchObject({ code: "parameter_unknown", param: "tax_exempt" });
    expect((await shop.stripe.customers.list()).data).toEqual([]);
    expect((await shop.stripe.events.list()).data).toEqual([]);
  });

  test("an unknown address is not found", async () => {
    await expect(shop.stripe.balance.retrieve()).rejects.toMatchObject({
      statusCode: 404,
      message: "Unrecognized request URL (GET: /v1/balance).",
    });
  });

  test("an SDK of another version is refused with the version that is spoken", async () => {
    await expect(
      shop.stripe.customers.list({}, { apiVersion: "2020-08-27" }),
    ).rejects.toThrow("speaks API version 2026-10-28.endive");
  });
});

describe("idempotency", () => {
  const options = { idempotencyKey: "user-1:starter:1" };

  test("the same request gets the same answer and creates nothing new", async () => {
    const first = await shop.stripe.customers.create({ name: "A" }, options);
    const second = await shop.stripe.customers.create({ name: "A" }, options);
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect((await shop.stripe.customers.list()).data).toHaveLength(1);
  });

  test("also applies to simultaneous requests", async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => shop.stripe.customers.create({ name: "A" }, options)),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test("the same key with another body or address is an error", async () => {
    const { id } = await shop.stripe.customers.create({ name: "A" }, options);
    const other = shop.stripe.customers.create({ name: "B" }, options);
    await expect(other).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
    await expect(other).rejects.toMatchObject({ statusCode: 400 });
    await expect(
      shop.stripe.billingPortal.sessions.create({ customer: id }, options),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  test("a refused request does not use up the key", async () => {
    const { customers } = shop.stripe;
    await expect(
      customers.create({ tax_exempt: "exempt" }, options),
    ).rejects.toThrow();
    const made = await customers.create({ name: "A" }, options);
    expect(made.name).toBe("A");
  });

  test("a key survives a restart and expires after a day", async () => {
    await shop.close();
    shop = await openShop({ standsStill: true });
    const first = await shop.stripe.customers.create({ name: "A" }, options);
    shop = await shop.restart();
    const again = await shop.stripe.customers.create({ name: "A" }, options);
    expect(again.id).toBe(first.id);
    shop.wait(24 * 3600 + 1);
    const later = await shop.stripe.customers.create({ name: "A" }, options);
    expect(later.id).not.toBe(first.id);
  });
});

describe("lists", () => {
  test("refuse a limit above 100 and an unknown start", async () => {
    await expect(shop.stripe.customers.list({ limit: 101 })).rejects.toThrow();
    await expect(
      shop.stripe.customers.list({ starting_after: "cus_no" }),
    ).rejects.toMatchObject({ code: "resource_missing" });
  });
});

describe("expansion", () => {
  test("works through lists and several levels", async () => {
    const { subscription } = await subscribed(shop);
    const { data } = await shop.stripe.subscriptions.list({
      expand: ["data.latest_invoice.customer"],
    });
    expect(data[0]?.latest_invoice).toMatchObject({
      status: "paid",
      customer: { email: "ann@shop.test" },
    });
    const { items } = await shop.stripe.subscriptions.retrieve(
      subscription.id,
      { expand: ["items.data.price.product"] },
    );
    expect(items.data[0]?.price.product).toMatchObject({ name: "Starter" });
  });

  test("leaves the stored object unchanged", async () => {
    const { subscription } = await subscribed(shop);
    await shop.stripe.subscriptions.update(subscription.id, {
      metadata: { a: "1" },
      expand: ["customer"],
    });
    const again = await shop.stripe.subscriptions.retrieve(subscription.id);
    expect(again.customer).toMatch(/^cus_/);
    expect(again.metadata).toEqual({ a: "1" });
  });
});

test("a price has exact decimals, and a subscription's item also carries its plan", async () => {
  const { subscription } = await subscribed(shop);
  const [item] = subscription.items.data;
  expect(item?.price).toMatchObject({
    unit_amount: 1900,
    currency: "usd",
    type: "recurring",
    recurring: { interval: "month", interval_count: 1 },
  });
  expect(String(item?.price.unit_amount_decimal)).toBe("1900");
  expect(item?.plan).toMatchObject({ id: STARTER, amount: 1900 });
  expect(item?.current_period_end).toBeGreaterThan(subscription.created);
});

test("deleting a customer cancels the subscription and leaves the customer marked as deleted", async () => {
  const { subscription, customer } = await subscribed(shop);
  await shop.stripe.customers.del(customer);
  expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({
    id: customer,
    deleted: true,
  });
  const ended = await shop.stripe.subscriptions.retrieve(subscription.id);
  expect(ended.status).toBe("canceled");
});
