/** Whether a plan is new to this browser. */
import {
  isSold,
  normalizePlan,
  planRank,
  type Plan,
} from "../../../convex/base/rules/plans";

/**
 * Shows 'Subscription upgraded to Pro!' once per upgrade: not on the first sign-in, after a reload, or in a second
 * window.
 * @param seen the plan stored for this user on this browser; null for none
 * @param now the plan, and whether it is paid for: an unpaid one is no plan
 * @returns whether to show it, and what to store
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
