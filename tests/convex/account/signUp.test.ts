/** Who may open a shop here, and what a shop has without paying. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { insertBusiness } from "../../../convex/business/data/businesses.ts";
import { normalizeEmail } from "../../../convex/base/rules/password.ts";
import { emailsOf, signUpRefusal } from "../../../convex/base/rules/signUp.ts";
import { openApp, rows, type App } from "../open-app.ts";
import { stubPayments } from "../billing/payment-variables.ts";
import { allowSessions, signUpForm, submit, signedUp } from "./signing-in.ts";
import { failsWith, meOf } from "../base/calls.ts";

beforeEach(allowSessions);

const business = async (app: App, email: string) => {
  const owner = await signedUp(app, email);
  return { owner, own: async () => (await meOf(owner))?.business };
};

test("one network can open ten accounts an hour, an IPv6 /48 thirty; others are not affected", async () => {
  const app = await openApp();
  let made = 0;
  const create = async (ip: string) => {
    made += 1;
    const from = app.backend.withRequestMetadata({ ip });
    return await from.mutation(internal.account.current.create, {
      ...{ email: `${made}@example.com`, passwordHash: "none" },
      ...{ businessName: "Shop", timezone: "UTC" },
    });
  };
  for (let i = 0; i < 10; i += 1)
    expect(await create("203.0.113.1")).not.toBeNull();
  await failsWith(create("203.0.113.1"), "tooManyRequests");
  for (let i = 0; i < 30; i += 1) await create(`2001:db8:1:${i}::1`);
  await failsWith(create("2001:db8:1:99::1"), "tooManyRequests");
  expect(await create("203.0.113.2")).not.toBeNull();
  // Behind a proxy that hides client addresses, all callers would share one count.
  for (let i = 0; i < 40; i += 1) await create("10.0.0.1");
});

describe("who may sign up", () => {
  const shop = {
    deploymentKind: "production" as const,
    payments: {},
    planWithoutPayment: null,
    signUpEmails: null,
  };
  const listed = (...emails: string[]) => ({
    signUpEmails: { emails, notEmails: [] },
  });
  const ann = listed("ann@shop.example");
  const unpaid = { payments: null };
  test.each([
    ["anybody", {}, null],
    ["a listed address", ann, null],
    ["another one", listed("bob@shop.example"), "signUpNotListed"],
    ["an empty list of a list that was given", listed(), "signUpNotListed"],
    ["nothing to pay with", unpaid, "signUpClosed"],
    ["nothing to pay with, listed", { ...unpaid, ...ann }, "signUpClosed"],
    ["nothing to pay", { ...unpaid, planWithoutPayment: "pro" as const }, null],
  ])("%s", (_name, given, refusal) => {
    const settings = { ...shop, ...given };
    expect(signUpRefusal("ann@shop.example", settings)).toBe(refusal);
  });

  test("the setting's addresses are read as people write them", () => {
    const read = emailsOf(
      " Ann@Shop.example,bob@shop.example; nonsense\ncy@shop.example ",
    );
    expect(read).toEqual({
      emails: ["ann@shop.example", "bob@shop.example", "cy@shop.example"],
      notEmails: ["nonsense"],
    });
    expect(read?.emails.map(normalizeEmail)).toEqual(read?.emails);
    expect(emailsOf(" , ")).toBeNull();
    // A list without any address is still a list: sign-up does not open to all.
    expect(emailsOf("nonsense")).toEqual({
      emails: [],
      notEmails: ["nonsense"],
    });
  });

  test.each([
    ["signUpClosed", {}],
    [
      "signUpNotListed",
      { PLAN_WITHOUT_PAYMENT: "pro", SIGN_UP_EMAILS: "bob@example.com" },
    ],
  ])(
    "the server answers %s and keeps nothing",
    async (refusal, environment) => {
      vi.stubEnv("DEPLOYMENT_KIND", "production");
      for (const [name, value] of Object.entries(environment))
        vi.stubEnv(name, value);
      const app = await openApp();
      await expect(submit(app, signUpForm("ann@example.com"))).rejects.toThrow(
        refusal,
      );
      expect(await rows(app, "users")).toEqual([]);
    },
  );
});

describe("a plan without payment", () => {
  test("is given to a new shop at once, by the server", async () => {
    vi.stubEnv("DEPLOYMENT_KIND", "production");
    vi.stubEnv("PLAN_WITHOUT_PAYMENT", "Enterprise");
    const { own } = await business(await openApp(), "ann@example.com");
    expect(await own()).toMatchObject({
      plan: "enterprise",
      subscription: { isSubscribed: true, source: "server", canManage: false },
    });
  });

  test("is not upgraded for money: nothing is offered and nothing is charged", async () => {
    stubPayments();
    vi.stubEnv("PLAN_WITHOUT_PAYMENT", "starter");
    const { own, owner } = await business(await openApp(), "ann@example.com");
    const offer = async () => (await own())?.subscription.upgradeTo;
    expect(await offer()).toBeNull();
    const { upgrade, previewUpgrade, startCheckout } = api.billing.payments;
    for (const buy of [upgrade, previewUpgrade, startCheckout])
      expect(await owner.action(buy, { plan: "pro" })).toMatchObject({
        code: "paymentsOff",
      });
    vi.stubEnv("PLAN_WITHOUT_PAYMENT", undefined);
    expect(await offer()).toBe("pro");
  });

  test("reaches every shop without a plan when turned on, and ends when turned off", async () => {
    const app = await openApp();
    const paying = await app.shop({ plan: "pro" });
    const { own } = await business(app, "ann@example.com");
    await app.backend.run(async (ctx) => {
      for (let made = 0; made < 120; made += 1) {
        await insertBusiness(ctx, {
          ownerId: await ctx.db.insert("users", {}),
          name: "Shop",
          email: "",
          timezone: "UTC",
        });
      }
    });
    const states = async () =>
      (await rows(app, "subscriptions")).map(
        ({ source, state, plan }) => `${source} ${state} ${plan}`,
      );
    const apply = async () => {
      const { applyServerPlan } = internal.billing.subscriptions;
      await app.backend.mutation(applyServerPlan, {});
      await app.backend.finishAllScheduledFunctions(() => vi.runAllTimers());
    };

    vi.stubEnv("PLAN_WITHOUT_PAYMENT", "enterprise");
    await apply();
    expect(new Set(await states())).toEqual(
      new Set(["admin active pro", "server active enterprise"]),
    );
    expect(await states()).toHaveLength(122);

    vi.stubEnv("PLAN_WITHOUT_PAYMENT", undefined);
    await apply();
    expect(await own()).toMatchObject({
      subscription: { isSubscribed: false, state: "lapsed", source: "none" },
    });
    expect((await meOf(paying.owner))?.business).toMatchObject({
      plan: "pro",
      subscription: { isSubscribed: true },
    });
  });
});
