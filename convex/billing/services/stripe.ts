/**
 * Talking to Stripe, or to the stand-in for it, through Stripe's own SDK over
 * `fetch`. What Stripe says is translated into the words of business/rules/standing.
 * Not its customers, changes of plan and webhooks: stripeCustomers.ts,
 * stripePlans.ts, stripeWebhook.ts.
 */
import Stripe from "stripe";
import {
  decisiveSubscription,
  type SubscriptionFacts,
} from "../../business/rules/standing";
import { must } from "../../base/rules/errors";
import { planRank, soldPlans, type SoldPlan } from "../../base/rules/plans";
import type { PaymentSettings } from "../../base/services/env";

type Prices = PaymentSettings["prices"];
export type StripeLink = { readonly api: Stripe; readonly prices: Prices };

/**
 * @param patience how long one request may take and how often it is repeated:
 *   a person at a screen waits longer than Stripe's webhooks do
 */
export function linkToStripe(
  { secretKey, prices, apiUrl }: PaymentSettings,
  patience: { timeoutMs: number; retries: number },
): StripeLink {
  const api = new Stripe(secretKey, {
    // Looked up at each call: the host may offer another `fetch` by then.
    httpClient: Stripe.createFetchHttpClient((...args) => fetch(...args)),
    timeout: patience.timeoutMs,
    maxNetworkRetries: patience.retries,
    telemetry: false,
    ...(apiUrl !== null && {
      protocol: "http",
      host: apiUrl.hostname,
      port: apiUrl.port,
    }),
  });
  return { api, prices };
}

/** Whether Stripe refused or could not be reached, as opposed to a fault of ours. */
export function isStripeFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError;
}

/** The customer's subscription that counts, as it is now; null for none. */
export async function currentSubscription(
  { api, prices }: StripeLink,
  customerId: string,
): Promise<SubscriptionFacts | null> {
  const { data } = await api.subscriptions.list({
    customer: customerId,
    status: "all",
    limit: 100,
  });
  return decisiveSubscription(data.map((one) => factsOf(one, prices)));
}

export type Checkout = {
  sessionId: string;
  isOpen: boolean;
  /** Where to pay; null when it is no longer open. */
  url: string | null;
  /** Who began it: our user's id. */
  userId: string | null;
  customerId: string | null;
};

/**
 * Begins a payment. The same `attempt` gives the same checkout: a double click
 * and a repeated request make one subscription.
 */
export async function createCheckout(
  { api, prices }: StripeLink,
  wish: {
    customerId: string;
    userId: string;
    plan: SoldPlan;
    attempt: number;
    successUrl: string;
    cancelUrl: string;
  },
): Promise<Checkout> {
  const { userId, plan, attempt } = wish;
  const session = await api.checkout.sessions.create(
    {
      mode: "subscription",
      customer: wish.customerId,
      client_reference_id: userId,
      line_items: [{ price: priceOf(prices, plan), quantity: 1 }],
      success_url: wish.successUrl,
      cancel_url: wish.cancelUrl,
    },
    { idempotencyKey: `checkout:${userId}:${plan}:${attempt}` },
  );
  return checkoutOf(session);
}

/** The checkout with this id; null if Stripe knows none. */
export async function findCheckout(
  { api }: StripeLink,
  sessionId: string,
): Promise<Checkout | null> {
  // It becomes part of a path, and what a browser sent may be any text.
  if (!/^cs_\w{1,250}$/.test(sessionId)) return null;
  try {
    return checkoutOf(await api.checkout.sessions.retrieve(sessionId));
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Nobody can pay it any more. One that is over already, paid or not, stays as it is. */
export async function expireCheckout(
  { api }: StripeLink,
  sessionId: string,
): Promise<void> {
  try {
    await api.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Where the customer changes card, cancels and resumes. */
export async function portalUrl(
  { api }: StripeLink,
  customerId: string,
  returnUrl: string,
): Promise<string> {
  const session = await api.billingPortal.sessions.create({
    customer: customerId,
    return_url: returnUrl,
  });
  return session.url;
}

/** The newest two years of bills; amounts in the currency's smallest unit. */
export async function listInvoices({ api }: StripeLink, customerId: string) {
  const { data } = await api.invoices.list({ customer: customerId, limit: 24 });
  return data.map((invoice) => ({
    number: invoice.number,
    at: milliseconds(invoice.created),
    total: invoice.total,
    currency: invoice.currency,
    status: invoice.status,
    url: invoice.hosted_invoice_url ?? null,
  }));
}

function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  return {
    sessionId: session.id,
    isOpen: session.status === "open",
    url: session.url,
    userId: session.client_reference_id,
    customerId: idOf(session.customer),
  };
}

function factsOf(
  subscription: Stripe.Subscription,
  prices: Prices,
): SubscriptionFacts {
  const item = itemOf(subscription, prices);
  const periodEnd = item?.current_period_end ?? null;
  const cancelAt =
    subscription.cancel_at ??
    (subscription.cancel_at_period_end ? periodEnd : null);
  return {
    subscriptionId: subscription.id,
    status: subscription.status,
    priceId: item?.price.id ?? null,
    plan: item === undefined ? null : planOf(prices, item.price.id),
    cancelAt: cancelAt === null ? null : milliseconds(cancelAt),
    currentPeriodEnd: periodEnd === null ? null : milliseconds(periodEnd),
    createdAt: milliseconds(subscription.created),
  };
}

/** The item that is a plan of ours, the highest of several, wherever it stands among what else somebody has put on the bill; else the first. */
export function itemOf(
  { items }: Stripe.Subscription,
  prices: Prices,
): Stripe.SubscriptionItem | undefined {
  const rank = ({ price }: Stripe.SubscriptionItem) => {
    const plan = planOf(prices, price.id);
    return plan === null ? -1 : planRank(plan);
  };
  // The sort keeps the order of equals.
  return [...items.data].sort((a, b) => rank(b) - rank(a))[0];
}

function planOf(prices: Prices, priceId: string): SoldPlan | null {
  return soldPlans.find((plan) => prices[plan].includes(priceId)) ?? null;
}

/** The price that a plan is sold at now. */
export function priceOf(prices: Prices, plan: SoldPlan): string {
  return must(prices[plan][0], `price of ${plan}`);
}

/** A thing that is not there or not in the right state, as opposed to Stripe being away. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** The bank said no to a charge, as opposed to Stripe refusing the request. */
export function isDecline(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** Of what Stripe gives as an id or as the object itself. */
export function idOf(
  value: string | { id: string } | null | undefined,
): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : value.id;
}

function milliseconds(seconds: number): number {
  return seconds * 1000;
}
