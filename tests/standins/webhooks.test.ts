import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openShop, PAYS, SECRET, type Shop } from "./open-shop.ts";
import { control, startCheckout, submit } from "./visitor.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const PAID = [
  ...["customer.created", "checkout.session.completed"],
  ...["customer.subscription.created", "invoice.paid"],
];

const turn = (switches: object) => control(shop, "stripe/settings", switches);

async function pay(): Promise<void> {
  const { url } = await startCheckout(shop);
  await submit(String(url), { card: PAYS });
}

async function attempts() {
  const response = await fetch(`${shop.origin}/_standin/stripe/log`);
  return ((await response.json()) as { attempts: never[] }).attempts;
}

describe("signature", () => {
  test("is made with every secret while one is replaced", async () => {
    await shop.close();
    shop = await openShop({ webhookSecrets: ["whsec_older", SECRET] });
    await pay();
    await shop.endpoint.until(1);
    expect(shop.endpoint.received[0]?.signature).toMatch(
      /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/,
    );
  });

  test("comes with an event of the SDK's API version", async () => {
    await pay();
    await shop.endpoint.until(1);
    expect(shop.endpoint.received[0]?.event.api_version).toBe(
      "2026-10-28.endive",
    );
  });
});

describe("delivery", () => {
  test("is retried after an error, with the same event, until it succeeds", async () => {
    await turn({ retryMs: 5 });
    shop.endpoint.answers.push(500, 503);
    await shop.stripe.customers.create();
    await shop.endpoint.until(3);
    const ids = shop.endpoint.received.map(({ event }) => event.id);
    expect(new Set(ids).size).toBe(1);
    await expect.poll(attempts).toMatchObject([
      { attempt: 1, status: 500, outcome: "will retry" },
      { attempt: 2, status: 503, outcome: "will retry" },
      { attempt: 3, status: 200, outcome: "delivered" },
    ]);
    const [event] = (await shop.stripe.events.list()).data;
    expect(event).toMatchObject({ id: ids[0], pending_webhooks: 0 });
  });

  test("is not held up by another event that fails", async () => {
    await turn({ retryMs: 3_600_000 });
    shop.endpoint.answers.push(500);
    await pay();
    await shop.endpoint.until(4);
    expect(shop.endpoint.types()).toEqual(PAID);
  });

  test("continues after a restart", async () => {
    await turn({ retryMs: 200 });
    shop.endpoint.answers.push(500);
    await shop.stripe.customers.create();
    await shop.endpoint.until(1);
    shop = await shop.restart();
    await shop.endpoint.until(2);
    const [first, second] = shop.endpoint.received;
    expect(second?.event.id).toBe(first?.event.id);
  });
});

describe("switches", () => {
  test("duplicate sends every event twice", async () => {
    await turn({ duplicate: true });
    await shop.stripe.customers.create();
    await shop.endpoint.until(2);
    const [first, second] = shop.endpoint.received;
    expect(second?.event).toEqual(first?.event);
  });

  test("reorder sends the events of one change in reverse order", async () => {
    await turn({ reorder: true });
    await pay();
    await shop.endpoint.until(4);
    expect(shop.endpoint.types()).toEqual(PAID.toReversed());
  });

  test("drop never sends the named types, but lists them", async () => {
    await turn({ drop: ["invoice.paid", "customer.created"] });
    await pay();
    await shop.endpoint.until(2);
    await turn({ reset: true });
    await shop.stripe.customers.create();
    await shop.endpoint.until(3);
    expect(shop.endpoint.types()).toEqual([
      "checkout.session.completed",
      "customer.subscription.created",
      "customer.created",
    ]);
    const { data } = await shop.stripe.events.list();
    expect(data.filter(({ type }) => type === "invoice.paid")).toHaveLength(1);
  });

  test("hold keeps all events until it is off", async () => {
    await turn({ hold: true });
    await pay();
    expect(shop.endpoint.received).toEqual([]);
    await turn({ hold: false });
    await shop.endpoint.until(4);
    expect(shop.endpoint.types()).toEqual(PAID);
  });

  test("refuse unknown or invalid values and change nothing then", async () => {
    for (const wrong of [{ duplicate: 1 }, { nonsense: true }, { drop: "*" }])
      expect((await turn(wrong)).status).toBe(400);
    const { answer } = await turn({});
    expect(answer).toMatchObject({ duplicate: false, drop: [] });
  });
});
