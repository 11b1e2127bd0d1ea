/**
 * What a business may use, and until when: from what Stripe last said about
 * its subscription, from what was granted to it without payment, and the
 * time. The whole gate table is here. Not the rows: billing/data/subscriptions.ts.
 */
import { v, type Infer } from "convex/values";
import { planRank, type Plan } from "../../base/rules/plans";
import { planValidator } from "../../base/rules/planValidators";

/** Dunning: a failed payment closes the business after this long (product.md M3). */
export const DUNNING_MS = 7 * 24 * 60 * 60 * 1000;

/** One subscription as Stripe describes it now; times in milliseconds. */
export const subscriptionFacts = v.object({
  subscriptionId: v.string(),
  /** Stripe's word, such as 'past_due'. */
  status: v.string(),
  priceId: v.nullable(v.string()),
  /** What the price stands for; null for a price that is not ours. */
  plan: v.nullable(planValidator),
  /** When it ends because its owner cancelled it. */
  cancelAt: v.nullable(v.number()),
  currentPeriodEnd: v.nullable(v.number()),
  createdAt: v.number(),
});
export type SubscriptionFacts = Infer<typeof subscriptionFacts>;

/**
 * - `none`: nothing was ever paid;
 * - `active`: paid, on trial, granted, or cancelled and not yet over;
 * - `pastDue`: a payment failed, and the grace has not run out;
 * - `lapsed`: over; the people in the queues are still served.
 */
export const subscriptionState = v.union(
  v.literal("none"),
  v.literal("active"),
  v.literal("pastDue"),
  v.literal("lapsed"),
);
export type SubscriptionState = Infer<typeof subscriptionState>;

export const subscriptionSource = v.union(
  // Nothing is granted, and nothing was ever paid.
  v.literal("none"),
  v.literal("stripe"),
  v.literal("admin"),
  v.literal("demo"),
  // What this deployment grants every business (PLAN_WITHOUT_PAYMENT).
  v.literal("server"),
);

/** What the owner did with the money and an admin should look at. */
export const paymentFlag = v.union(
  v.literal("refunded"),
  v.literal("disputed"),
);

/** The gate table. A status that Stripe invents later opens nothing. */
const STATE_OF: Readonly<Partial<Record<string, SubscriptionState>>> = {
  trialing: "active",
  active: "active",
  past_due: "pastDue",
  unpaid: "lapsed",
  paused: "lapsed",
  canceled: "lapsed",
  // The first payment is still to come, or never came.
  incomplete: "none",
  incomplete_expired: "none",
};

const STRENGTH: Readonly<Record<SubscriptionState, number>> = {
  none: 0,
  lapsed: 1,
  pastDue: 2,
  active: 3,
};

export type Standing = {
  readonly state: SubscriptionState;
  readonly isSubscribed: boolean;
  /** The plan whose limits hold; after a lapse still the last one. */
  readonly plan: Plan;
  /** Start of the run of failed payments, kept from one look to the next. */
  readonly pastDueSince: number | null;
  readonly graceEndsAt: number | null;
  readonly cancelAt: number | null;
};

/**
 * Where a business stands at `now`.
 * @param paid the subscription that counts (decisiveSubscription), or null
 * @param known the plan granted without payment, when the failed payments
 *   began, and the plan so far
 */
export function standing(
  paid: SubscriptionFacts | null,
  known: {
    grantedPlan: Plan | null;
    pastDueSince: number | null;
    plan: Plan;
  },
  now: number,
): Standing {
  const byStripe = stateByStripe(paid);
  const pastDueSince =
    byStripe === "pastDue" ? (known.pastDueSince ?? now) : null;
  const graceEndsAt = pastDueSince === null ? null : pastDueSince + DUNNING_MS;
  const isOver = graceEndsAt !== null && now >= graceEndsAt;
  const paidState = isOver ? "lapsed" : byStripe;
  const paidPlan = opens(paidState) ? (paid?.plan ?? null) : null;
  const state = known.grantedPlan === null ? paidState : "active";
  return {
    state,
    isSubscribed: opens(state),
    plan: higherPlan(known.grantedPlan, paidPlan) ?? paid?.plan ?? known.plan,
    pastDueSince,
    graceEndsAt: state === "pastDue" ? graceEndsAt : null,
    cancelAt: opens(state) ? (paid?.cancelAt ?? null) : null,
  };
}

/** Whether this state lets an owner work and newcomers join. */
export function opens(state: SubscriptionState): boolean {
  return state === "active" || state === "pastDue";
}

/** Stripe's words for a subscription that is not over: open bills, once paid, bring it back. */
const RUNNING = ["trialing", "active", "past_due", "unpaid", "paused"];

/** Whether Stripe would go on charging for this one, so that a second one beside it would be paid twice. */
export function isRunning(
  facts: SubscriptionFacts | null,
): facts is SubscriptionFacts {
  if (facts === null || facts.plan === null) return false;
  return RUNNING.includes(facts.status);
}

/**
 * Of all subscriptions of one customer the one that counts: the one that opens
 * most, then one that is not over, then the higher plan, then the newer. Null
 * for none.
 */
export function decisiveSubscription(
  all: readonly SubscriptionFacts[],
): SubscriptionFacts | null {
  const [best] = [...all].sort(
    (a, b) =>
      STRENGTH[stateByStripe(b)] - STRENGTH[stateByStripe(a)] ||
      Number(isRunning(b)) - Number(isRunning(a)) ||
      rankOf(b.plan) - rankOf(a.plan) ||
      b.createdAt - a.createdAt,
  );
  return best ?? null;
}

/** What Stripe's word alone says, the grace left aside. A price that is not ours opens nothing. */
export function stateByStripe(
  facts: SubscriptionFacts | null,
): SubscriptionState {
  if (facts === null || facts.plan === null) return "none";
  return STATE_OF[facts.status] ?? "lapsed";
}

function higherPlan(a: Plan | null, b: Plan | null): Plan | null {
  return rankOf(a) >= rankOf(b) ? a : b;
}

function rankOf(plan: Plan | null): number {
  return plan === null ? -1 : planRank(plan);
}
