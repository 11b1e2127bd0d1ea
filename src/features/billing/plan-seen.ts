/** Whether a plan is news to this browser. */
import type { Plan } from "../../../convex/model/plans";
import { normalizePlan } from "../../../convex/model/plans";

/**
 * 'Subscription upgraded to Pro!' is told once per change from Starter to Pro:
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
  const tell = before === "starter" && now.plan === "pro";
  return { tell, store: now.plan };
}
