/** Changing the plan of a subscriber: the same subscription, changed once. */
import { describe, expect, test, vi } from "vitest";
import { useStripe, stripe, newcomer } from "./paying-shop.ts";
import { refusedWith } from "../base/calls.ts";

useStripe();

describe("upgrading", () => {
  test("finds the plan beside other items on the bill, and changes only the plan", async () => {
    const { subscription, start, confirm, upgrade } = await newcomer();
    await start();
    const paid = stripe.pay("cs_1");
    paid.addedPrice = "price_of_a_fee";
    await confirm();
    const active = { state: "active" };
    expect(await subscription()).toMatchObject({ ...active, plan: "starter" });
    expect(await start()).toEqual(refusedWith("alreadySubscribed"));
    expect(await upgrade()).toEqual({ ok: true });
    expect(paid).toMatchObject({
      price: "price_pro",
      addedPrice: "price_of_a_fee",
    });
    expect(await subscription()).toMatchObject({ ...active, plan: "pro" });
  });

  test("changes the existing subscription, once", async () => {
    const { subscription, start, upgrade } = await newcomer();
    await start();
    stripe.pay("cs_1");
    for (let i = 0; i < 2; i += 1)
      expect(await upgrade()).toEqual({ ok: true });
    expect(await subscription()).toMatchObject({ plan: "pro" });
    expect(stripe.subscriptions).toHaveLength(1);
    expect(stripe.subscriptions[0]?.price).toBe("price_pro");
    const changes = stripe.requests.filter((request) =>
      request.startsWith("POST /v1/subscriptions/"),
    );
    expect(changes).toHaveLength(1);
  });

  test("without a subscription leads to the payment page", async () => {
    const { upgrade } = await newcomer();
    expect(await upgrade()).toEqual({
      ok: true,
      url: "https://checkout.example/cs_1",
    });
    expect(stripe.sessions[0]?.successUrl).toContain("/subscription-success?");
  });

  test("shows an amount only where there is one", async () => {
    const { start, upgrade, preview } = await newcomer();
    expect(await preview()).toEqual({ ok: true, due: null });
    expect(stripe.requests).toEqual([]);
    await start();
    expect(await preview()).toEqual({ ok: true, due: null });
    stripe.pay("cs_1");
    expect(await preview()).toEqual({
      ok: true,
      due: { amount: 988, currency: "eur" },
    });
    stripe.previewsNextPeriod = true;
    expect(await preview()).toEqual(refusedWith("upgradeFailed"));
    stripe.previewsNextPeriod = false;
    await upgrade();
    expect(await preview()).toEqual(refusedWith("upgradeFailed"));
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
    expect(await preview()).toEqual(refusedWith("upgradeFailed"));
  });

  test("fails as specified and keeps the plan when Stripe refuses", async () => {
    const { subscription, start, confirm, upgrade } = await newcomer();
    await start();
    stripe.pay("cs_1");
    await confirm();
    vi.stubEnv("STRIPE_SECRET_KEY", "sk_test_wrong");
    expect(await upgrade()).toEqual(refusedWith("upgradeFailed"));
    expect((await subscription()).plan).toBe("starter");
  });
});
