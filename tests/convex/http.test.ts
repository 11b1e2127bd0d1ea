/** The HTTP endpoints of product.md H1, H2, H3: their shapes, and that no claim of a client is trusted. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../convex/_generated/api.js";
import http from "../../convex/http.ts";
import {
  httpMessage,
  httpMessages as sentences,
} from "../../convex/base/rules/httpMessages.ts";
import { openApp, rows, type Caller } from "./open-app.ts";
import { newcomer, openStripe, payingShop } from "./billing/paying-shop.ts";
import type { StripeFake } from "./billing/stripe-fake.ts";

let stripe: StripeFake;

beforeEach(() => {
  stripe = openStripe();
});

type Fields = Record<string, string | boolean>;

async function post(caller: Pick<Caller, "fetch">, path: string, body: Fields) {
  const answer = await caller.fetch(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

async function get(caller: Pick<Caller, "fetch">, path: string) {
  const answer = await caller.fetch(path);
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const CHECKOUT: Fields = {
  planId: "pro",
  mode: "subscription",
  successUrl: "https://shop.example/checkout-success?plan=pro",
  cancelUrl: "https://shop.example/payment-required",
  email: "new1@example.com",
};

describe("POST /api/create-checkout-session", () => {
  const path = "/api/create-checkout-session";

  test("returns session and address", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    expect(await post(caller, path, CHECKOUT)).toEqual({
      status: 200,
      body: { sessionId: "cs_1", url: "https://checkout.example/cs_1" },
    });
    expect(stripe.sessions[0]).toMatchObject({
      price: "price_pro",
      successUrl:
        "https://shop.example/checkout-success?plan=pro&session_id={CHECKOUT_SESSION_ID}&plan=pro",
      cancelUrl: "https://shop.example/payment-required",
    });
  });

  test.each([
    ["planId", "Plan ID is required"],
    ["email", "Email is required"],
    ["successUrl", "Success URL is required"],
    ["cancelUrl", "Cancel URL is required"],
  ])("without %s answers '%s'", async (field, error) => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const body = { ...CHECKOUT, [field]: " " };
    expect(await post(caller, path, body)).toEqual({
      status: 400,
      body: { error },
    });
  });

  // The reason, if there is one.
  test("says why there is no checkout", async () => {
    const app = await openApp();
    const { shop } = await payingShop(app, stripe);
    expect(await post(shop.owner, path, CHECKOUT)).toEqual({
      status: 409,
      body: {
        error: `Failed to create checkout session: ${httpMessage({ code: "alreadySubscribed" })}`,
      },
    });
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
    const { caller } = await newcomer(app);
    expect(await post(caller, path, CHECKOUT)).toEqual({
      status: 409,
      body: { error: "Failed to create checkout session" },
    });
  });

  // product.md M9. The other addresses are in base/rules/ownPath.test.ts.
  test.each(["successUrl", "cancelUrl"])(
    "refuses to return to another site: %s",
    async (field) => {
      const { caller } = await newcomer();
      const body = {
        ...CHECKOUT,
        [field]: "https://shop.example@evil.example/",
      };
      expect(await post(caller, path, body)).toEqual({
        status: 400,
        body: { error: sentences.returnUrlForeign },
      });
      expect(stripe.sessions).toEqual([]);
    },
  );
});

describe("/api/create-direct-checkout", () => {
  const path = "/api/create-direct-checkout";

  test("POST returns the address; GET starts nothing", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const link = `${path}?plan=pro&email=new1@example.com`;
    expect(await get(caller, link)).toEqual({
      status: 405,
      body: { error: sentences.postOnly },
    });
    expect(stripe.requests).toEqual([]);
    expect(await post(caller, path, { plan: "Professional" })).toEqual({
      status: 200,
      body: { success: true, url: "https://checkout.example/cs_1" },
    });
    expect(stripe.sessions[0]?.price).toBe("price_pro");
  });
});

describe("GET /api/subscription-status", () => {
  const path = "/api/subscription-status";

  test("returns the caller's own status and no other", async () => {
    const app = await openApp();
    const shop = await app.shop({ plan: "pro" });
    const { caller, userId } = await newcomer(app);
    expect(await get(shop.owner, `${path}?userId=${shop.ownerId}`)).toEqual({
      status: 200,
      body: { hasSubscription: true, plan: "pro" },
    });
    expect(await get(caller, `${path}?userId=${userId}`)).toEqual({
      status: 200,
      body: { hasSubscription: false, plan: "starter" },
    });
    expect(await get(caller, path)).toEqual({
      status: 400,
      body: { error: "User ID is required" },
    });
    for (const other of [shop.ownerId, "nonexistent"])
      expect(await get(caller, `${path}?userId=${other}`)).toEqual({
        status: 403,
        body: { error: sentences.notAllowed },
      });
  });
});

// product.md M1.
test("/api/stripe-session and /api/update-plan: trust Stripe and nothing that the client claims", async () => {
  const app = await openApp();
  const payer = await newcomer(app, 1);
  const thief = await newcomer(app, 2);
  for (const { caller } of [payer, thief])
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
  stripe.pay("cs_1");
  const claims = {
    userId: thief.userId,
    plan: "enterprise",
    stripePaid: true,
    stripeCustomerId: "cus_1",
  };
  const plan = async ({ caller }: typeof payer) =>
    (await caller.query(api.account.current.me, {}))?.business?.subscription;

  for (const sessionId of ["cs_1", "cs_404"]) {
    const body = { ...claims, sessionId };
    expect(await post(thief.caller, "/api/update-plan", body)).toEqual({
      status: 404,
      body: {
        success: false,
        error: httpMessage({ code: "notYourPayment" }),
      },
    });
    const link = `/api/stripe-session?sessionId=${sessionId}`;
    expect(await get(thief.caller, link)).toEqual({
      status: 404,
      body: { error: httpMessage({ code: "notYourPayment" }) },
    });
  }
  const unpaid = { ...claims, sessionId: "cs_2" };
  expect(await post(thief.caller, "/api/update-plan", unpaid)).toEqual({
    status: 402,
    body: { success: false, error: sentences.subscriptionNotConfirmed },
  });
  expect(await plan(thief)).toMatchObject({ state: "none", plan: "starter" });

  const body = { ...claims, sessionId: "cs_1" };
  expect(await post(payer.caller, "/api/update-plan", body)).toEqual({
    status: 200,
    body: { success: true },
  });
  expect(await plan(payer)).toMatchObject({
    state: "active",
    plan: "starter",
  });
  const link = "/api/stripe-session?sessionId=cs_1";
  expect(await get(payer.caller, link)).toEqual({
    status: 200,
    body: { customer: "cus_1" },
  });
  for (const path of ["/api/update-plan"])
    expect((await post(payer.caller, path, {})).status).toBe(400);
});

describe("POST /api/create-business", () => {
  const path = "/api/create-business";

  test("creates the caller's business once, on Starter and unpaid", async () => {
    const app = await openApp();
    const userId = await app.backend.run(
      async (ctx) => await ctx.db.insert("users", { email: "sam@example.com" }),
    );
    const { caller } = await app.asUser(userId);
    const body = { userId: "another", businessName: " ", plan: "enterprise" };
    for (let i = 0; i < 2; i += 1)
      expect(await post(caller, path, body)).toEqual({
        status: 200,
        body: { success: true },
      });
    expect(await rows(app, "businesses")).toMatchObject([
      { ownerId: userId, name: "sam's Business", plan: "starter" },
    ]);
    expect(await rows(app, "subscriptions")).toEqual([]);
  });
});

test("callers without a session get 401, and nothing is written", async () => {
  const app = await openApp();
  const body = { ...CHECKOUT, plan: "pro", sessionId: "cs_1" };
  for (const path of [
    "/api/create-checkout-session",
    "/api/create-direct-checkout",
    "/api/update-plan",
  ])
    expect(await post(app.backend, path, body)).toEqual({
      status: 401,
      body: { error: httpMessage({ code: "notSignedIn" }) },
    });
  expect(await post(app.backend, "/api/create-business", body)).toEqual({
    status: 401,
    body: { success: false, error: httpMessage({ code: "notSignedIn" }) },
  });
  for (const path of [
    "/api/subscription-status?userId=x",
    "/api/stripe-session?sessionId=cs_1",
  ])
    expect((await get(app.backend, path)).status).toBe(401);
  expect(await rows(app, "businesses")).toEqual([]);
  expect(stripe.requests).toEqual([]);
});

test("an invalid token gets 401 at every route of owners and admins, and nothing is called", async () => {
  const refuses = vi.fn(() => Promise.reject(new Error("not a JWT")));
  const ctx = {
    auth: { getUserIdentity: refuses },
    ...{ runQuery: vi.fn(), runMutation: vi.fn(), runAction: vi.fn() },
  };
  const ownersPaths = [
    ...["/api/send-sms", "/api/subscription-status", "/api/update-plan"],
    ...["/api/create-checkout-session", "/api/stripe-session"],
    "/api/create-business",
  ];
  const routes = http
    .getRoutes()
    .filter(([path]) =>
      [...ownersPaths, "/api/admin/"].some((start) => path.startsWith(start)),
    );
  expect(routes.length).toBeGreaterThan(ownersPaths.length);
  for (const [path, method, action] of routes) {
    const { _handler: answer } = action as unknown as {
      _handler: (ctx: object, request: Request) => Promise<Response>;
    };
    const request = new Request(`https://site.example${path}`, { method });
    expect((await answer(ctx, request)).status, path).toBe(401);
  }
  for (const call of [ctx.runQuery, ctx.runMutation, ctx.runAction])
    expect(call).not.toHaveBeenCalled();
});

test("a body that is too long, or no JSON object, is refused", async () => {
  const app = await openApp();
  const { caller } = await newcomer(app);
  for (const body of ["", "{", "null", '"text"', `"${"x".repeat(20_000)}"`]) {
    const answer = await caller.fetch("/api/update-plan", {
      method: "POST",
      body,
    });
    expect(answer.status).toBe(400);
  }
});
