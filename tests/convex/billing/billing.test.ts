/** Paying, as the owner sees it: B5, B6, B7. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows } from "../open-app.ts";
import { closeStripe, newcomer, openStripe } from "./paying-shop.ts";
import type { StripeFake } from "./stripe-fake.ts";

let stripe: StripeFake;

beforeEach(() => {
  stripe = openStripe();
});
afterEach(closeStripe);

const refusedWith = (code: string) => ({ ok: false, code });

describe("starting to pay", () => {
  test("leads to Stripe's page for the plan, and paying there opens the business", async () => {
    const app = await openApp();
    const { caller, userId, subscription } = await newcomer(app);
    expect(await subscription()).toEqual({
      state: "none",
      isSubscribed: false,
      plan: "starter",
      source: "none",
      graceEndsAt: null,
      cancelAt: null,
      currentPeriodEnd: null,
      isOnHold: false,
      upgradeTo: null,
      canManage: false,
      activeTickets: null,
    });
    await expect(
      caller.mutation(api.desk.queues.create, { name: "Haircut" }),
    ).rejects.toMatchObject({ data: { code: "notSubscribed" } });

    const started = await caller.action(api.billing.payments.startCheckout, {
      plan: "pro",
    });
    expect(started).toEqual({ ok: true, url: "https://checkout.example/cs_1" });
    expect(stripe.sessions).toMatchObject([
      {
        userId,
        price: "price_pro",
        successUrl:
          "https://shop.example/checkout-success?session_id={CHECKOUT_SESSION_ID}&plan=pro",
        cancelUrl: "https://shop.example/payment-required",
      },
    ]);
    expect((await subscription()).isSubscribed).toBe(false);

    stripe.pay("cs_1");
    expect(
      await caller.action(api.billing.payments.confirmCheckout, {
        sessionId: "cs_1",
      }),
    ).toEqual({ ok: true, state: "active" });
    expect(await subscription()).toMatchObject({
      state: "active",
      isSubscribed: true,
      plan: "pro",
      source: "stripe",
      canManage: true,
    });
    const made = await caller.mutation(api.desk.queues.create, {
      name: "Haircut",
    });
    expect(made.ok).toBe(true);
  });

  // B6.
  test("twice at once, or again later, makes one checkout", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const start = () =>
      caller.action(api.billing.payments.startCheckout, { plan: "starter" });
    const both = await Promise.all([start(), start()]);
    const third = await start();
    expect(new Set([...both, third].map((a) => JSON.stringify(a))).size).toBe(
      1,
    );
    expect(stripe.sessions).toHaveLength(1);
    expect(stripe.customers).toHaveLength(1);
  });

  // B6.
  test("after paying is refused, even before any event has arrived", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    stripe.pay("cs_1");
    for (const plan of ["starter", "pro"] as const) {
      expect(
        await caller.action(api.billing.payments.startCheckout, { plan }),
      ).toEqual(refusedWith("alreadySubscribed"));
    }
    expect(stripe.sessions).toHaveLength(1);
  });

  test("for another plan closes the checkout of the first", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    await caller.action(api.billing.payments.startCheckout, { plan: "pro" });
    expect(stripe.sessions.map(({ status }) => status)).toEqual([
      "expired",
      "open",
    ]);
    const back = await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    expect(back).toMatchObject({ url: "https://checkout.example/cs_3" });
  });

  test("for two plans at once leaves only one checkout to pay", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    await caller.action(api.billing.payments.openPortal, {});
    const answers = await Promise.all([
      caller.action(api.billing.payments.startCheckout, { plan: "starter" }),
      caller.action(api.billing.payments.startCheckout, { plan: "pro" }),
    ]);
    // The other checkout has already been ended.
    expect(answers.filter(({ ok }) => !ok)).toEqual([
      { ok: false, code: "checkoutFailed" },
    ]);
    const open = stripe.sessions.filter(({ status }) => status === "open");
    expect(open).toHaveLength(1);
  });

  test("fails when Stripe's checkout has no address", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
      const answer = await stripe.fetch(...asked);
      const body = (await answer.json()) as object;
      return Response.json({ ...body, url: null });
    });
    expect(
      await caller.action(api.billing.payments.startCheckout, { plan: "pro" }),
    ).toEqual({ ok: false, code: "checkoutFailed" });
  });

  test("after a checkout has expired makes a new one", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    must(stripe.sessions[0], "session").status = "expired";
    expect(
      await caller.action(api.billing.payments.startCheckout, {
        plan: "starter",
      }),
    ).toMatchObject({ url: "https://checkout.example/cs_2" });
  });

  // B7.
  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/%2f%2fevil.example",
    "/.//evil.example",
    "javascript:alert(1)",
  ])("returns to our own pages, not to %s", async (returnPath) => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const plan = "pro";
    await caller.action(api.billing.payments.startCheckout, {
      plan,
      returnPath,
    });
    expect(stripe.sessions[0]?.successUrl).toMatch(
      /^https:\/\/shop\.example\/checkout-success\?/,
    );
  });

  test("returns with the checkout's id and without a fragment", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const returnPath = "/dashboard?tab=1#bills";
    await caller.action(api.billing.payments.startCheckout, {
      plan: "pro",
      returnPath,
    });
    expect(stripe.sessions[0]?.successUrl).toBe(
      "https://shop.example/dashboard?tab=1&session_id={CHECKOUT_SESSION_ID}&plan=pro",
    );
  });

  test("says so when payments are not set up or Stripe refuses", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const start = () =>
      caller.action(api.billing.payments.startCheckout, { plan: "starter" });
    vi.stubEnv("STRIPE_SECRET_KEY", "");
    expect(await start()).toEqual(refusedWith("paymentsOff"));
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
    expect(await start()).toEqual(refusedWith("checkoutFailed"));
    expect(stripe.sessions).toEqual([]);
  });

  test.each([
    ["https://evil.example", "demo"],
    ["http://127.0.0.1.evil.example", "demo"],
    ["http://localhost:3003", "production"],
    ["https://127.0.0.1:3003", "demo"],
  ])("never sends the key to %s in %s", async (url, kind) => {
    vi.stubEnv("STRIPE_API_URL", url);
    vi.stubEnv("DEPLOYMENT_KIND", kind);
    const app = await openApp();
    const { caller } = await newcomer(app);
    expect(
      await caller.action(api.billing.payments.startCheckout, {
        plan: "starter",
      }),
    ).toEqual(refusedWith("paymentsOff"));
    expect(stripe.requests).toEqual([]);
  });
});

describe("coming back from the payment page", () => {
  // B5.
  test("with another user's, an invented or an unpaid checkout changes nothing", async () => {
    const app = await openApp();
    const payer = await newcomer(app, 1);
    const thief = await newcomer(app, 2);
    await payer.caller.action(api.billing.payments.startCheckout, {
      plan: "pro",
    });
    await thief.caller.action(api.billing.payments.startCheckout, {
      plan: "pro",
    });
    stripe.pay("cs_1");
    for (const sessionId of ["cs_1", "cs_404", "", "../customers"]) {
      expect(
        await thief.caller.action(api.billing.payments.confirmCheckout, {
          sessionId,
        }),
      ).toEqual(refusedWith("notYourPayment"));
    }
    expect(
      await thief.caller.action(api.billing.payments.confirmCheckout, {
        sessionId: "cs_2",
      }),
    ).toEqual({ ok: true, state: "none" });
    expect((await thief.subscription()).isSubscribed).toBe(false);
  });

  // The customer is shared, as after a merge in Stripe's dashboard.
  test("is refused for another user's checkout, even of the same customer", async () => {
    const app = await openApp();
    const payer = await newcomer(app, 1);
    await payer.caller.action(api.billing.payments.startCheckout, {
      plan: "pro",
    });
    stripe.pay("cs_1");
    must(stripe.sessions[0], "session").userId = "somebody else";
    expect(
      await payer.caller.action(api.billing.payments.confirmCheckout, {
        sessionId: "cs_1",
      }),
    ).toEqual(refusedWith("notYourPayment"));
    expect((await payer.subscription()).isSubscribed).toBe(false);
  });

  // Made in Stripe's dashboard for another customer, with our user's id on it.
  test("is refused for another customer's checkout, even with the caller's own user id", async () => {
    const app = await openApp();
    const payer = await newcomer(app, 1);
    await payer.caller.action(api.billing.payments.startCheckout, {
      plan: "pro",
    });
    stripe.pay("cs_1");
    must(stripe.sessions[0], "session").customer = "cus_of_somebody_else";
    expect(
      await payer.caller.action(api.billing.payments.confirmCheckout, {
        sessionId: "cs_1",
      }),
    ).toEqual(refusedWith("notYourPayment"));
    expect((await payer.subscription()).isSubscribed).toBe(false);
  });

  test("again confirms the same, and restores nothing after the subscription has ended", async () => {
    const app = await openApp();
    const { caller, subscription } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, { plan: "pro" });
    const paid = stripe.pay("cs_1");
    const confirm = () =>
      caller.action(api.billing.payments.confirmCheckout, {
        sessionId: "cs_1",
      });
    expect(await confirm()).toEqual({ ok: true, state: "active" });
    paid.status = "canceled";
    expect(await confirm()).toEqual({ ok: true, state: "lapsed" });
    expect((await subscription()).isSubscribed).toBe(false);
  });

  // B5.
  test("with a price that is not ours buys nothing, and with an older price of ours it does", async () => {
    const app = await openApp();
    const { caller, subscription } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, { plan: "pro" });
    const paid = stripe.pay("cs_1");
    paid.price = "price_of_somebody_else";
    await caller.action(api.billing.payments.confirmCheckout, {
      sessionId: "cs_1",
    });
    expect(await subscription()).toMatchObject({
      state: "none",
      plan: "starter",
    });
    paid.price = "price_starter_2025";
    await caller.action(api.billing.payments.confirmCheckout, {
      sessionId: "cs_1",
    });
    expect(await subscription()).toMatchObject({
      state: "active",
      plan: "starter",
    });
  });
});

test("portal and invoices are those of the caller's own customer", async () => {
  const app = await openApp();
  const { caller } = await newcomer(app);
  expect(await caller.action(api.billing.payments.openPortal, {})).toEqual(
    refusedWith("noSubscription"),
  );
  expect(await caller.action(api.billing.payments.invoices, {})).toEqual({
    ok: true,
    invoices: [],
  });
  await caller.action(api.billing.payments.startCheckout, { plan: "starter" });
  expect(await caller.action(api.billing.payments.openPortal, {})).toEqual({
    ok: true,
    url: "https://billing.example/cus_1",
  });
  expect(await caller.action(api.billing.payments.invoices, {})).toMatchObject({
    ok: true,
    invoices: [{ number: "YT-1", total: 1900, currency: "usd" }],
  });
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
  expect(await caller.action(api.billing.payments.invoices, {})).toEqual(
    refusedWith("stripeUnavailable"),
  );
});

test("a caller who is not signed in cannot pay, and nothing is written", async () => {
  const app = await openApp();
  const sessionId = "cs_1";
  const anonymous = { data: { code: "notSignedIn" } };
  const plan = "pro";
  for (const attempt of [
    app.backend.action(api.billing.payments.startCheckout, { plan }),
    app.backend.action(api.billing.payments.upgrade, { plan }),
    app.backend.action(api.billing.payments.previewUpgrade, { plan }),
    app.backend.action(api.billing.payments.openPortal, {}),
    app.backend.action(api.billing.payments.invoices, {}),
    app.backend.action(api.billing.payments.confirmCheckout, { sessionId }),
  ]) {
    await expect(attempt).rejects.toMatchObject(anonymous);
  }
  expect(await rows(app, "subscriptions")).toEqual([]);
  expect(stripe.requests).toEqual([]);
});
