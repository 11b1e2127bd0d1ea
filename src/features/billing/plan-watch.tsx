/** Shows a toast when the plan has been upgraded, on the pages where an upgrade can end. */
import { useEffect } from "react";
import { plans } from "../../../convex/base/rules/plans";
import { useSession } from "../../lib/account/me";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { useSubscription } from "../../lib/account/subscription";
import { dashboard as strings } from "../../strings/dashboard";
import { showSuccess } from "../../ui/toast";
import { planNews } from "./plan-seen";

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
