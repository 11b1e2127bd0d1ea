/** Whether a plan is new to this browser. */
import {
  isSold,
  normalizePlan,
  planRank,
  type Plan,
} from "../../../convex/base/rules/plans";

/** 'Subscription upgraded to Pro!' once per upgrade. `seen` is the plan stored for this user on this browser. */
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
