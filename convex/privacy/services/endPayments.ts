/** Payments before an account is deleted: cancelled, as an orphaned subscription would be charged for ever; or looked for. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { environment } from "../../base/services/env";
import { expireCheckout, isRefusal } from "../../billing/services/stripe";
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

/** Cancels at Stripe and closes an open checkout; repeatable. Refused, with nothing changed, if Stripe fails. */
export async function endPayments(
  ctx: Calls,
  businessId: Id<"businesses">,
): Promise<{ ok: true } | Refused<"subscriptionNotEnded">> {
  const paying: Infer<typeof payingFacts> = await ctx.runQuery(
    internal.privacy.erase.paying,
    { businessId },
  );
  const { customerId, sessionId, isRunning } = paying;
  if (customerId === null) return { ok: true };
  if (environment().payments === null)
    return isRunning ? refuse("subscriptionNotEnded") : { ok: true };
  const ended = await withStripe(
    PERSON,
    "subscriptionNotEnded",
    async (stripe) => {
      if (sessionId !== null) await expireCheckout(stripe, sessionId);
      try {
        await cancelAll(stripe, customerId);
      } catch (error) {
        // The customer may belong to another Stripe key. Then a running subscription would continue.
        if (!isRefusal(error) || isRunning) throw error;
      }
      return { ok: true as const };
    },
  );
  // Guard untested: where payments are off it has answered above; the check is for the type.
  return ended.ok ? ended : refuse("subscriptionNotEnded");
}

/** Closes the open checkout and stores what Stripe knows by then. False if Stripe fails. */
export async function lookForPayment(
  ctx: Calls,
  businessId: Id<"businesses">,
): Promise<boolean> {
  const paying: Infer<typeof payingFacts> = await ctx.runQuery(
    internal.privacy.erase.paying,
    { businessId },
  );
  const { customerId, sessionId } = paying;
  if (customerId === null) return true;
  const asked = await withStripe(
    NIGHT,
    "subscriptionNotEnded",
    async (stripe) => {
      if (sessionId !== null) await expireCheckout(stripe, sessionId);
      try {
        await syncSubscription(ctx, stripe, customerId);
      } catch (error) {
        // A customer of another Stripe key has paid nothing here.
        if (!isRefusal(error)) throw error;
      }
      return { ok: true as const };
    },
  );
  return asked.ok || asked.code === "paymentsOff";
}
