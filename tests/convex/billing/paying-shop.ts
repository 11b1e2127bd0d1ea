/** A shop that pays, beside a fake Stripe and its events. Holds no assertions. */
import { vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import type { App, Shop } from "../open-app.ts";
import { StripeFake } from "./stripe-fake.ts";

export const NOW = Date.parse("2026-11-20T12:00:00Z");
export const DAY = 86_400_000;

/** Puts a new fake Stripe in place of `fetch`, at NOW. */
export function openStripe(): StripeFake {
  vi.useFakeTimers({ now: NOW });
  const stripe = new StripeFake();
  stripe.install();
  return stripe;
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

export function closeStripe(): void {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
}

/** An owner who signed up and has not paid. */
export async function newcomer(app: App, n = 1) {
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
  const subscription = async () =>
    must((await caller.query(api.account.current.me, {}))?.business, "business")
      .subscription;
  return { caller, userId, subscription };
}

/** A shop that pays for Pro as Stripe's first customer, after its first event. */
export async function payingShop(app: App, stripe: StripeFake) {
  const shop = await app.shop();
  await app.backend.run(async (ctx) => {
    const row = must(await ctx.db.query("subscriptions").first(), "row");
    await ctx.db.patch("subscriptions", row._id, {
      grantedPlan: null,
      state: "none",
      source: "stripe",
    });
  });
  await shop.owner.action(api.billing.payments.startCheckout, { plan: "pro" });
  const paid = stripe.pay("cs_1");
  await receiveEvent(app, "customer.subscription.created");
  return { shop, paid };
}

let events = 0;
/** Delivers an event about the first customer, as http.ts does. */
export async function receiveEvent(app: App, type: string) {
  events += 1;
  return await app.backend.action(internal.billing.payments.receiveEvent, {
    eventId: `evt_${events}`,
    type,
    customerId: "cus_1",
    chargeId: null,
  });
}

/** The subscription as the owner sees it. */
export async function standingOf(shop: Shop) {
  const me = await shop.owner.query(api.account.current.me, {});
  return must(me?.business, "business").subscription;
}
