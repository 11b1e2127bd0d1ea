/** Ends subscriptions, at once or at the end of the paid period: https://docs.stripe.com/billing/subscriptions/cancel */
import type { Change } from "../../state/state.ts";
import type { WireSubscription } from "../objects/wire.ts";
import { emit } from "../webhooks/emit.ts";
import { itemOf } from "./item.ts";
import { dropUpdate } from "./pending-update.ts";

/** @param way the API's own parameter sets the flag, the portal only the date (flexible billing mode) */
export function cancelAtPeriodEnd(
  { now }: Change,
  subscription: WireSubscription,
  way: "api" | "portal",
): void {
  cancelAt(subscription, itemOf(subscription).current_period_end, now);
  subscription.cancel_at_period_end = way === "api";
}

export function cancelAt(
  subscription: WireSubscription,
  at: number,
  now: number,
): void {
  subscription.cancel_at = at;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at = now;
  subscription.cancellation_details.reason = "cancellation_requested";
}

export function resume(subscription: WireSubscription): void {
  subscription.cancel_at = null;
  subscription.cancel_at_period_end = false;
  subscription.canceled_at = null;
  subscription.cancellation_details.reason = null;
}

export function end(
  change: Change,
  subscription: WireSubscription,
  reason: "cancellation_requested" | "payment_failed" | "payment_disputed",
): void {
  dropUpdate(change, subscription);
  subscription.status = "canceled";
  subscription.canceled_at ??= change.now;
  subscription.ended_at = change.now;
  subscription.cancellation_details.reason = reason;
  delete change.state.stripe.pendingLines[subscription.id];
  emit(change, "customer.subscription.deleted", subscription);
}
