/** A change of plan that waits for its payment: https://docs.stripe.com/billing/subscriptions/pending-updates */
import type { Change } from "../../state/state.ts";
import type {
  WireInvoice,
  WireSubscription,
  WireSubscriptionItem,
} from "../objects/wire.ts";
import { existing } from "../stripe-error.ts";
import { emit } from "../webhooks/emit.ts";
import { intentOf } from "./invoicing.ts";
import { itemOf } from "./item.ts";

const WAITS_FOR = 23 * 3600;

/** Takes the change of the item back until the subscription's latest invoice is paid. */
export function holdUpdate(
  { now }: Change,
  subscription: WireSubscription,
  old: WireSubscriptionItem,
): void {
  const changed = itemOf(subscription);
  subscription.items.data = [old];
  subscription.pending_update = {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: Math.min(now + WAITS_FOR, old.current_period_end),
    metadata: null,
    subscription_items: [changed],
    trial_end: null,
    trial_from_plan: null,
  };
}

/** Makes the change for which this invoice was paid, if it was for one. @returns whether it was */
export function applyUpdate(
  subscription: WireSubscription,
  invoice: WireInvoice,
): boolean {
  const { pending_update: update, latest_invoice: latest } = subscription;
  if (update === null || latest !== invoice.id) return false;
  subscription.items.data = update.subscription_items;
  subscription.pending_update = null;
  return true;
}

/** Drops the waiting change, if there is one. Its invoice can no longer be paid. */
export function dropUpdate(
  change: Change,
  subscription: WireSubscription,
): void {
  if (subscription.pending_update === null) return;
  const { invoices, customers } = change.state.stripe;
  const before = structuredClone(subscription);
  subscription.pending_update = null;
  const invoice = existing(
    invoices,
    subscription.latest_invoice ?? "",
    "invoice",
  );
  invoice.status = "void";
  invoice.next_payment_attempt = null;
  const intent = intentOf(change, invoice);
  intent.status = "canceled";
  intent.next_action = null;
  invoice.status_transitions.voided_at = change.now;
  const customer = existing(customers, invoice.customer, "customer");
  customer.balance += invoice.starting_balance - (invoice.ending_balance ?? 0);
  emit(change, "invoice.voided", invoice);
  emit(
    change,
    "customer.subscription.pending_update_expired",
    subscription,
    before,
  );
}
