/** Ending what a business pays for, before its account is deleted: a subscription of nobody's would be charged for ever. */
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
  PERSON,
  withStripe,
  type Calls,
} from "../../billing/services/stripeCalls";

/**
 * Cancels at Stripe, at once, and closes a checkout that is open. Done again
 * it changes nothing, so a deletion that stopped behind it is begun anew.
 * Refused: Stripe could not be asked, or does not know who pays, and nothing
 * was changed here.
 */
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
  if (environment().payments === null) {
    return isRunning ? refuse("subscriptionNotEnded") : { ok: true };
  }
  const ended = await withStripe(
    PERSON,
    "subscriptionNotEnded",
    async (stripe) => {
      if (sessionId !== null) await expireCheckout(stripe, sessionId);
      try {
        await cancelAll(stripe, customerId);
      } catch (error) {
        // Another key's customer: what they pay would go on.
        if (!isRefusal(error) || isRunning) throw error;
      }
      return { ok: true as const };
    },
  );
  // Guard untested: where payments are off it has answered above; the check is for the type.
  return ended.ok ? ended : refuse("subscriptionNotEnded");
}
