/** Subscriptions with one item, enough for a shop with plans. */
import type Stripe from "stripe";
import { planOf } from "./catalog.ts";
import type {
  WirePrice,
  WireSubscription,
  WireSubscriptionItem,
} from "./wire.ts";

export type NewSubscription = {
  readonly id: string;
  readonly itemId: string;
  readonly customer: string;
  readonly card: string;
  readonly price: WirePrice;
  readonly recurring: Stripe.Price.Recurring;
  readonly quantity: number;
  /** Unix seconds. The period starts now. */
  readonly periodEnd: number;
  readonly metadata: Stripe.Metadata;
};

export function makeSubscription(
  subscription: NewSubscription,
  now: number,
): WireSubscription {
  const { id, price } = subscription;
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    // The default for new subscriptions in this version of the API.
    billing_mode: {
      flexible: { proration_discounts: "included" },
      type: "flexible",
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
    },
    collection_method: "charge_automatically",
    created: now,
    currency: price.currency,
    customer: subscription.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: subscription.card,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [makeItem(subscription, now)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: "active",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: "create_invoice",
      },
    },
    trial_start: null,
  };
}

function makeItem(
  { id, itemId, price, recurring, quantity, periodEnd }: NewSubscription,
  now: number,
): WireSubscriptionItem {
  return {
    id: itemId,
    object: "subscription_item",
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price, recurring),
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  };
}
