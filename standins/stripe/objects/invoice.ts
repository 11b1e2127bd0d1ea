/** Invoices of subscriptions, and their lines. */
import type Stripe from "stripe";
import type {
  WireCustomer,
  WireInvoice,
  WireInvoiceLine,
  WirePrice,
  WireSubscription,
} from "./wire.ts";

export type NewLine = {
  readonly id: string;
  readonly amount: number;
  readonly description: string;
  readonly price: WirePrice;
  readonly quantity: number;
  readonly subscription: string;
  readonly item: string;
  readonly isProration: boolean;
  readonly period: { readonly start: number; readonly end: number };
};

/** A line that is not on an invoice yet. */
export function makeLine(line: NewLine): WireInvoiceLine {
  const { id, amount, description, price, subscription } = line;
  return {
    id,
    object: "line_item",
    amount,
    currency: price.currency,
    description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: line.isProration,
        proration_details: line.isProration ? { credited_items: null } : null,
        subscription,
        subscription_item: line.item,
      },
      type: "subscription_item_details",
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: "price_details",
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription,
    subtotal: amount,
    taxes: [],
  };
}

export type NewInvoice = {
  readonly id: string;
  readonly number: string;
  readonly url: string;
  readonly customer: WireCustomer;
  readonly subscription: WireSubscription;
  readonly lines: readonly WireInvoiceLine[];
  readonly reason: Stripe.Invoice.BillingReason;
};

/** Final and open. The customer's credit (a negative balance) is used first; a negative total becomes new credit. */
export function makeInvoice(invoice: NewInvoice, now: number): WireInvoice {
  const { id, customer, subscription } = invoice;
  const total = invoice.lines.reduce((sum, { amount }) => sum + amount, 0);
  const balance = total + customer.balance;
  const due = Math.max(0, balance);
  const item = subscription.items.data[0];
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Stand-in",
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: invoice.reason,
    collection_method: "charge_automatically",
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: Math.min(0, balance),
    footer: null,
    from_invoice: null,
    hosted_invoice_url: invoice.url,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: "list",
      data: invoice.lines.map((line) => ({ ...line, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
      },
      type: "subscription_details",
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: item?.current_period_end ?? now,
    period_start: item?.current_period_start ?? now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}
