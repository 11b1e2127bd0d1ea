/** A shop that pays, beside a fake Stripe and its events. Holds no assertions. */
import { beforeEach, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, type App, type Shop } from "../open-app.ts";
import { StripeFake } from "./stripe-fake.ts";
import { meOf } from "../base/calls.ts";
import { changeRows } from "../base/tables.ts";
import { NOON } from "../fake-clock.ts";

/** The fake Stripe of this test. */
export let stripe: StripeFake;

/** Puts a new fake Stripe in place of `fetch`, at NOON. */
export function openStripe(): StripeFake {
  vi.useFakeTimers({ now: NOON });
  stripe = new StripeFake();
  stripe.install();
  return stripe;
}

/** Gives each test of the calling file its own Stripe. */
export function useStripe(): void {
  beforeEach(() => void openStripe());
}

const realTimeout = setTimeout;

/** Awaits work that pauses before retries, as Stripe's SDK does. The clock runs ten times as fast meanwhile. */
export async function pastPauses<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const result = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => realTimeout(resolve, 1));
    await vi.advanceTimersByTimeAsync(10);
  }
  return await result;
}

/** An owner who signed up and has not paid, and what they do to pay. */
export async function newcomer(given?: App, n = 1) {
  const app = given ?? (await openApp());
  const userId = must(
    await app.backend.mutation(internal.account.current.create, {
      email: `new${n}@example.com`,
      passwordHash: "not a hash",
      businessName: "New",
      timezone: "UTC",
    }),
    "user",
  );
  const { caller } = await app.asUser(userId);
  const { payments } = api.billing;
  return {
    ...{ app, caller, userId },
    subscription: async () =>
      must((await meOf(caller))?.business, "business").subscription,
    start: (plan: "starter" | "pro" = "starter", returnPath?: string) =>
      caller.action(payments.startCheckout, {
        plan,
        ...(returnPath !== undefined && { returnPath }),
      }),
    confirm: (sessionId = "cs_1") =>
      caller.action(payments.confirmCheckout, { sessionId }),
    upgrade: () => caller.action(payments.upgrade, { plan: "pro" }),
    preview: () => caller.action(payments.previewUpgrade, { plan: "pro" }),
    portal: (from?: string) =>
      caller.action(payments.openPortal, {
        ...(from !== undefined && { from }),
      }),
    invoices: () => caller.action(payments.invoices, {}),
  };
}

/** A shop that pays for Pro as Stripe's first customer, after its first event. */
export async function payingShop(app: App, stripe: StripeFake) {
  const shop = await app.shop();
  const unpaid = { grantedPlan: null, state: "none" } as const;
  await changeRows(app, "subscriptions", { ...unpaid, source: "stripe" });
  await shop.owner.action(api.billing.payments.startCheckout, { plan: "pro" });
  const paid = stripe.pay("cs_1");
  await receiveEvent(app, "customer.subscription.created");
  return { shop, paid };
}

/** The same, in an app of its own. */
export async function openPayingShop() {
  const app = await openApp();
  return { app, ...(await payingShop(app, stripe)) };
}

let events = 0;
/** Delivers an event about the first customer, as http.ts does. */
export async function receiveEvent(app: App, type: string) {
  events += 1;
  return await app.backend.action(internal.billing.payments.receiveEvent, {
    eventId: `evt_told_${events}`,
    type,
    customerId: "cus_1",
    chargeId: null,
  });
}

export const standingOf = async (shop: Shop) =>
  must((await meOf(shop.owner))?.business, "business").subscription;
