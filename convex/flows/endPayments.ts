/** Ending what a business pays for, before its account is deleted: a subscription of nobody's would be charged for ever. */
import type { Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { environment } from "../integrations/env";
import { expireCheckout, isRefusal } from "../integrations/stripe";
import { cancelAll } from "../integrations/stripeCustomers";
import type { payingFacts } from "../model/erasure";
import { refuse } from "../model/errors";
import type { Refused } from "../model/refusals";
import { PERSON, withStripe, type Calls } from "./stripeCalls";

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
    internal.erase.paying,
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
