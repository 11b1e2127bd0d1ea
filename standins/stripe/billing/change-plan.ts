/** Moves a subscription to another price: https://docs.stripe.com/billing/subscriptions/prorations */
import type Stripe from "stripe";
import { nextId } from "../../state/ids.ts";
import type { Change } from "../../state/state.ts";
import { planOf } from "../objects/catalog.ts";
import { makeLine } from "../objects/invoice.ts";
import type {
  WireInvoice,
  WireInvoiceLine,
  WirePrice,
  WireSubscription,
} from "../objects/wire.ts";
import {
  declined,
  existing,
  invalid,
  needsConfirmation,
} from "../stripe-error.ts";
import {
  bankAnswer,
  failToCharge,
  nameOf,
  raiseInvoice,
  settle,
} from "./invoicing.ts";
import { itemOf } from "./item.ts";
import { day } from "./money.ts";
import { dropUpdate, holdUpdate } from "./pending-update.ts";

export type ItemChange = {
  readonly price: WirePrice;
  readonly quantity: number;
};

export type PlanChange = ItemChange & {
  readonly proration: "create_prorations" | "always_invoice" | "none";
  /** What happens to the change when the card does not pay. */
  readonly whenUnpaid:
    | "allow_incomplete"
    | "error_if_incomplete"
    | "pending_if_incomplete";
};

/** At once. @throws StripeError when the prices do not go together; 402 when the card fails and an error was wanted */
export function changePlan(
  change: Change,
  subscription: WireSubscription,
  { price, quantity, proration, whenUnpaid }: PlanChange,
): WireInvoice | null {
  dropUpdate(change, subscription);
  const old = structuredClone(itemOf(subscription));
  const prorations = moveItem(change, subscription, price, quantity);
  if (prorations === null) return null;
  const lines = proration === "none" ? [] : prorations;
  if (proration !== "always_invoice") {
    const { pendingLines } = change.state.stripe;
    const waiting = pendingLines[subscription.id] ?? [];
    pendingLines[subscription.id] = [...waiting, ...lines];
    return null;
  }
  const invoice = raiseInvoice(
    change,
    subscription,
    lines,
    "subscription_update",
  );
  const answer = bankAnswer(change, subscription);
  if (invoice.amount_due === 0 || answer === "pays") {
    settle(change, invoice, subscription.default_payment_method);
  } else if (whenUnpaid === "error_if_incomplete") {
    throw answer === "asks" ? needsConfirmation() : declined();
  } else {
    failToCharge(change, invoice, answer);
    if (whenUnpaid === "pending_if_incomplete")
      holdUpdate(change, subscription, old);
    else subscription.status = "past_due";
  }
  return invoice;
}

/** As Stripe previews it, on a copy. @throws StripeError when the prices do not match, or nothing would change */
export function previewPlanChange(
  change: Change,
  subscriptionId: string,
  { price, quantity }: ItemChange,
): object {
  const copy = { ...change, state: structuredClone(change.state) };
  const { subscriptions } = copy.state.stripe;
  const subscription = existing(subscriptions, subscriptionId, "subscription");
  const lines = moveItem(copy, subscription, price, quantity);
  if (lines === null)
    throw invalid("The stand-in previews changes of price or quantity only.", {
      param: "subscription_details[items]",
    });
  const invoice = raiseInvoice(
    copy,
    subscription,
    lines,
    "subscription_update",
  );
  const id = invoice.id.replace("in_", "upcoming_in_");
  return {
    ...invoice,
    id,
    status: "draft",
    number: null,
    hosted_invoice_url: null,
    effective_at: null,
    lines: {
      ...invoice.lines,
      data: invoice.lines.data.map((line) => ({ ...line, invoice: id })),
      url: `/v1/invoices/${id}/lines`,
    },
    status_transitions: { ...invoice.status_transitions, finalized_at: null },
  };
}

/** Sets the item's price. Returns the prorations, or null when nothing changes. */
function moveItem(
  change: Change,
  subscription: WireSubscription,
  price: WirePrice,
  quantity: number,
): WireInvoiceLine[] | null {
  const item = itemOf(subscription);
  const recurring = ensureSameCycle(item.price, price);
  if (price.id === item.price.id && quantity === item.quantity) return null;
  const lines = prorate(change, subscription, price, quantity);
  item.price = price;
  item.plan = planOf(price, recurring);
  item.quantity = quantity;
  return lines;
}

function ensureSameCycle(
  from: WirePrice,
  to: WirePrice,
): Stripe.Price.Recurring {
  if (to.recurring === null)
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: "items[0][price]" },
    );
  const isSame =
    from.currency === to.currency &&
    from.recurring?.interval === to.recurring.interval &&
    from.recurring.interval_count === to.recurring.interval_count;
  if (isSame) return to.recurring;
  throw invalid(
    "The stand-in changes between prices of one currency and one interval only.",
    { param: "items[0][price]" },
  );
}

/** A refund for the rest of the period at the old price, and a charge for it at the new one. */
function prorate(
  change: Change,
  subscription: WireSubscription,
  price: WirePrice,
  quantity: number,
): WireInvoiceLine[] {
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const rest = Math.max(0, end - change.now) / (end - start);
  const line = (
    what: string,
    of: WirePrice,
    amount: number,
    count: number,
  ): WireInvoiceLine =>
    makeLine({
      id: nextId(change.state, "il_"),
      amount,
      description: `${what} ${nameOf(change, of.product)} after ${day(change.now)}`,
      price: of,
      quantity: count,
      subscription: subscription.id,
      item: item.id,
      isProration: true,
      period: { start: change.now, end },
    });
  const old = item.price.unit_amount * item.quantity;
  return [
    line("Unused time on", item.price, -Math.round(old * rest), item.quantity),
    line(
      "Remaining time on",
      price,
      Math.round(price.unit_amount * quantity * rest),
      quantity,
    ),
  ];
}
