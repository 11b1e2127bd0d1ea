/** What a business may use, and until when: from Stripe's last answer, grants without payment, and the time. */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { planRank, type Plan } from "../../base/rules/plans";
import { planValidator } from "../../base/rules/planValidators";

/** Dunning: a failed payment closes the business after this long (product.md M3). */
export const DUNNING_MS = 7 * 24 * 60 * 60 * 1000;

/** One subscription as Stripe describes it now; times in milliseconds. */
export const subscriptionFacts = v.object({
  subscriptionId: v.string(),
  /** Stripe's status, such as 'past_due'. */
  status: v.string(),
  priceId: v.nullable(v.string()),
  /** The plan of the price; null for a foreign price. */
  plan: v.nullable(planValidator),
  /** When it ends after its owner cancelled it. */
  cancelAt: v.nullable(v.number()),
  currentPeriodEnd: v.nullable(v.number()),
  createdAt: v.number(),
  /** The page of the open bill, where the owner confirms a renewal that their bank asks about. */
  confirmUrl: v.optional(v.string()),
});
export type SubscriptionFacts = Infer<typeof subscriptionFacts>;

/**
 * - `none`: nothing was ever paid;
 * - `active`: paid, on trial, granted, or cancelled and not yet over;
 * - `pastDue`: a payment failed, and dunning is not over;
 * - `lapsed`: over; customers in the queues are still served.
 */
export const subscriptionState = oneOf("none", "active", "pastDue", "lapsed");
export type SubscriptionState = Infer<typeof subscriptionState>;

export const subscriptionSource = v.union(
  // Nothing is granted, and nothing was ever paid.
  v.literal("none"),
  v.literal("stripe"),
  v.literal("admin"),
  v.literal("demo"),
  // Granted to every business of this deployment (PLAN_WITHOUT_PAYMENT).
  v.literal("server"),
);

/** A payment problem for an admin to check. */
export const paymentFlag = oneOf("refunded", "disputed");

/** The gate table. An unknown status gives no access. */
const STATE_OF: Readonly<Partial<Record<string, SubscriptionState>>> = {
  trialing: "active",
  active: "active",
  past_due: "pastDue",
  unpaid: "lapsed",
  paused: "lapsed",
  canceled: "lapsed",
  // The first payment is still open, or never came.
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
  /** The plan whose limits apply; after a lapse still the last one. */
  readonly plan: Plan;
  /** Start of the current run of failed payments; carried over between checks. */
  readonly pastDueSince: number | null;
  readonly graceEndsAt: number | null;
  readonly cancelAt: number | null;
};

/** The standing of a business at `now`. `paid`: the decisive subscription; `known`: what was stored before. */
export function standing(
  paid: SubscriptionFacts | null,
  known: { grantedPlan: Plan | null; pastDueSince: number | null; plan: Plan },
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
    cancelAt: opens(paidState) ? (paid?.cancelAt ?? null) : null,
  };
}

/** Whether owners may work and customers may join in this state. */
export function opens(state: SubscriptionState): boolean {
  return state === "active" || state === "pastDue";
}

/** Stripe's statuses of subscriptions that are not over: paying the open bills resumes them. */
const RUNNING = ["trialing", "active", "past_due", "unpaid"];

/** Whether Stripe continues to charge for this one, so that a second would be paid twice. */
export function isRunning(
  facts: SubscriptionFacts | null,
): facts is SubscriptionFacts {
  return !!facts?.plan && RUNNING.includes(facts.status);
}

/** Whether Stripe has stopped collecting: its newer bills stay drafts that nobody can pay (product.md M6). */
export function isGivenUp({ status }: SubscriptionFacts): boolean {
  return status === "unpaid";
}

/** A customer's decisive subscription: by state, then not over, then the higher plan, then the newer. Null for none. */
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

/** The state by Stripe's status alone, without dunning. A foreign price gives no access. */
export function stateByStripe(
  facts: SubscriptionFacts | null,
): SubscriptionState {
  return facts?.plan ? (STATE_OF[facts.status] ?? "lapsed") : "none";
}

function higherPlan(a: Plan | null, b: Plan | null): Plan | null {
  return rankOf(a) >= rankOf(b) ? a : b;
}

function rankOf(plan: Plan | null): number {
  return plan === null ? -1 : planRank(plan);
}
