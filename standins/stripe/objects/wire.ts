/** Stripe's objects as sent: the SDK's own types, but decimals are text and expandable properties are ids. */
import type Stripe from "stripe";

/** The API version of these shapes. */
export const API_VERSION: Stripe.LatestApiVersion = "2026-10-28.endive";

export type WireList<T> = {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
};

type Replace<T, Parts> = Omit<T, keyof Parts | "deleted"> & Parts;

export type WireProduct = Replace<
  Stripe.Product,
  { default_price: string | null }
>;

export type WirePrice = Replace<
  Stripe.Price,
  { product: string; unit_amount: number; unit_amount_decimal: string }
>;

/** The predecessor of prices, still on every subscription item. */
export type WirePlan = Replace<
  Stripe.Plan,
  { product: string; amount_decimal: string }
>;

export type WireCustomer = Replace<
  Stripe.Customer,
  { invoice_prefix: string; next_invoice_sequence: number }
>;

export type WirePaymentMethod = Replace<
  Stripe.PaymentMethod,
  { customer: string; card: Stripe.PaymentMethod.Card }
>;

export type WireLineItem = Replace<
  Stripe.LineItem,
  { price: WirePrice; quantity: number }
>;

export type WireCheckoutSession = Replace<
  Stripe.Checkout.Session,
  {
    customer: string | null;
    subscription: string | null;
    invoice: string | null;
    success_url: string;
    currency: string;
    amount_total: number;
    line_items?: WireList<WireLineItem>;
  }
>;

export type WireSubscriptionItem = Replace<
  Stripe.SubscriptionItem,
  { plan: WirePlan; price: WirePrice; quantity: number }
>;

export type WireSubscription = Replace<
  Stripe.Subscription,
  {
    customer: string;
    default_payment_method: string | null;
    latest_invoice: string | null;
    items: WireList<WireSubscriptionItem>;
    pending_update:
      | (Omit<Stripe.Subscription.PendingUpdate, "subscription_items"> & {
          subscription_items: WireSubscriptionItem[];
        })
      | null;
    status: "active" | "past_due" | "unpaid" | "canceled";
    cancellation_details: Stripe.Subscription.CancellationDetails;
  }
>;

export type WireInvoiceLine = Replace<
  Stripe.InvoiceLineItem,
  {
    pricing: {
      price_details: { price: string; product: string };
      type: "price_details";
      unit_amount_decimal: string;
    };
    quantity: number;
    quantity_decimal: string;
    subscription: string;
  }
>;

export type WireInvoice = Replace<
  Stripe.Invoice,
  {
    customer: string;
    default_payment_method: string | null;
    lines: WireList<WireInvoiceLine>;
    number: string;
    hosted_invoice_url: string;
    status: "open" | "paid" | "void";
  }
>;

export type WireCharge = Replace<Stripe.Charge, { customer: string }>;

export type WirePaymentIntent = Replace<
  Stripe.PaymentIntent,
  { customer: string }
>;

export type WireInvoicePayment = Stripe.InvoicePayment;

export type WireDispute = Replace<Stripe.Dispute, { charge: string }>;

export type WirePortalSession = Replace<
  Stripe.BillingPortal.Session,
  { configuration: string }
>;

export type EventType = Extract<
  Stripe.Event["type"],
  | "charge.dispute.created"
  | "charge.refunded"
  | "checkout.session.completed"
  | "checkout.session.expired"
  | "customer.created"
  | "customer.deleted"
  | "customer.subscription.created"
  | "customer.subscription.deleted"
  | "customer.subscription.pending_update_applied"
  | "customer.subscription.pending_update_expired"
  | "customer.subscription.updated"
  | "customer.updated"
  | "invoice.paid"
  | "invoice.payment_action_required"
  | "invoice.payment_failed"
  | "invoice.voided"
>;

export type WireEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: Record<string, unknown> };
  livemode: boolean;
  pending_webhooks: number;
  request: Stripe.Event.Request | null;
  type: EventType;
};
