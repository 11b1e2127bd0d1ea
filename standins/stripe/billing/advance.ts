/** Moves a subscription at once through what takes weeks in reality. */
import type { Change } from "../../state/state.ts";
import { nextId } from "../../state/ids.ts";
import { makeDispute } from "../objects/charge.ts";
import type { WireCharge, WireSubscription } from "../objects/wire.ts";
import { existing, invalid } from "../stripe-error.ts";
import { emit } from "../webhooks/emit.ts";
import { end } from "./cancel.ts";
import { bankAnswer, openInvoice } from "./invoicing.ts";
import { dropUpdate } from "./pending-update.ts";
import { failAgain, failToRenew, recover, renew } from "./renew.ts";

export const STEPS = [
  "renewed",
  "past_due",
  "unpaid",
  "canceled",
  "refunded",
  "disputed",
] as const;

export type Step = (typeof STEPS)[number];

/**
 * - `renewed`: the period ended and was paid, or the open invoice was, whatever the card.
 * - `past_due`: the period ended and the card failed, or its bank asks; if repeated: again.
 * - `unpaid`: all attempts failed, and the subscription waits.
 * - `canceled`: it ended, as requested or for lack of payment.
 * - `refunded`, `disputed`: the last charge; the subscription continues.
 * @throws StripeError when the subscription cannot go there
 */
export function advance(
  change: Change,
  subscription: WireSubscription,
  step: Step,
): void {
  if (step === "refunded") return refund(change, subscription);
  if (step === "disputed") return dispute(change, subscription);
  if (subscription.status === "canceled")
    throw invalid(`${subscription.id} has ended.`);
  dropUpdate(change, subscription);
  if (step === "canceled") return cancel(change, subscription);
  if (subscription.cancel_at !== null)
    throw invalid(`${subscription.id} ends with its period: use "canceled".`);
  if (step === "unpaid") return giveUp(change, subscription);
  const invoice = openInvoice(change, subscription);
  if (step === "renewed") {
    if (invoice === null) renew(change, subscription);
    else recover(change, subscription, invoice);
  } else if (invoice === null) failToRenew(change, subscription);
  else failAgain(change, invoice, bankAnswer(change, subscription));
}

function cancel(change: Change, subscription: WireSubscription): void {
  const isAsked = subscription.cancel_at !== null;
  const isPaid = subscription.status === "active";
  end(
    change,
    subscription,
    isAsked || isPaid ? "cancellation_requested" : "payment_failed",
  );
}

function giveUp(change: Change, subscription: WireSubscription): void {
  if (openInvoice(change, subscription) === null)
    failToRenew(change, subscription);
  const invoice = openInvoice(change, subscription);
  if (invoice !== null) invoice.next_payment_attempt = null;
  const before = structuredClone(subscription);
  subscription.status = "unpaid";
  emit(change, "customer.subscription.updated", subscription, before);
}

function refund(change: Change, subscription: WireSubscription): void {
  const charge = lastCharge(change, subscription);
  const before = structuredClone(charge);
  charge.amount_refunded = charge.amount;
  charge.refunded = true;
  emit(change, "charge.refunded", charge, before);
}

function dispute(change: Change, subscription: WireSubscription): void {
  const charge = lastCharge(change, subscription);
  const id = nextId(change.state, "du_");
  charge.disputed = true;
  emit(change, "charge.dispute.created", makeDispute(id, charge, change.now));
}

function lastCharge({ state }: Change, { id }: WireSubscription): WireCharge {
  const { charges, chargeOfInvoice, invoices } = state.stripe;
  const paid = Object.values(invoices).findLast(
    (invoice) =>
      invoice.parent?.subscription_details?.subscription === id &&
      chargeOfInvoice[invoice.id] !== undefined,
  );
  const charge = paid === undefined ? undefined : chargeOfInvoice[paid.id];
  if (charge === undefined) throw invalid(`${id} has no charge.`);
  return existing(charges, charge, "charge");
}
