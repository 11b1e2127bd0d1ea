/** Customers and their cards. */
import type Stripe from "stripe";
import type { WireCustomer, WirePaymentMethod } from "./wire.ts";

export type NewCustomer = {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly metadata: Stripe.Metadata;
};

export function makeCustomer(customer: NewCustomer, now: number): WireCustomer {
  return {
    ...customer,
    object: "customer",
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    discount: null,
    // Real ones are eight letters and digits, and start the numbers of the customer's invoices.
    invoice_prefix: customer.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    next_invoice_sequence: 1,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

export function makeCard(
  id: string,
  customer: string,
  email: string | null,
  last4: string,
  now: number,
): WirePaymentMethod {
  return {
    id,
    object: "payment_method",
    allow_redisplay: "always",
    billing_details: {
      address: null,
      email,
      name: null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: "visa",
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: "pass",
      },
      country: "US",
      display_brand: "visa",
      exp_month: 12,
      exp_year: new Date(now * 1000).getUTCFullYear() + 3,
      funding: "credit",
      generated_from: null,
      last4,
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
