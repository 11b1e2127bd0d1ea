/** Paying, as the owner sees it: product.md M1, M6, M9. */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows } from "../open-app.ts";
import { useStripe, stripe, newcomer } from "./paying-shop.ts";
import { failsWith, refusedWith } from "../base/calls.ts";

const { payments } = api.billing;
useStripe();

describe("starting to pay", () => {
  test("leads to Stripe's page for the plan, and paying there opens the business", async () => {
    const { caller, userId, subscription, start, confirm } = await newcomer();
    expect(await subscription()).toEqual({
      state: "none",
      isSubscribed: false,
      plan: "starter",
      source: "none",
      graceEndsAt: null,
      confirmUrl: null,
      cancelAt: null,
      currentPeriodEnd: null,
      isOnHold: false,
      isUnpaid: false,
      upgradeTo: null,
      canManage: false,
      activeTickets: null,
    });
    const create = () =>
      caller.mutation(api.desk.queues.create, { name: "Haircut" });
    await failsWith(create(), "notSubscribed");
    expect(await start("pro")).toEqual({
      ok: true,
      url: "https://checkout.example/cs_1",
    });
    expect(stripe.sessions).toMatchObject([
      {
        userId,
        price: "price_pro",
        successUrl:
          "https://shop.example/checkout-success?session_id={CHECKOUT_SESSION_ID}&plan=pro",
        cancelUrl: "https://shop.example/payment-required?cancelled=pro",
      },
    ]);
    expect((await subscription()).isSubscribed).toBe(false);

    stripe.pay("cs_1");
    expect(await confirm()).toEqual({ ok: true, state: "active" });
    expect(await subscription()).toMatchObject({
      state: "active",
      isSubscribed: true,
      plan: "pro",
      source: "stripe",
      canManage: true,
    });
    expect((await create()).ok).toBe(true);
  });

  test("twice at once, or again later, makes one checkout", async () => {
    const { start } = await newcomer();
    const both = await Promise.all([start(), start()]);
    expect(
      new Set([...both, await start()].map((a) => JSON.stringify(a))).size,
    ).toBe(1);
    expect(stripe.sessions).toHaveLength(1);
    expect(stripe.customers).toHaveLength(1);
  });

  test("after paying is refused, even before any event has arrived", async () => {
    const { start } = await newcomer();
    await start();
    stripe.pay("cs_1");
    for (const plan of ["starter", "pro"] as const)
      expect(await start(plan)).toEqual(refusedWith("alreadySubscribed"));
    expect(stripe.sessions).toHaveLength(1);
  });

  test("for another plan closes the checkout of the first", async () => {
    const { start } = await newcomer();
    await start();
    await start("pro");
    const [first, second] = stripe.sessions;
    expect([first?.status, second?.status]).toEqual(["expired", "open"]);
    const back = await start();
    expect(back).toMatchObject({ url: "https://checkout.example/cs_3" });
  });

  test("for two plans at once leaves only one checkout to pay", async () => {
    const { start, portal } = await newcomer();
    await portal();
    const answers = await Promise.all([start(), start("pro")]);
    // The other checkout has already been ended.
    expect(answers.filter(({ ok }) => !ok)).toEqual([
      refusedWith("checkoutFailed"),
    ]);
    const open = stripe.sessions.filter(({ status }) => status === "open");
    expect(open).toHaveLength(1);
  });

  test("fails when Stripe's checkout has no address", async () => {
    const { start } = await newcomer();
    vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
      const body = (await (await stripe.fetch(...asked)).json()) as object;
      return Response.json({ ...body, url: null });
    });
    expect(await start("pro")).toEqual(refusedWith("checkoutFailed"));
  });

  test("after a checkout has expired makes a new one", async () => {
    const { start } = await newcomer();
    await start();
    must(stripe.sessions[0], "session").status = "expired";
    expect(await start()).toMatchObject({
      url: "https://checkout.example/cs_2",
    });
  });

  // product.md M9. The other addresses are in base/rules/ownPath.test.ts.
  test("returns to our own pages, and to no other", async () => {
    await (await newcomer()).start("pro", "/%2f%2fevil.example");
    expect(stripe.sessions[0]?.successUrl).toMatch(
      /^https:\/\/shop\.example\/checkout-success\?/,
    );
  });

  test("returns with the checkout's id and without a fragment", async () => {
    await (await newcomer()).start("pro", "/dashboard?tab=1#bills");
    expect(stripe.sessions[0]?.successUrl).toBe(
      "https://shop.example/dashboard?tab=1&session_id={CHECKOUT_SESSION_ID}&plan=pro",
    );
  });

  test("says so when payments are not set up or Stripe refuses", async () => {
    const { start } = await newcomer();
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
    const { start } = await newcomer();
    expect(await start()).toEqual(refusedWith("paymentsOff"));
    expect(stripe.requests).toEqual([]);
  });
});

describe("coming back from the payment page", () => {
  test("with another user's, an invented or an unpaid checkout changes nothing", async () => {
    const app = await openApp();
    const payer = await newcomer(app, 1);
    const thief = await newcomer(app, 2);
    await payer.start("pro");
    await thief.start("pro");
    stripe.pay("cs_1");
    const notTheirs = refusedWith("notYourPayment");
    for (const sessionId of ["cs_1", "cs_404", "", "../customers"])
      expect(await thief.confirm(sessionId)).toEqual(notTheirs);
    expect(await thief.confirm("cs_2")).toEqual({ ok: true, state: "none" });
    expect((await thief.subscription()).isSubscribed).toBe(false);
  });

  test.each([
    // The customer is shared, as after a merge in Stripe's dashboard.
    ["user's checkout, even of the same customer", { userId: "another" }],
    // Made in Stripe's dashboard for another customer, with our user's id on it.
    ["customer's checkout, even with the own user id", { customer: "cus_9" }],
  ])("is refused for another %s", async (_, change) => {
    const { subscription, start, confirm } = await newcomer();
    await start("pro");
    stripe.pay("cs_1");
    Object.assign(must(stripe.sessions[0], "session"), change);
    expect(await confirm()).toEqual(refusedWith("notYourPayment"));
    expect((await subscription()).isSubscribed).toBe(false);
  });

  test("again confirms the same, and restores nothing after the subscription has ended", async () => {
    const { subscription, start, confirm } = await newcomer();
    await start("pro");
    const paid = stripe.pay("cs_1");
    expect(await confirm()).toEqual({ ok: true, state: "active" });
    paid.status = "canceled";
    expect(await confirm()).toEqual({ ok: true, state: "lapsed" });
    expect((await subscription()).isSubscribed).toBe(false);
  });

  test("with a price that is not ours buys nothing, and with an older price of ours it does", async () => {
    const { subscription, start, confirm } = await newcomer();
    await start("pro");
    const standing = async () => {
      const { state, plan } = await subscription();
      return [state, plan];
    };
    const paid = stripe.pay("cs_1");
    paid.price = "price_of_somebody_else";
    await confirm();
    expect(await standing()).toEqual(["none", "starter"]);
    paid.price = "price_starter_2025";
    await confirm();
    expect(await standing()).toEqual(["active", "starter"]);
  });
});

test("portal and invoices are those of the caller's own customer", async () => {
  const { start, portal, invoices } = await newcomer();
  expect(await portal()).toEqual(refusedWith("noSubscription"));
  expect(await invoices()).toEqual({ ok: true, invoices: [] });
  await start();
  for (const [from, back] of [
    [undefined, "/dashboard"],
    ["/support?part=plan", "/support?part=plan"],
    ["//elsewhere.example", "/dashboard"],
  ] as const)
    expect(await portal(from)).toEqual({
      ok: true,
      url: `https://billing.example/cus_1?back=https://shop.example${back}`,
    });
  expect(await invoices()).toMatchObject({
    ok: true,
    invoices: [{ number: "YT-1", total: 1900, currency: "usd" }],
  });
  vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
  expect(await invoices()).toEqual(refusedWith("stripeUnavailable"));
});

test("a caller who is not signed in cannot pay, and nothing is written", async () => {
  const app = await openApp();
  const plan = "pro";
  for (const attempt of [
    app.backend.action(payments.startCheckout, { plan }),
    app.backend.action(payments.upgrade, { plan }),
    app.backend.action(payments.previewUpgrade, { plan }),
    app.backend.action(payments.openPortal, {}),
    app.backend.action(payments.invoices, {}),
    app.backend.action(payments.confirmCheckout, { sessionId: "cs_1" }),
  ])
    await failsWith(attempt, "notSignedIn");
  expect(await rows(app, "subscriptions")).toEqual([]);
  expect(stripe.requests).toEqual([]);
});
