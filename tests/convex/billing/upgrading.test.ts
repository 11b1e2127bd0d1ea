/** Changing the plan of a subscriber: the same subscription, changed once. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { openApp } from "../open-app.ts";
import { closeStripe, newcomer, openStripe } from "./paying-shop.ts";
import type { StripeFake } from "./stripe-fake.ts";

let stripe: StripeFake;

beforeEach(() => {
  stripe = openStripe();
});
afterEach(closeStripe);

const refusedWith = (code: string) => ({ ok: false, code });

describe("upgrading", () => {
  test("finds the plan beside other items on the bill, and changes only the plan", async () => {
    const app = await openApp();
    const { caller, subscription } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    const paid = stripe.pay("cs_1");
    paid.addedPrice = "price_of_a_fee";
    await caller.action(api.billing.payments.confirmCheckout, {
      sessionId: "cs_1",
    });
    const starter = { state: "active", plan: "starter" };
    expect(await subscription()).toMatchObject(starter);
    expect(
      await caller.action(api.billing.payments.startCheckout, {
        plan: "starter",
      }),
    ).toEqual({ ok: false, code: "alreadySubscribed" });
    expect(
      await caller.action(api.billing.payments.upgrade, { plan: "pro" }),
    ).toEqual({
      ok: true,
    });
    expect(paid).toMatchObject({
      price: "price_pro",
      addedPrice: "price_of_a_fee",
    });
    const pro = { state: "active", plan: "pro" };
    expect(await subscription()).toMatchObject(pro);
  });

  test("changes the existing subscription, once", async () => {
    const app = await openApp();
    const { caller, subscription } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    stripe.pay("cs_1");
    for (let i = 0; i < 2; i += 1) {
      expect(
        await caller.action(api.billing.payments.upgrade, { plan: "pro" }),
      ).toEqual({ ok: true });
    }
    expect(await subscription()).toMatchObject({ plan: "pro" });
    expect(stripe.subscriptions).toHaveLength(1);
    expect(stripe.subscriptions[0]?.price).toBe("price_pro");
    const changes = stripe.requests.filter((request) =>
      request.startsWith("POST /v1/subscriptions/"),
    );
    expect(changes).toHaveLength(1);
  });

  test("without a subscription leads to the payment page", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    expect(
      await caller.action(api.billing.payments.upgrade, { plan: "pro" }),
    ).toEqual({
      ok: true,
      url: "https://checkout.example/cs_1",
    });
    expect(stripe.sessions[0]?.successUrl).toContain("/subscription-success?");
  });

  test("shows an amount only where there is one", async () => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const preview = () =>
      caller.action(api.billing.payments.previewUpgrade, { plan: "pro" });
    expect(await preview()).toEqual({ ok: true, due: null });
    expect(stripe.requests).toEqual([]);
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    expect(await preview()).toEqual({ ok: true, due: null });
    stripe.pay("cs_1");
    expect(await preview()).toEqual({
      ok: true,
      due: { amount: 988, currency: "eur" },
    });
    stripe.previewsNextPeriod = true;
    expect(await preview()).toEqual(refusedWith("upgradeFailed"));
    stripe.previewsNextPeriod = false;
    await caller.action(api.billing.payments.upgrade, { plan: "pro" });
    expect(await preview()).toEqual(refusedWith("upgradeFailed"));
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
    expect(await preview()).toEqual(refusedWith("upgradeFailed"));
  });

  test("fails as specified and keeps the plan when Stripe refuses", async () => {
    const app = await openApp();
    const { caller, subscription } = await newcomer(app);
    await caller.action(api.billing.payments.startCheckout, {
      plan: "starter",
    });
    stripe.pay("cs_1");
    await caller.action(api.billing.payments.confirmCheckout, {
      sessionId: "cs_1",
    });
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
    expect(
      await caller.action(api.billing.payments.upgrade, { plan: "pro" }),
    ).toEqual(refusedWith("upgradeFailed"));
    expect((await subscription()).plan).toBe("starter");
  });
});
