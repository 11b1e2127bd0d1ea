/** The end of a period and the charge that follows, successful or not. */
import type { Change } from "../../state/state.ts";
import type { WireInvoice, WireSubscription } from "../objects/wire.ts";
import { emit } from "../webhooks/emit.ts";
import {
  bankAnswer,
  failToCharge,
  intentOf,
  linesOfPeriod,
  raiseInvoice,
  settle,
} from "./invoicing.ts";
import { intervalOf, itemOf } from "./item.ts";
import { applyUpdate } from "./pending-update.ts";
import { periodEnd } from "./period.ts";
import type { TestCard } from "./test-cards.ts";

export function renew(change: Change, subscription: WireSubscription): void {
  const before = structuredClone(subscription);
  const invoice = beginPeriod(change, subscription);
  settle(change, invoice, subscription.default_payment_method);
  emit(change, "customer.subscription.updated", subscription, before);
  emit(change, "invoice.paid", invoice);
}

export function failToRenew(
  change: Change,
  subscription: WireSubscription,
): void {
  const before = structuredClone(subscription);
  const invoice = beginPeriod(change, subscription);
  failToCharge(change, invoice, bankAnswer(change, subscription));
  subscription.status = "past_due";
  tellUnpaid(change, invoice);
  emit(change, "customer.subscription.updated", subscription, before);
}

/** An open invoice is paid late: the subscription is in good standing again, and a change that waited for it is made. */
export function recover(
  change: Change,
  subscription: WireSubscription,
  invoice: WireInvoice,
): void {
  const before = structuredClone(subscription);
  settle(change, invoice, subscription.default_payment_method);
  subscription.status = "active";
  emit(change, "invoice.paid", invoice);
  if (applyUpdate(subscription, invoice))
    emit(change, "customer.subscription.pending_update_applied", subscription);
  emit(change, "customer.subscription.updated", subscription, before);
}

/** An open invoice is charged again and fails again. */
export function failAgain(
  change: Change,
  invoice: WireInvoice,
  answer: TestCard["later"],
): void {
  failToCharge(change, invoice, answer);
  tellUnpaid(change, invoice);
}

/** Where the bank asks the customer, both events are sent. */
export function tellUnpaid(change: Change, invoice: WireInvoice): void {
  emit(change, "invoice.payment_failed", invoice);
  if (intentOf(change, invoice).status === "requires_action")
    emit(change, "invoice.payment_action_required", invoice);
}

function beginPeriod(
  change: Change,
  subscription: WireSubscription,
): WireInvoice {
  const item = itemOf(subscription);
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodEnd(
    subscription.billing_cycle_anchor,
    item.current_period_start,
    intervalOf(subscription),
  );
  return raiseInvoice(
    change,
    subscription,
    linesOfPeriod(change, subscription),
    "subscription_cycle",
  );
}
