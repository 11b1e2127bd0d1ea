/** Shows a toast when the plan has been upgraded, on the pages where an upgrade can end. */
import { useEffect } from "react";
import {
  isSold,
  normalizePlan,
  planRank,
  plans,
  type Plan,
} from "../../../convex/base/rules/plans";
import { useSession } from "../../lib/account/me";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { useSubscription } from "../../lib/account/subscription";
import { dashboard as strings } from "../../strings/dashboard";
import { showSuccess } from "../../ui/toast";

export function PlanWatch() {
  const session = useSession();
  const userId = session.is === "signedIn" ? session.me.userId : null;
  const { plan, isSubscribed } = useSubscription();
  useEffect(() => {
    if (userId === null || plan === null) return;
    const key = storageKeys.seenPlan(userId);
    const seen = readStored(key);
    const { tell, store } = planNews(seen, { plan, isSubscribed });
    if (store !== seen) writeStored(key, store);
    if (tell) showSuccess(strings.plan.upgraded(plans[plan].label));
  }, [userId, plan, isSubscribed]);
  return null;
}

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
