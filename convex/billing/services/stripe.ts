/** Calls Stripe, or its stand-in, through its SDK. Translates answers into the terms of business/rules/standing. */
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

/** @param patience timeout and retries: a person at a screen waits longer than a webhook */
export function linkToStripe(
  { secretKey, prices, apiUrl }: PaymentSettings,
  patience: { timeoutMs: number; retries: number },
): StripeLink {
  const api = new Stripe(secretKey, {
    // Looked up at each call, because the host may replace `fetch`.
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

/** Whether Stripe refused or could not be reached; false for our own errors. */
export function isStripeFailure(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError;
}

/** The customer's decisive subscription; null for none. */
export async function currentSubscription(
  link: StripeLink,
  customerId: string,
): Promise<SubscriptionFacts | null> {
  const { api, prices } = link;
  const data = await subscriptionsOf(link, customerId);
  const facts = decisiveSubscription(data.map((one) => factsOf(one, prices)));
  if (facts?.status !== "past_due") return facts;
  const decisive = data.find(({ id }) => id === facts.subscriptionId);
  const confirmUrl = await confirmationUrl(api, idOf(decisive?.latest_invoice));
  return confirmUrl === null ? facts : { ...facts, confirmUrl };
}

async function subscriptionsOf(link: StripeLink, customer: string) {
  const wanted = { customer, status: "all", limit: 100 } as const;
  try {
    return (await link.api.subscriptions.list(wanted)).data;
  } catch (error) {
    // Deleting a customer ends their subscriptions. A customer unknown to our key proves nothing about them.
    if (isRefusal(error) && (await isDeleted(link, customer))) return [];
    throw error;
  }
}

/** Whether the customer was deleted, as in Stripe's dashboard. @throws isRefusal for an unknown customer */
export async function isDeleted({ api }: StripeLink, customerId: string) {
  return (await api.customers.retrieve(customerId)).deleted === true;
}

/** Where the owner confirms a payment that their bank asks about (3-D Secure); null if it asks nothing. */
async function confirmationUrl(
  api: Stripe,
  invoiceId: string | null,
): Promise<string | null> {
  if (invoiceId === null) return null;
  const bill = await billWithPayments(api, invoiceId);
  if (bill === null) return null;
  const isAsked = bill.payments?.data.some(
    ({ payment: { payment_intent } }) => {
      const isWhole = typeof payment_intent === "object";
      return isWhole && payment_intent.status === "requires_action";
    },
  );
  return isAsked ? (bill.hosted_invoice_url ?? null) : null;
}

/** Null where the key may not read it, or it is gone: the standing must not wait for the link. */
async function billWithPayments(api: Stripe, invoiceId: string) {
  try {
    // Stripe expands four levels at most, so not in the list of subscriptions.
    return await api.invoices.retrieve(invoiceId, {
      expand: ["payments.data.payment.payment_intent"],
    });
  } catch (error) {
    const isForbidden = error instanceof Stripe.errors.StripePermissionError;
    if (isForbidden || isRefusal(error)) return null;
    throw error;
  }
}

export type Checkout = {
  sessionId: string;
  isOpen: boolean;
  /** Null when it is no longer open. */
  url: string | null;
  /** Our user who began it. */
  userId: string | null;
  customerId: string | null;
};

/** Begins a payment. The same `attempt` returns the same checkout, so retries create one subscription. */
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

/** The checkout with this id; null if Stripe does not know it. */
export async function findCheckout(
  { api }: StripeLink,
  sessionId: string,
): Promise<Checkout | null> {
  // The id becomes part of a path, and a browser may send any text.
  if (!/^cs_\w{1,250}$/.test(sessionId)) return null;
  try {
    return checkoutOf(await api.checkout.sessions.retrieve(sessionId));
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Expires an open checkout, so that it cannot be paid. */
export async function expireCheckout({ api }: StripeLink, sessionId: string) {
  await unlessRefused(api.checkout.sessions.expire(sessionId));
}

/** The page on which the customer changes the card, cancels and resumes. */
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

/** The newest 24 invoices; amounts in the currency's smallest unit. */
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

/** The item for one of our plans, the highest of several; otherwise the first item. */
export function itemOf(
  { items }: Stripe.Subscription,
  prices: Prices,
): Stripe.SubscriptionItem | undefined {
  const rank = ({ price }: Stripe.SubscriptionItem) => {
    const plan = planOf(prices, price.id);
    return plan === null ? -1 : planRank(plan);
  };
  return [...items.data].sort((a, b) => rank(b) - rank(a))[0];
}

export function planOf(prices: Prices, priceId: string): SoldPlan | null {
  return soldPlans.find((plan) => prices[plan].includes(priceId)) ?? null;
}

/** The current price of a plan. */
export function priceOf(prices: Prices, plan: SoldPlan): string {
  return must(prices[plan][0], `price of ${plan}`);
}

/** Whether Stripe rejected the request, as for a missing object. False if Stripe is unavailable. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Ignores a refusal, where it means that it is over already. */
export async function unlessRefused(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Whether the bank takes a charge only after the customer has confirmed it (3-D Secure). */
export function needsConfirmation(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeCardError &&
    [error.code, error.decline_code].some(
      (code) =>
        code === "subscription_payment_intent_requires_action" ||
        code === "authentication_required",
    )
  );
}

/** Whether the bank declined a charge. */
export function isDecline(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** The id of a value that Stripe gives as an id or as the object. */
export function idOf(value: string | { id: string } | null | undefined) {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : value.id;
}

function milliseconds(seconds: number): number {
  return seconds * 1000;
}
