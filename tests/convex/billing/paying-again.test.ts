/** Paying a second time, or after a failure: no owner pays twice, and none is stuck. product.md M6. */
import { expect, test, vi } from "vitest";
import { DUNNING_MS } from "../../../convex/business/rules/standing.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { useStripe, stripe, newcomer, pastPauses } from "./paying-shop.ts";
import { refusedWith } from "../base/calls.ts";
import { MINUTE, NOON } from "../fake-clock.ts";

useStripe();

test.each(["POST /v1/customers", "POST /v1/checkout/sessions"])(
  "paying again after the answer to %s was lost makes one checkout",
  async (lost) => {
    const { start } = await newcomer();
    stripe.after = async (request) => {
      if (request === lost) throw new TypeError("connection reset");
    };
    expect(await pastPauses(start())).toEqual(refusedWith("checkoutFailed"));
    expect(stripe.requests.filter((request) => request === lost)).toHaveLength(
      3,
    );
    stripe.after = async () => undefined;
    expect(await start()).toMatchObject({ ok: true });
    expect(stripe.customers).toHaveLength(1);
    expect(stripe.sessions).toHaveLength(1);
  },
);

test.each(["POST /v1/customers", "POST /v1/checkout/sessions"])(
  "a failure of %s, which Stripe repeats for a day, stops an owner for ten minutes",
  async (failing) => {
    const { start } = await newcomer();
    stripe.failing.add(failing);
    expect(await pastPauses(start())).toEqual(refusedWith("checkoutFailed"));
    stripe.failing.clear();
    vi.setSystemTime(NOON + 11 * MINUTE);
    expect(await pastPauses(start())).toMatchObject({ ok: true });
    expect(stripe.sessions).toHaveLength(1);
  },
);

test("paying again is refused while a past_due subscription may come back, and offered when it is over", async () => {
  const { subscription, start, upgrade, preview } = await newcomer();
  await start();
  const paid = stripe.pay("cs_1");
  paid.status = "past_due";
  // An older subscription that has ended does not hide it.
  stripe.subscribe("cus_1", "price_pro", "canceled");
  expect(await start()).toEqual(refusedWith("alreadySubscribed"));
  expect(await upgrade()).toEqual(refusedWith("alreadySubscribed"));
  expect(await preview()).toEqual(refusedWith("alreadySubscribed"));
  expect(await subscription()).toMatchObject({ upgradeTo: null });
  expect(paid.price).toBe("price_starter");
  // After the dunning, the payment page leads to the open bill.
  vi.setSystemTime(NOON + DUNNING_MS);
  expect(await start()).toEqual(refusedWith("alreadySubscribed"));
  expect(await subscription()).toMatchObject({ isOnHold: true });
  paid.status = "canceled";
  expect(await start()).toMatchObject({ ok: true });
  expect(await subscription()).toMatchObject({ isOnHold: false });
  expect(stripe.sessions).toHaveLength(2);
});

test("paying again first ends a subscription that Stripe has given up, so that never two run", async () => {
  const { subscription, start, preview, confirm } = await newcomer();
  await start();
  const paid = stripe.pay("cs_1");
  await confirm();
  paid.status = "unpaid";
  stripe.subscribe("cus_1", "price_pro", "canceled");
  expect(await preview()).toEqual({ ok: true, due: null });
  await confirm();
  expect(await subscription()).toMatchObject({
    state: "lapsed",
    isUnpaid: true,
  });
  stripe.after = async (request) => {
    if (request === `DELETE /v1/subscriptions/${paid.id}`)
      expect(stripe.sessions).toHaveLength(1);
  };
  expect(await start()).toMatchObject({ ok: true });
  expect(paid.status).toBe("canceled");
  expect(await subscription()).toMatchObject({ isOnHold: false });
  stripe.pay("cs_2");
  expect(await start()).toEqual(refusedWith("alreadySubscribed"));
});

test("a paused subscription charges nothing, so its owner may pay again", async () => {
  const { subscription, start } = await newcomer();
  await start();
  stripe.pay("cs_1").status = "paused";
  expect(await start()).toMatchObject({ ok: true });
  expect(await subscription()).toMatchObject({ isOnHold: false });
  stripe.pay("cs_2");
  expect(await start()).toEqual(refusedWith("alreadySubscribed"));
});

test.each(["was deleted at Stripe", "was another key's"])(
  "an owner whose customer %s gets a new one, once, and not while something is paid",
  async (why) => {
    const { subscription, start, confirm } = await newcomer();
    await start();
    const paid = stripe.pay("cs_1");
    await confirm();
    if (why === "was deleted at Stripe") stripe.deleted.add("cus_1");
    else stripe.customers[0] = "cus_of_the_other";
    expect(await start()).toEqual(refusedWith("alreadySubscribed"));
    expect(stripe.customers).toHaveLength(1);
    paid.status = "canceled";
    await confirm();
    expect((await subscription()).state).toBe("lapsed");
    // An earlier checkout is still open. Paying it now would pay for no account.
    must(stripe.sessions[0], "session").status = "open";
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(stripe.customers).toHaveLength(2);
    const open = stripe.sessions.filter(({ status }) => status === "open");
    expect(open).toMatchObject([{ customer: "cus_2" }]);
    stripe.pay(must(open[0], "open").id);
    expect(await confirm(must(open[0], "open").id)).toEqual({
      ok: true,
      state: "active",
    });
  },
);

test("a script that calls payments is stopped before it uses up what Stripe allows us", async () => {
  const { caller, start, confirm, upgrade, portal, invoices, app } =
    await newcomer();
  const other = await newcomer(app, 2);
  const tooMany = { data: { code: "tooManyRequests", retryAfterMs: 20_000 } };
  for (let i = 0; i < 30; i += 1) await invoices();
  const asked = stripe.requests.length;
  for (const call of [start, confirm, upgrade, portal, invoices])
    await expect(call()).rejects.toMatchObject(tooMany);
  const { status } = await caller.fetch("/api/create-direct-checkout", {
    method: "POST",
    body: JSON.stringify({ plan: "starter" }),
  });
  expect(status).toBe(429);
  expect(stripe.requests).toHaveLength(asked);
  expect(await other.start()).toMatchObject({ ok: true });
  vi.setSystemTime(NOON + 60_000);
  expect(await start()).toMatchObject({ ok: true });
});
