/** What a business has paid for, for screens that show or hide parts by it. Paying is in features/billing. */
import type { Me } from "./me";
import { useSession } from "./me";

export type Subscription = NonNullable<Me["business"]>["subscription"];

export function useSubscription() {
  const session = useSession();
  const own = session.is === "signedIn" ? session.me.business : null;
  return {
    isSubscribed: own?.subscription.isSubscribed ?? false,
    /** Ended by an open bill: no plan can be chosen before it is paid. */
    isOnHold: own?.subscription.isOnHold ?? false,
    plan: own?.plan ?? null,
    source: own?.subscription.source ?? null,
  };
}
