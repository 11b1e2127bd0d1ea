/** Events in any order, late, lost or overtaken: product.md M1. */
import { describe, expect, test } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows } from "../open-app.ts";
import {
  useStripe,
  openPayingShop,
  stripe,
  payingShop,
  openStripe,
  pastPauses,
  standingOf,
  receiveEvent,
} from "./paying-shop.ts";
import { jobsOf } from "../base/calls.ts";
import { copyRow } from "../base/tables.ts";

useStripe();

describe("whatever the order", () => {
  const story = [
    [
      "checkout.session.completed",
      { status: "active", price: "price_starter" },
    ],
    ["customer.subscription.created", {}],
    ["customer.subscription.updated", { price: "price_pro" }],
    ["invoice.paid", {}],
    ["invoice.payment_failed", { status: "past_due" }],
    ["customer.subscription.deleted", { status: "canceled" }],
  ] as const;

  function orders(items: readonly number[]): number[][] {
    if (items.length === 0) return [[]];
    return items.flatMap((first) =>
      orders(items.filter((item) => item !== first)).map((rest) => [
        first,
        ...rest,
      ]),
    );
  }

  /**
   * All 720 orders in `npm run faults`. Otherwise every fifth, in which each event still comes at each place and is
   * lost in turn.
   */
  const stride = process.env["FAULTS"] === "full" ? 1 : 5;

  // A new database now and then, because convex-test reads whole tables.
  test.each([0, 1, 2, 3, 4, 5])(
    "orders that begin with event %i end in Stripe's state, with one event lost after the daily check",
    async (first) => {
      const mine = orders([0, 1, 2, 3, 4, 5]).filter(
        ([a], n) => a === first && n % stride === 0,
      );
      expect(mine).toHaveLength(120 / stride);
      let app = await openApp();
      let { shop, paid } = await payingShop(app, stripe);
      for (const [n, order] of mine.entries()) {
        if (n % 20 === 0) {
          openStripe();
          app = await openApp();
          ({ shop, paid } = await payingShop(app, stripe));
        }
        const lost = n % 7;
        Object.assign(paid, { status: "incomplete", price: "price_starter" });
        let happened = 0;
        const happen = (until: number) => {
          for (; happened <= until; happened += 1)
            Object.assign(paid, must(story[happened], "event")[1]);
        };
        for (const which of order) {
          happen(which);
          if (which === lost) continue;
          await receiveEvent(app, must(story[which], "event")[0]);
        }
        happen(story.length - 1);
        // In the seventh case no event was lost, so nothing is repaired.
        if (lost < story.length)
          await app.backend.action(internal.billing.payments.reconcile, {});
        const [row] = await rows(app, "subscriptions");
        expect(row).toMatchObject({ state: "lapsed", plan: "pro" });
        expect(row?.paid).toMatchObject({ status: "canceled" });
      }
      expect((await standingOf(shop)).isSubscribed).toBe(false);
    },
  );

  test.each([0, 1, 2, 3, 4, 5])(
    "events of an ended subscription, event %i last, do not affect the one that followed it",
    async (last) => {
      const app = await openApp();
      const { shop, paid } = await payingShop(app, stripe);
      paid.status = "canceled";
      stripe.subscribe("cus_1", "price_starter");
      const late = [0, 1, 2, 3, 4, 5].filter((which) => which !== last);
      for (const which of [...late, last]) {
        await receiveEvent(app, must(story[which], "event")[0]);
        expect(await standingOf(shop)).toMatchObject({
          state: "active",
          plan: "starter",
        });
      }
    },
  );

  test("a delayed answer does not replace a newer one", async () => {
    const { app, shop, paid } = await openPayingShop();
    paid.status = "canceled";
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let reached = () => {};
    const arrived = new Promise<void>((resolve) => (reached = resolve));
    stripe.after = async () => {
      stripe.after = async () => undefined;
      reached();
      await held;
    };
    const slow = receiveEvent(app, "customer.subscription.deleted");
    await arrived;
    paid.status = "active";
    await receiveEvent(app, "customer.subscription.updated");
    release();
    expect(await slow).toEqual({ ok: true });
    expect((await standingOf(shop)).state).toBe("active");
    expect(await rows(app, "stripeEvents")).toHaveLength(3);
  });

  test("the daily check schedules the next fifty, even when this turn fails", async () => {
    const { app } = await openPayingShop();
    await copyRow(app, "subscriptions", 50, (n) => ({
      stripeCustomerId: `cus_9${String(n).padStart(2, "0")}`,
    }));
    // Two rows for one customer. Such corrupt data breaks the turn off, unlike a refusal of Stripe.
    await copyRow(app, "subscriptions", 1);
    const pages = async () => {
      return (await jobsOf(app))
        .filter(({ name }) => name.includes("reconcile"))
        .map(({ args }): unknown => args);
    };
    await expect(
      app.backend.action(internal.billing.payments.reconcile, {}),
    ).rejects.toThrow("unique");
    expect(await pages()).toEqual([[{ after: "cus_947" }]]);
  });

  test("the daily check reports how many customers could not be checked", async () => {
    const { app, shop, paid } = await openPayingShop();
    paid.status = "canceled";
    stripe.before = async () => {
      throw new TypeError("connection reset");
    };
    const look = () =>
      app.backend.action(internal.billing.payments.reconcile, {});
    // After a lost connection the SDK retries with a pause.
    expect(await pastPauses(look())).toEqual({ asked: 1, failed: 1 });
    expect((await standingOf(shop)).state).toBe("active");
    stripe.before = async () => undefined;
    expect(await look()).toEqual({ asked: 1, failed: 0 });
    expect((await standingOf(shop)).state).toBe("lapsed");
  });
});
