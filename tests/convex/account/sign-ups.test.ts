/** product.md A15: accounts that have shown nothing a week after sign-up. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import { emailProven } from "../../../convex/account/data/accounts.ts";
import { businessOf } from "../../../convex/business/data/businesses.ts";
import { grantPlan } from "../../../convex/billing/data/subscriptions.ts";
import { openApp, rows, type App, type Shop } from "../open-app.ts";
import { settled, useMails } from "./resetting.ts";
import { changeRows, deleteRows } from "../base/tables.ts";
import { newcomer, openStripe, stripe } from "../billing/paying-shop.ts";

const WEEK = 7 * 24 * 60 * 60_000;
let app: App;
let shop: Shop;
useMails();
beforeEach(async () => {
  app = await openApp();
  shop = await app.shop();
  // A new sign-up has no granted plan.
  await deleteRows(app, "subscriptions");
});

const grant = (by: "admin" | "server") =>
  app.backend.run(async (ctx) => {
    await grantPlan(ctx, await businessOf(ctx, shop), "pro", by, Date.now());
  });

/** Moves the clock, to a week after sign-up. @returns whether the account still exists */
async function weekLater(ms = WEEK + 1): Promise<boolean> {
  vi.setSystemTime(Date.now() + ms);
  await app.backend.action(internal.upkeep.maintenance.run, {
    jobs: ["signUpsOver"],
  });
  await settled(app);
  return (await rows(app, "users")).length > 0;
}

test("nothing is erased before the week is over", async () => {
  expect(await weekLater(WEEK - 1)).toBe(true);
});

test("an account that has shown nothing is erased, and its address is free", async () => {
  expect(await weekLater()).toBe(false);
  const tables = ["businesses", "authAccounts", "signUps", "queues"] as const;
  for (const table of tables) expect(await rows(app, table), table).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    "whose address is proven",
    () => app.backend.run((ctx) => emailProven(ctx, shop.ownerId, Date.now())),
  ],
  ["which an admin has given a plan", () => grant("admin")],
  [
    "which has had a customer",
    () => grant("server").then(() => app.join(shop.queueId)),
  ],
])("an account %s stays, and is not checked again", async (_, act) => {
  await act();
  expect(await weekLater()).toBe(true);
  expect(await rows(app, "signUps")).toEqual([]);
});

test("a plan that the server gives everybody keeps no account", async () => {
  await grant("server");
  expect(await weekLater()).toBe(false);
});

test("an account that Stripe knows is erased where no payments are set up", async () => {
  await grant("server");
  const known = { stripeCustomerId: "cus_1", grantedPlan: null };
  await changeRows(app, "subscriptions", known);
  vi.stubEnv("STRIPE_SECRET_KEY", "");
  expect(await weekLater()).toBe(false);
});

test("an account made where the server sends no mail is never checked", async () => {
  vi.stubEnv("MAIL_API_KEY", "");
  await app.backend.mutation(internal.account.current.create, {
    ...{ email: "late@example.com", passwordHash: "none" },
    ...{ businessName: "Late", timezone: "UTC" },
  });
  expect(await rows(app, "signUps")).toHaveLength(1);
});

describe("an account that has begun to pay", () => {
  let begun: Awaited<ReturnType<typeof newcomer>>;
  beforeEach(async () => {
    await deleteRows(app, "signUps");
    openStripe();
    begun = await newcomer(app);
    await begun.start();
  });
  const stays = async () =>
    (await weekLater()) &&
    (await rows(app, "users")).some(({ _id }) => _id === begun.userId);

  test("is erased if nothing was paid, and its checkout is closed", async () => {
    expect(await stays()).toBe(false);
    expect(stripe.sessions).toMatchObject([{ status: "expired" }]);
  });

  test("stays, with its subscription, if the news of the payment is late", async () => {
    const paid = stripe.pay("cs_1");
    expect(await stays()).toBe(true);
    expect(paid.status).toBe("active");
    expect(await begun.subscription()).toMatchObject({ isSubscribed: true });
  });

  test("stays if its address is proven while Stripe is asked", async () => {
    stripe.after = async () => {
      stripe.after = async () => undefined;
      await app.backend.run((ctx) =>
        emailProven(ctx, begun.userId, Date.now()),
      );
    };
    expect(await stays()).toBe(true);
  });
});
