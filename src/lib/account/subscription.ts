/** What a business has paid for, for whoever shows or hides something by it. Paying itself is features/billing. */
import type { Me } from "./me";
import { useSession } from "./me";

export type Subscription = NonNullable<Me["business"]>["subscription"];

/** What the owner has subscribed to: nothing while loading and when signed out. */
export type SubscriptionContext = {
  isSubscribed: boolean;
  plan: Subscription["plan"] | null;
  loading: boolean;
};

/** Live; every place that asks shares the one query of the page. */
export function useSubscription(): SubscriptionContext {
  const session = useSession();
  const own = session.is === "signedIn" ? session.me.business : null;
  return {
    isSubscribed: own?.subscription.isSubscribed ?? false,
    plan: own?.plan ?? null,
    loading: session.is === "checking" || session.is === "loading",
  };
}
