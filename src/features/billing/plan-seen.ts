/** Whether a plan is news to this browser. */
import {
  isSold,
  normalizePlan,
  planRank,
  type Plan,
} from "../../../convex/base/rules/plans";

/**
 * 'Subscription upgraded to Pro!' is told once per change to a higher plan that is sold:
 * not on the first sign-in, not after a reload, not in a second window.
 * @param seen the plan stored for this user on this browser; null for none
 * @param now the plan, and whether it is paid for: an unpaid one is no plan
 * @returns whether to tell, and what to store
 */
export function planNews(
  seen: string | null,
  now: { plan: Plan; isSubscribed: boolean },
): { tell: boolean; store: string | null } {
  if (!now.isSubscribed) return { tell: false, store: seen };
  const before = seen === null ? null : normalizePlan(seen);
  const tell =
    before !== null &&
    isSold(now.plan) &&
    planRank(now.plan) > planRank(before);
  return { tell, store: now.plan };
}
