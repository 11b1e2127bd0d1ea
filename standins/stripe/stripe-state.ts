/** State of the stand-in for Stripe: the objects by id, oldest first, and the events that wait to be sent. */
import type { Outgoing, Switches } from "./webhooks/outgoing.ts";
import type {
  WireCharge,
  WireCheckoutSession,
  WireCustomer,
  WireEvent,
  WireInvoice,
  WireInvoiceLine,
  WireLineItem,
  WirePaymentIntent,
  WirePaymentMethod,
  WirePortalSession,
  WirePrice,
  WireProduct,
  WireSubscription,
} from "./objects/wire.ts";
import { ordinarySwitches } from "./webhooks/outgoing.ts";

/** The stored answer for a repeated request. */
export type Remembered = {
  /** Method, path and body of the first request, hashed. */
  readonly fingerprint: string;
  readonly at: number;
  readonly body: unknown;
};

export type StripeState = {
  readonly products: Record<string, WireProduct>;
  readonly prices: Record<string, WirePrice>;
  readonly customers: Record<string, WireCustomer>;
  readonly deletedCustomers: Record<string, true>;
  readonly paymentMethods: Record<string, WirePaymentMethod>;
  readonly checkoutSessions: Record<string, WireCheckoutSession>;
  readonly lineItems: Record<string, WireLineItem[]>;
  /** The metadata that a checkout session puts on its subscription. */
  readonly subscriptionMetadata: Record<string, Record<string, string>>;
  readonly subscriptions: Record<string, WireSubscription>;
  /** By subscription: prorations that wait for the next invoice. */
  readonly pendingLines: Record<string, WireInvoiceLine[]>;
  readonly invoices: Record<string, WireInvoice>;
  /** By invoice: its payment, once it was tried. */
  readonly intents: Record<string, WirePaymentIntent>;
  readonly charges: Record<string, WireCharge>;
  readonly chargeOfInvoice: Record<string, string>;
  readonly portalSessions: Record<string, WirePortalSession>;
  readonly events: Record<string, WireEvent>;
  readonly remembered: Record<string, Remembered>;
  /** In the order of sending. */
  outgoing: Outgoing[];
  switches: Switches;
};

export function noStripe(): StripeState {
  return {
    products: {},
    prices: {},
    customers: {},
    deletedCustomers: {},
    paymentMethods: {},
    checkoutSessions: {},
    lineItems: {},
    subscriptionMetadata: {},
    subscriptions: {},
    pendingLines: {},
    invoices: {},
    intents: {},
    charges: {},
    chargeOfInvoice: {},
    portalSessions: {},
    events: {},
    remembered: {},
    outgoing: [],
    switches: ordinarySwitches,
  };
}
