/** Payments before an account is deleted: cancelled, as an orphaned subscription would be charged for ever; or looked for. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { environment } from "../../base/services/env";
import {
  expireCheckout,
  isRefusal,
  type StripeLink,
} from "../../billing/services/stripe";
import { cancelAll } from "../../billing/services/stripeCustomers";
import type { payingFacts } from "../rules/erasure";
import { refuse } from "../../base/rules/errors";
import type { Refused } from "../../base/rules/refusals";
import {
  NIGHT,
  PERSON,
  syncSubscription,
  withStripe,
  type Calls,
} from "../../billing/services/stripeCalls";

type Paying = Infer<typeof payingFacts>;

/** Cancels at Stripe and closes an open checkout; repeatable. Refused, with nothing changed, if Stripe fails. */
export async function endPayments(
  ctx: Calls,
  businessId: Id<"businesses">,
): Promise<{ ok: true } | Refused<"subscriptionNotEnded">> {
  const paying = await payingOf(ctx, businessId);
  const { isRunning } = paying;
  if (paying.customerId !== null && environment().payments === null)
    return isRunning ? refuse("subscriptionNotEnded") : { ok: true };
  const ended = await askStripe(PERSON, paying, async (stripe, customerId) => {
    try {
      await cancelAll(stripe, customerId);
    } catch (error) {
      // The customer may belong to another Stripe key. Then a running subscription would continue.
      if (!isRefusal(error) || isRunning) throw error;
    }
  });
  // Guard untested: where payments are off it has answered above; the check is for the type.
  return ended.ok ? ended : refuse("subscriptionNotEnded");
}

/** Closes the open checkout and stores what Stripe knows by then. False if Stripe fails. */
export async function lookForPayment(
  ctx: Calls,
  businessId: Id<"businesses">,
): Promise<boolean> {
  const paying = await payingOf(ctx, businessId);
  const asked = await askStripe(NIGHT, paying, async (stripe, customerId) => {
    try {
      await syncSubscription(ctx, stripe, customerId);
    } catch (error) {
      // A customer of another Stripe key has paid nothing here.
      if (!isRefusal(error)) throw error;
    }
  });
  return asked.ok || asked.code === "paymentsOff";
}

async function payingOf(
  ctx: Calls,
  businessId: Id<"businesses">,
): Promise<Paying> {
  const { paying } = internal.privacy.erase;
  return await ctx.runQuery(paying, { businessId });
}

/** Closes an open checkout, and does the rest. Nothing to do for a business that Stripe does not know. */
async function askStripe(
  patience: Parameters<typeof withStripe>[0],
  { customerId, sessionId }: Paying,
  rest: (stripe: StripeLink, customerId: string) => Promise<void>,
) {
  if (customerId === null) return { ok: true as const };
  return await withStripe(patience, "subscriptionNotEnded", async (stripe) => {
    if (sessionId !== null) await expireCheckout(stripe, sessionId);
    await rest(stripe, customerId);
    return { ok: true as const };
  });
}
