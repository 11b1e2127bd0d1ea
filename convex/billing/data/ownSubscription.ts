/** A business's subscription as its owner sees it, without Stripe ids. The rows are in subscriptions.ts. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import {
  isGivenUp,
  isRunning,
  opens,
  stateByStripe,
  subscriptionSource,
  subscriptionState,
} from "../../business/rules/standing";
import { activePeople } from "../../queue/rules/lineState";
import { nextPlan } from "../../base/rules/plans";
import {
  planValidator,
  soldPlanValidator,
} from "../../base/rules/planValidators";
import { linesOfBusiness } from "../../queue/data/lines";
import { subscriptionOf } from "./subscriptions";

export const ownSubscriptionAnswer = v.object({
  state: subscriptionState,
  isSubscribed: v.boolean(),
  plan: planValidator,
  source: subscriptionSource,
  graceEndsAt: v.nullable(v.number()),
  /** The page where the owner confirms a failed payment, if their bank asks; never for others. */
  confirmUrl: v.nullable(v.string()),
  cancelAt: v.nullable(v.number()),
  /** When Stripe charges next, unless `cancelAt` is set; null while a bill is open. */
  currentPeriodEnd: v.nullable(v.number()),
  /** Closed, but Stripe resumes it once its bill is paid, so a new subscription would be charged as well. */
  isOnHold: v.boolean(),
  /** Closed because Stripe has given up collecting a bill: its owner ended nothing. */
  isUnpaid: v.boolean(),
  /** The next higher plan, if it can be bought now. Null with an open bill (M6), where nothing is sold (product.md P7), and for a viewing admin. */
  upgradeTo: v.nullable(soldPlanValidator),
  /** Whether Stripe has a customer, so the billing portal opens; never for a viewing admin. */
  canManage: v.boolean(),
  /** After a lapse: how many people are still to be served. */
  activeTickets: v.nullable(v.number()),
});

/** @param sells this server sells plans */
export async function ownSubscription(
  ctx: QueryCtx,
  business: Doc<"businesses">,
  sells: boolean,
): Promise<Infer<typeof ownSubscriptionAnswer>> {
  const row = await subscriptionOf(ctx, business._id);
  const isOpen = row !== null && opens(row.state);
  // A granted plan stays open while Stripe's subscription is unpaid or over.
  const paidState = stateByStripe(row?.paid ?? null);
  return {
    state: row?.state ?? "none",
    isSubscribed: isOpen,
    upgradeTo:
      sells && isOpen && paidState !== "pastDue"
        ? nextPlan(business.plan)
        : null,
    plan: business.plan,
    source: row?.source ?? "none",
    graceEndsAt: row?.graceEndsAt ?? null,
    confirmUrl: row?.paid?.confirmUrl ?? null,
    cancelAt: row?.cancelAt ?? null,
    currentPeriodEnd:
      paidState === "active" ? (row?.paid?.currentPeriodEnd ?? null) : null,
    isOnHold:
      row !== null &&
      !opens(row.state) &&
      isRunning(row.paid) &&
      !isGivenUp(row.paid),
    isUnpaid:
      row?.state === "lapsed" && row.paid !== null && isGivenUp(row.paid),
    canManage: (row?.stripeCustomerId ?? null) !== null,
    activeTickets:
      row?.state === "lapsed" ? await openTickets(ctx, business._id) : null,
  };
}

async function openTickets(ctx: QueryCtx, businessId: Id<"businesses">) {
  const lines = await linesOfBusiness(ctx, businessId);
  return [...lines.values()].reduce(
    (sum, { state }) => sum + activePeople(state) + state.scheduledCount,
    0,
  );
}
