/**
 * The ways from our actions to Stripe and back into the database: for whom, how
 * patiently, and as which customer. What is asked for is payments.ts.
 */
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

/** What an action needs to reach the database. */
export type Calls = Pick<ActionCtx, "runQuery" | "runMutation">;

/** Somebody is looking at a spinner: 10 s (product.md M8), with two repetitions inside the SDK. */
export const PERSON = { timeoutMs: 10_000, retries: 2 };
/** Stripe wants its answer soon and comes again by itself. */
export const WEBHOOK = { timeoutMs: 4_000, retries: 0 };
/** Nobody waits, but a turn has to end within an action's ten minutes, however slow Stripe is. */
export const NIGHT = { timeoutMs: 4_000, retries: 1 };

/** The customer of this business at Stripe, made now if there is none. */
export async function customerOf(
  ctx: Calls,
  stripe: StripeLink,
  owner: ActingOwner,
): Promise<string> {
  const { businessId } = owner;
  const known = await knownCustomer(ctx, businessId);
  if (known !== null) return known;
  return await newCustomer(ctx, stripe, owner, null);
}

/**
 * customerOf for a payment: whom Stripe does not know any more, because
 * somebody deleted them there or the key was a test key's until now, is made
 * anew. Not for who has paid: a wrong key would cut the link to what they have.
 */
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
  const { businessId } = owner;
  return await ctx.runMutation(internal.billing.subscriptions.saveCustomer, {
    businessId,
    customerId,
    instead,
  });
}

/** The customer of this business at Stripe; null before the first payment is begun. */
export async function knownCustomer(
  ctx: Calls,
  businessId: ActingOwner["businessId"],
): Promise<string | null> {
  return await ctx.runQuery(internal.billing.subscriptions.customer, {
    businessId,
  });
}

/** Asks what the customer has now and writes the answer down; null for nothing, or nothing to ask. */
export async function syncSubscription(
  ctx: Calls,
  stripe: StripeLink,
  customerId: string,
  event: { eventId: string; type: string } | null = null,
): Promise<SubscriptionFacts | null> {
  const question = await ctx.runMutation(
    internal.billing.subscriptions.beginSync,
    {
      customerId,
      eventId: event?.eventId ?? null,
    },
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

/**
 * withStripe for somebody at a screen. Counted, because Stripe allows all of
 * us together so and so many calls: one owner's script must not use them up.
 * @throws tooManyRequests
 */
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

/** Runs `work` with Stripe and the pages' origin at hand; refuses with `failure` if Stripe does. */
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
