/** Paying a second time, or after a failure: no owner pays twice, and none is stuck. B6. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp } from "../open-app.ts";
import {
  closeStripe,
  newcomer,
  NOW,
  openStripe,
  pastPauses,
} from "./paying-shop.ts";
import type { StripeFake } from "./stripe-fake.ts";

let stripe: StripeFake;

beforeEach(() => {
  stripe = openStripe();
});
afterEach(closeStripe);

const refusedWith = (code: string) => ({ ok: false, code });

// B6.
test.each(["POST /v1/customers", "POST /v1/checkout/sessions"])(
  "paying again after the answer to %s was lost makes one checkout",
  async (lost) => {
    const app = await openApp();
    const { caller } = await newcomer(app);
    const start = () =>
      caller.action(api.billing.payments.startCheckout, { plan: "starter" });
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

test.each(["past_due", "unpaid", "paused"])(
  "paying again is refused while a %s subscription may come back, and offered when it is over",
  async (status) => {
    const app = await openApp();
    const { caller, subscription } = await newcomer(app);
    const start = () =>
      caller.action(api.billing.payments.startCheckout, { plan: "starter" });
    await start();
    const paid = stripe.pay("cs_1");
    paid.status = status;
    // An older subscription that has ended does not hide it.
    stripe.subscribe("cus_1", "price_pro", "canceled");
    expect(await start()).toEqual(refusedWith("alreadySubscribed"));
    expect(
      await caller.action(api.billing.payments.upgrade, { plan: "pro" }),
    ).toEqual(
      status === "past_due" ? { ok: true } : refusedWith("alreadySubscribed"),
    );
    // The payment page then leads to the open bill while everything is closed.
    const isOnHold = status !== "past_due";
    expect(await subscription()).toMatchObject({ isOnHold });
    paid.status = "canceled";
    expect(await start()).toMatchObject({ ok: true });
    expect(await subscription()).toMatchObject({ isOnHold: false });
    expect(stripe.sessions).toHaveLength(2);
  },
);

test.each(["was deleted at Stripe", "was another key's"])(
  "an owner whose customer %s gets a new one, once, and not while something is paid",
  async (why) => {
    const app = await openApp();
    const { caller, subscription } = await newcomer(app);
    const start = () =>
      caller.action(api.billing.payments.startCheckout, { plan: "starter" });
    await start();
    const paid = stripe.pay("cs_1");
    await caller.action(api.billing.payments.confirmCheckout, {
      sessionId: "cs_1",
    });
    if (why === "was deleted at Stripe") stripe.deleted.add("cus_1");
    else stripe.customers[0] = "cus_of_the_other";
    expect(await start()).toEqual(refusedWith("alreadySubscribed"));
    expect(stripe.customers).toHaveLength(1);

    paid.status = "canceled";
    await caller.action(api.billing.payments.confirmCheckout, {
      sessionId: "cs_1",
    });
    expect((await subscription()).state).toBe("lapsed");
    // An earlier checkout is still open. Paying it now would pay for no account.
    must(stripe.sessions[0], "session").status = "open";
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(stripe.customers).toHaveLength(2);
    const open = stripe.sessions.filter(({ status }) => status === "open");
    expect(open).toMatchObject([{ customer: "cus_2" }]);
    stripe.pay(must(open[0], "open").id);
    expect(
      await caller.action(api.billing.payments.confirmCheckout, {
        sessionId: must(open[0], "open").id,
      }),
    ).toEqual({ ok: true, state: "active" });
  },
);

test("a script that calls payments is stopped before it uses up what Stripe allows us", async () => {
  const app = await openApp();
  const { caller } = await newcomer(app, 1);
  const other = await newcomer(app, 2);
  const tooMany = {
    data: { code: "tooManyRequests", retryAfterMs: 20_000 },
  };
  const plan = "starter";
  for (let i = 0; i < 30; i += 1)
    await caller.action(api.billing.payments.invoices, {});
  const asked = stripe.requests.length;
  const sessionId = "cs_1";
  for (const call of [
    () => caller.action(api.billing.payments.startCheckout, { plan }),
    () => caller.action(api.billing.payments.upgrade, { plan: "pro" }),
    () => caller.action(api.billing.payments.openPortal, {}),
    () => caller.action(api.billing.payments.invoices, {}),
    () => caller.action(api.billing.payments.confirmCheckout, { sessionId }),
  ]) {
    await expect(call()).rejects.toMatchObject(tooMany);
  }
  const { status } = await caller.fetch("/api/create-direct-checkout", {
    method: "POST",
    body: JSON.stringify({ plan }),
  });
  expect(status).toBe(429);
  expect(stripe.requests).toHaveLength(asked);
  expect(
    await other.caller.action(api.billing.payments.startCheckout, { plan }),
  ).toMatchObject({ ok: true });
  vi.setSystemTime(NOW + 60_000);
  expect(
    await caller.action(api.billing.payments.startCheckout, { plan }),
  ).toMatchObject({ ok: true });
});
