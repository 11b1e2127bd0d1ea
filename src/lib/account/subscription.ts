/** What a business has paid for, for screens that show or hide parts by it. Paying is in features/billing. */
import type { Me } from "./me";
import { useSession } from "./me";

export type Subscription = NonNullable<Me["business"]>["subscription"];

export type SubscriptionContext = {
  isSubscribed: boolean;
  /** Ended by an open bill: no plan can be chosen before it is paid. */
  isOnHold: boolean;
  plan: Subscription["plan"] | null;
  loading: boolean;
};

export function useSubscription(): SubscriptionContext {
  const session = useSession();
  const own = session.is === "signedIn" ? session.me.business : null;
  return {
    isSubscribed: own?.subscription.isSubscribed ?? false,
    isOnHold: own?.subscription.isOnHold ?? false,
    plan: own?.plan ?? null,
    loading: session.is === "checking" || session.is === "loading",
  };
}
