/** Makes and charges invoices, as far as a stand-in can. Raises no events: their order is up to the caller. */
import type Stripe from "stripe";
import { nextId } from "../../state/ids.ts";
import type { Change } from "../../state/state.ts";
import { makeCharge } from "../objects/charge.ts";
import { makeInvoice, makeLine } from "../objects/invoice.ts";
import { makePaymentIntent } from "../objects/payment-intent.ts";
import type {
  WireInvoice,
  WireInvoiceLine,
  WirePaymentIntent,
  WireSubscription,
} from "../objects/wire.ts";
import { existing } from "../stripe-error.ts";
import { itemOf } from "./item.ts";
import { money } from "./money.ts";
import { laterOf, type TestCard } from "./test-cards.ts";

const RETRY_AFTER = 3 * 86_400;

/** The line for the subscription's current period, and its waiting prorations. */
export function linesOfPeriod(
  change: Change,
  subscription: WireSubscription,
): WireInvoiceLine[] {
  const { stripe } = change.state;
  const { id, price, quantity, ...item } = itemOf(subscription);
  const waiting = stripe.pendingLines[subscription.id] ?? [];
  delete stripe.pendingLines[subscription.id];
  const each = money(price.unit_amount, price.currency);
  const interval = price.recurring?.interval ?? "month";
  const line = makeLine({
    id: nextId(change.state, "il_"),
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${nameOf(change, price.product)} (at ${each} / ${interval})`,
    price,
    quantity,
    subscription: subscription.id,
    item: id,
    isProration: false,
    period: { start: item.current_period_start, end: item.current_period_end },
  });
  return [...waiting, line];
}

export function raiseInvoice(
  { state, now, origin }: Change,
  subscription: WireSubscription,
  lines: readonly WireInvoiceLine[],
  reason: Stripe.Invoice.BillingReason,
): WireInvoice {
  const { customers, invoices } = state.stripe;
  const customer = existing(customers, subscription.customer, "customer");
  const id = nextId(state, "in_");
  const sequence = String(customer.next_invoice_sequence++).padStart(4, "0");
  const invoice = makeInvoice(
    {
      id,
      number: `${customer.invoice_prefix}-${sequence}`,
      url: `${origin}/invoice/${id}`,
      customer,
      subscription,
      lines,
      reason,
    },
    now,
  );
  customer.balance = invoice.ending_balance ?? 0;
  customer.currency ??= subscription.currency;
  invoices[id] = invoice;
  subscription.latest_invoice = id;
  return invoice;
}

/** What happens when the subscription's card is charged now. */
export function bankAnswer(
  { state }: Change,
  { default_payment_method: card }: WireSubscription,
): TestCard["later"] {
  if (card === null) return "fails";
  const { paymentMethods } = state.stripe;
  return laterOf(existing(paymentMethods, card, "payment_method").card.last4);
}

/** How far the payment of an invoice is. */
export function intentOf(
  { state, now }: Change,
  invoice: WireInvoice,
): WirePaymentIntent {
  const { intents } = state.stripe;
  return (intents[invoice.id] ??= makePaymentIntent(
    nextId(state, "pi_"),
    invoice,
    now,
  ));
}

export function settle(
  change: Change,
  invoice: WireInvoice,
  card: string | null,
): void {
  const { state, now } = change;
  const { charges, chargeOfInvoice, customers } = state.stripe;
  if (invoice.amount_due > 0 && card !== null) {
    const id = nextId(state, "ch_");
    const intent = intentOf(change, invoice);
    charges[id] = makeCharge(id, intent.id, invoice, card, now);
    chargeOfInvoice[invoice.id] = id;
    intent.status = "succeeded";
    intent.next_action = null;
    intent.amount_received = invoice.amount_due;
    intent.latest_charge = id;
  }
  invoice.status = "paid";
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.paid_at = now;
  existing(customers, invoice.customer, "customer").delinquent = false;
}

/** Records a failed attempt. The invoice stays open for a retry, or for the customer's confirmation. */
export function failToCharge(
  change: Change,
  invoice: WireInvoice,
  answer: TestCard["later"],
): void {
  const { state, now } = change;
  const isAsked = answer === "asks";
  const intent = intentOf(change, invoice);
  intent.status = isAsked ? "requires_action" : "requires_payment_method";
  intent.next_action = isAsked ? { type: "use_stripe_sdk" } : null;
  invoice.attempted = true;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = now + RETRY_AFTER;
  existing(state.stripe.customers, invoice.customer, "customer").delinquent =
    true;
}

/** The bill for a period that is not paid. The bill of a waiting change is not tried again by itself. */
export function openInvoice(
  { state }: Change,
  { id, pending_update: update, latest_invoice: latest }: WireSubscription,
): WireInvoice | null {
  const open = Object.values(state.stripe.invoices).findLast(
    (invoice) =>
      invoice.status === "open" &&
      invoice.parent?.subscription_details?.subscription === id &&
      !(update !== null && invoice.id === latest),
  );
  return open ?? null;
}

export function nameOf({ state }: Change, product: string): string {
  return existing(state.stripe.products, product, "product").name;
}
