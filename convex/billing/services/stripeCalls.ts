/** How actions call Stripe and reach the database. */
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { ActingOwner } from "../../functions";
import { environment } from "../../base/services/env";
import {
  currentSubscription,
  isStripeFailure,
  linkToStripe,
  type StripeLink,
} from "./stripe";
import { createCustomer, isCustomer } from "./stripeCustomers";
import { opens, type SubscriptionFacts } from "../../business/rules/standing";
import { appError, refuse } from "../../base/rules/errors";
import { type BareCode, type Refused } from "../../base/rules/refusals";

export type Calls = Pick<ActionCtx, "runQuery" | "runMutation">;

/** A person waits at a screen: 10 s (product.md M8), with two retries inside the SDK. */
export const PERSON = { timeoutMs: 10_000, retries: 2 };
/** Stripe expects an answer soon and sends the event again. */
export const WEBHOOK = { timeoutMs: 4_000, retries: 0 };
/** No person waits, but a turn must end within an action's ten minutes. */
export const NIGHT = { timeoutMs: 4_000, retries: 1 };

/** The Stripe customer of this business; created if there is none. */
export async function customerOf(
  ctx: Calls,
  stripe: StripeLink,
  owner: ActingOwner,
): Promise<string> {
  const known = await knownCustomer(ctx, owner.businessId);
  if (known !== null) return known;
  return await newCustomer(ctx, stripe, owner, null);
}

/** customerOf for a payment: replaces a customer that Stripe no longer knows, unless the business has access. */
export async function payingCustomer(
  ctx: Calls,
  stripe: StripeLink,
  owner: ActingOwner,
): Promise<string> {
  const { businessId } = owner;
  const known = await customerOf(ctx, stripe, owner);
  if (await isCustomer(stripe, known)) return known;
  const state = await ctx.runQuery(internal.billing.subscriptions.state, {
    businessId,
  });
  if (opens(state)) return known;
  return await newCustomer(ctx, stripe, owner, known);
}

async function newCustomer(
  ctx: Calls,
  stripe: StripeLink,
  owner: ActingOwner,
  instead: string | null,
): Promise<string> {
  const customerId = await createCustomer(stripe, owner, instead);
  return await ctx.runMutation(internal.billing.subscriptions.saveCustomer, {
    businessId: owner.businessId,
    customerId,
    instead,
  });
}

/** The Stripe customer of this business; null before its first payment. */
export async function knownCustomer(
  ctx: Calls,
  businessId: ActingOwner["businessId"],
): Promise<string | null> {
  return await ctx.runQuery(internal.billing.subscriptions.customer, {
    businessId,
  });
}

/** Asks for the customer's subscription and stores the answer; null for none, or nothing to ask. */
export async function syncSubscription(
  ctx: Calls,
  stripe: StripeLink,
  customerId: string,
  event: { eventId: string; type: string } | null = null,
): Promise<SubscriptionFacts | null> {
  const question = await ctx.runMutation(
    internal.billing.subscriptions.beginSync,
    { customerId, eventId: event?.eventId ?? null },
  );
  if (question === null) return null;
  const paid = await currentSubscription(stripe, customerId);
  await ctx.runMutation(internal.billing.subscriptions.finishSync, {
    ...question,
    paid,
    event,
  });
  return paid;
}

/** withStripe for a person at a screen, counted because Stripe limits our calls in total. @throws tooManyRequests */
export async function forOwner<Answer, Code extends BareCode>(
  ctx: Calls,
  { businessId }: ActingOwner,
  failure: Code,
  work: (stripe: StripeLink, site: string) => Promise<Answer>,
): Promise<Answer | Refused<Code> | Refused<"paymentsOff">> {
  const tooMany: { retryAfterMs: number } | null = await ctx.runMutation(
    internal.billing.subscriptions.countCall,
    { businessId },
  );
  if (tooMany !== null) throw appError("tooManyRequests", tooMany);
  return await withStripe(PERSON, failure, work);
}

/** Runs `work` with Stripe and the pages' origin. Refuses with `failure` if Stripe fails. */
export async function withStripe<Answer, Code extends BareCode>(
  patience: Parameters<typeof linkToStripe>[1],
  failure: Code,
  work: (stripe: StripeLink, site: string) => Promise<Answer>,
): Promise<Answer | Refused<Code> | Refused<"paymentsOff">> {
  const { payments, siteUrl } = environment();
  if (payments === null) return refuse("paymentsOff");
  try {
    return await work(linkToStripe(payments, patience), siteUrl);
  } catch (error) {
    if (isStripeFailure(error)) return refuse(failure);
    throw error;
  }
}
