/** Stripe's webhook calls. Every bad signature stands beside a good one. */
import { createHmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { MAX_BODY } from "../../../convex/billing/services/stripeWebhook.ts";
import { openApp, rows, type App, maintain } from "../open-app.ts";
import {
  useStripe,
  openPayingShop,
  stripe,
  payingShop,
  pastPauses,
  standingOf,
} from "./paying-shop.ts";
import { signature, WEBHOOK_SECRET } from "./stripe-fake.ts";
import { DAY, NOON } from "../fake-clock.ts";

const TEN_MB = 10_000_000;
const CHUNK = 16 * 1024;
useStripe();

const post = async (app: App, body: string, header: string | null) =>
  await app.backend.fetch("/api/stripe/webhook", {
    method: "POST",
    body,
    headers: {
      "Content-Length": String(body.length),
      ...(header !== null && { "Stripe-Signature": header }),
    },
  });

describe("a body that Stripe did not sign just now", () => {
  const event = () =>
    stripe.event("customer.subscription.updated", { customer: "cus_1" });
  const good = (body: string) => signature(body, NOON);

  test.each<[string, (body: string) => Promise<[string, string | null]>]>([
    ["without a signature", async (body) => [body, null]],
    ["with an empty one", async (body) => [body, ""]],
    ["with nonsense", async (body) => [body, "t=x,v1=zz,=,,t"]],
    [
      "signed for another endpoint",
      async (body) => [body, await signature(body, NOON, "whsec_other")],
    ],
    [
      "with v0 alone",
      async (body) => [body, await signature(body, NOON, WEBHOOK_SECRET, "v0")],
    ],
    [
      "written again",
      async (body) => [
        JSON.stringify(JSON.parse(body), null, 1),
        await good(body),
      ],
    ],
    [
      "from 301 s ago",
      async (body) => [body, await signature(body, NOON - 301_000)],
    ],
    [
      "from 301 s ahead",
      async (body) => [body, await signature(body, NOON + 301_000)],
    ],
    [
      "of 10 MB",
      async () => {
        const huge = " ".repeat(10_000_000);
        return [huge, await good(huge)];
      },
    ],
    [
      "signed at a time that is none",
      async (body) => {
        const v1 = createHmac("sha256", WEBHOOK_SECRET)
          .update(`soon.${body}`)
          .digest("hex");
        return [body, `t=soon,v1=${v1}`];
      },
    ],
    ["of no JSON and unsigned", async () => ["{", "t=1,v1=00"]],
  ])("%s gets 400 and writes nothing", async (_, forge) => {
    const { app, shop, paid } = await openPayingShop();
    const before = await rows(app, "subscriptions");
    const known = await rows(app, "stripeEvents");
    paid.status = "canceled";
    stripe.requests.length = 0;
    const [body, header] = await forge(event());
    expect((await post(app, body, header)).status).toBe(400);
    expect(await rows(app, "subscriptions")).toEqual(before);
    expect(await rows(app, "stripeEvents")).toEqual(known);
    expect(stripe.requests).toEqual([]);
    expect((await standingOf(shop)).state).toBe("active");
  });

  test.each([
    ["says so, and nothing of it is read", String(TEN_MB), 0],
    ["claims to be short, and is read as far as we take", "20", MAX_BODY],
  ])("of 10 MB %s", async (_, length, most) => {
    const app = await openApp();
    let read = 0;
    const answer = await app.backend.fetch("/api/stripe/webhook", {
      method: "POST",
      body: new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (read >= TEN_MB) return controller.close();
            controller.enqueue(new Uint8Array(CHUNK));
            read += CHUNK;
          },
        },
        { highWaterMark: 0 },
      ),
      duplex: "half",
      headers: { "Content-Length": length, "Stripe-Signature": "t=1,v1=00" },
    } as RequestInit);
    expect(answer.status).toBe(400);
    expect(read).toBeLessThanOrEqual(most + CHUNK);
  });

  test.each([-299_000, 0, 299_000])(
    "signed %i ms off is accepted",
    async (off) => {
      const app = await openApp();
      const { shop, paid } = await payingShop(app, stripe);
      paid.status = "canceled";
      const body = event();
      const answer = await post(app, body, await signature(body, NOON + off));
      expect(answer.status).toBe(200);
      expect((await standingOf(shop)).state).toBe("lapsed");
    },
  );

  test("while the secret is replaced, either secret is valid, alone or together", async () => {
    const { app } = await openPayingShop();
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", "whsec_new, whsec_test");
    for (const secret of ["whsec_new", WEBHOOK_SECRET]) {
      const body = event();
      const header = await signature(body, NOON, secret);
      expect((await post(app, body, header)).status).toBe(200);
    }
    const body = event();
    const [, wrong] = (await signature(body, NOON, "whsec_x")).split(",");
    const both = `${await signature(body, NOON)},${wrong}`;
    expect((await post(app, body, both)).status).toBe(200);
    vi.stubEnv("STRIPE_WEBHOOK_SECRET", "");
    expect((await post(app, body, both)).status).toBe(400);
  });

  test("signed events that do not concern us get 200 and are forgotten", async () => {
    const { app } = await openPayingShop();
    stripe.requests.length = 0;
    for (const body of [
      stripe.event("product.created", { customer: "cus_1" }),
      stripe.event("customer.subscription.updated", { customer: "cus_404" }),
      "not json",
      "null",
    ]) {
      const header = await signature(body, NOON);
      expect((await post(app, body, header)).status).toBe(200);
    }
    expect(stripe.requests).toEqual([]);
    expect(await rows(app, "stripeEvents")).toHaveLength(1);
  });
});

test("the same event again: fifty times at once has one effect and gets fifty 200 answers; after three days too", async () => {
  const { app, paid } = await openPayingShop();
  paid.price = "price_starter";
  const body = stripe.event("customer.subscription.updated", {
    customer: "cus_1",
  });
  const deliver = async () =>
    (await post(app, body, await signature(body, Date.now()))).status;
  const all = await Promise.all(Array.from({ length: 50 }, deliver));
  expect(new Set(all)).toEqual(new Set([200]));
  expect(await rows(app, "stripeEvents")).toHaveLength(2);
  const after = await rows(app, "subscriptions");
  expect(after[0]?.plan).toBe("starter");
  vi.setSystemTime(NOON + 3 * DAY);
  expect(await deliver()).toBe(200);
  expect(await rows(app, "subscriptions")).toEqual(after);
});

test("the same event again: its id is kept for 35 days", async () => {
  const { app } = await openPayingShop();
  vi.setSystemTime(NOON + 34 * DAY);
  await maintain(app);
  expect(await rows(app, "stripeEvents")).toHaveLength(1);
  vi.setSystemTime(NOON + 36 * DAY);
  await maintain(app);
  expect(await rows(app, "stripeEvents")).toEqual([]);
});

test("when it fails half way: nothing is kept, Stripe gets 503, and its retry completes", async () => {
  const { app, shop, paid } = await openPayingShop();
  paid.status = "canceled";
  const body = stripe.event("customer.subscription.deleted", {
    customer: "cus_1",
  });
  const header = await signature(body, NOON);
  stripe.after = async () => {
    throw new TypeError("connection reset");
  };
  expect((await post(app, body, header)).status).toBe(503);
  expect((await standingOf(shop)).state).toBe("active");
  expect(await rows(app, "stripeEvents")).toHaveLength(1);
  stripe.after = async () => undefined;
  expect((await post(app, body, header)).status).toBe(200);
  expect((await standingOf(shop)).state).toBe("lapsed");
});

test("when it fails half way: a stalled Stripe is given up within five seconds", async () => {
  const { app } = await openPayingShop();
  const body = stripe.event("invoice.paid", { customer: "cus_1" });
  const header = await signature(body, NOON);
  const { promise: arrived, resolve: arrives } = Promise.withResolvers<null>();
  stripe.before = () => {
    arrives(null);
    return new Promise<never>(() => {});
  };
  const answer = post(app, body, header);
  // What comes before the request takes real time, in which the clock must not run.
  await arrived;
  expect((await pastPauses(answer)).status).toBe(503);
  const waitedMs = Date.now() - NOON;
  expect(waitedMs).toBeGreaterThanOrEqual(3_500);
  expect(waitedMs).toBeLessThanOrEqual(5_000);
});

test("a payment that the bank wants confirmed is an event that we ask about", async () => {
  const { app, shop, paid } = await openPayingShop();
  Object.assign(paid, { status: "past_due", bankAsks: true });
  const body = stripe.event("invoice.payment_action_required", {
    customer: "cus_1",
  });
  const header = await signature(body, NOON);
  expect((await post(app, body, header)).status).toBe(200);
  expect((await standingOf(shop)).confirmUrl).not.toBeNull();
});
