/** Payment intents: each invoice with an amount has one, which says how far its payment is. */
import type {
  WireInvoice,
  WireInvoicePayment,
  WirePaymentIntent,
} from "./wire.ts";

export function makePaymentIntent(
  id: string,
  invoice: WireInvoice,
  now: number,
): WirePaymentIntent {
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: null,
    confirmation_method: "automatic",
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    description: "Subscription",
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: "off_session",
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

const STATUS = { open: "open", paid: "paid", void: "canceled" } as const;

/** The element of an invoice's `payments`: https://docs.stripe.com/api/invoice-payment */
export function invoicePayment(
  invoice: WireInvoice,
  intent: WirePaymentIntent,
): WireInvoicePayment {
  const { status, status_transitions: at } = invoice;
  return {
    id: intent.id.replace("pi_", "inpay_"),
    object: "invoice_payment",
    amount_paid: status === "paid" ? invoice.amount_paid : null,
    amount_requested: invoice.amount_due,
    created: invoice.created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: STATUS[status],
    status_transitions: { canceled_at: at.voided_at, paid_at: at.paid_at },
  };
}
