/** Checkout sessions of mode `subscription`, and their line items. */
import type Stripe from "stripe";
import type { WireCheckoutSession, WireLineItem, WirePrice } from "./wire.ts";

export type NewCheckoutSession = {
  readonly id: string;
  readonly url: string;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly customer: string | null;
  readonly customerEmail: string | null;
  readonly metadata: Stripe.Metadata;
  readonly allowPromotionCodes: boolean | null;
  readonly expiresAt: number;
  readonly currency: string;
  readonly total: number;
};

export function makeCheckoutSession(
  session: NewCheckoutSession,
  now: number,
): WireCheckoutSession {
  return {
    id: session.id,
    object: "checkout.session",
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: session.allowPromotionCodes,
    allowed_payment_method_types: null,
    amount_subtotal: session.total,
    amount_total: session.total,
    automatic_tax: {
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    billing_address_collection: null,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: session.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: session.customer,
    customer_account: null,
    customer_creation: session.customer === null ? "always" : null,
    customer_details: null,
    customer_email: session.customerEmail,
    discounts: [],
    expires_at: session.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: { enabled: false },
    metadata: session.metadata,
    mode: "subscription",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: session.url,
    wallet_options: null,
  };
}

export function makeLineItem(
  id: string,
  name: string,
  price: WirePrice,
  quantity: number,
): WireLineItem {
  const amount = price.unit_amount * quantity;
  return {
    id,
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: name,
    metadata: {},
    price,
    quantity,
  };
}
