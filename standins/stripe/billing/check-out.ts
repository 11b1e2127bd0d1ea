/** Payment on the checkout page. */
import { nextId } from "../../state/ids.ts";
import type { Change } from "../../state/state.ts";
import { makeCustomer } from "../objects/customer.ts";
import { makeSubscription } from "../objects/subscription.ts";
import type {
  WireCheckoutSession,
  WireCustomer,
  WireSubscription,
} from "../objects/wire.ts";
import { existing, invalid } from "../stripe-error.ts";
import { emit } from "../webhooks/emit.ts";
import { attachCard } from "./card.ts";
import { linesOfPeriod, raiseInvoice, settle } from "./invoicing.ts";
import { periodEnd } from "./period.ts";
import type { TestCard } from "./test-cards.ts";

/** Completes an open session, once. @param email ignored when the session knows one @throws StripeError when expired */
export function checkOut(
  change: Change,
  session: WireCheckoutSession,
  email: string,
  card: TestCard,
): void {
  if (session.status === "complete") return;
  if (session.status !== "open")
    throw invalid("This Checkout Session has expired.");
  const customer = customerOf(change, session, email);
  const subscription = subscribe(change, session, customer, card);
  const invoice = raiseInvoice(
    change,
    subscription,
    linesOfPeriod(change, subscription),
    "subscription_create",
  );
  settle(change, invoice, subscription.default_payment_method);

  session.status = "complete";
  session.payment_status = "paid";
  session.url = null;
  session.customer = customer.id;
  session.subscription = subscription.id;
  session.invoice = invoice.id;
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer.email,
    individual_name: null,
    name: customer.name ?? null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
  emit(change, "checkout.session.completed", session);
  emit(change, "customer.subscription.created", subscription);
  emit(change, "invoice.paid", invoice);
}

function customerOf(
  change: Change,
  session: WireCheckoutSession,
  typed: string,
): WireCustomer {
  const { state, now } = change;
  const { customers } = state.stripe;
  if (session.customer !== null)
    return existing(customers, session.customer, "customer");
  const customer = makeCustomer(
    {
      id: nextId(state, "cus_"),
      email: session.customer_email ?? typed,
      name: null,
      phone: null,
      description: null,
      metadata: {},
    },
    now,
  );
  customers[customer.id] = customer;
  emit(change, "customer.created", customer);
  return customer;
}

function subscribe(
  change: Change,
  session: WireCheckoutSession,
  customer: WireCustomer,
  card: TestCard,
): WireSubscription {
  const { state, now } = change;
  const { lineItems, subscriptionMetadata, subscriptions } = state.stripe;
  const line = lineItems[session.id]?.[0];
  const recurring = line?.price.recurring;
  if (line === undefined || !recurring)
    throw invalid("This Checkout Session sells no subscription.");
  const subscription = makeSubscription(
    {
      id: nextId(state, "sub_"),
      itemId: nextId(state, "si_"),
      customer: customer.id,
      card: attachCard(change, customer, card),
      price: line.price,
      recurring,
      quantity: line.quantity,
      periodEnd: periodEnd(now, now, recurring),
      metadata: subscriptionMetadata[session.id] ?? {},
    },
    now,
  );
  subscriptions[subscription.id] = subscription;
  return subscription;
}
