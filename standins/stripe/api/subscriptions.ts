/** `/v1/subscriptions`. They start on the checkout page. */
import type { Change } from "../../state/state.ts";
import { cancelAt, cancelAtPeriodEnd, end, resume } from "../billing/cancel.ts";
import { changePlan } from "../billing/change-plan.ts";
import { tellUnpaid } from "../billing/renew.ts";
import type { WireInvoice, WireSubscription } from "../objects/wire.ts";
import { existing, invalid, StripeError } from "../stripe-error.ts";
import { emit } from "../webhooks/emit.ts";
import { mergeMetadata } from "./customers.ts";
import type { Endpoint } from "./endpoint.ts";
import { itemChange } from "./item-change.ts";
import { pageOf } from "./list.ts";
import type { Params } from "./params.ts";

const PRORATIONS = ["create_prorations", "always_invoice", "none"] as const;
const PAYMENTS = [
  "allow_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
] as const;

export const subscriptionEndpoints: readonly Endpoint[] = [
  { method: "GET", path: "/v1/subscriptions", run: list },
  {
    method: "GET",
    path: "/v1/subscriptions/:id",
    run: ({ state }, _, id) =>
      existing(state.stripe.subscriptions, id, "subscription"),
  },
  { method: "POST", path: "/v1/subscriptions/:id", run: update },
  {
    method: "DELETE",
    path: "/v1/subscriptions/:id",
    run(change, params, id) {
      const { subscriptions } = change.state.stripe;
      const subscription = existing(subscriptions, id, "subscription");
      if (subscription.status === "canceled")
        throw new StripeError(
          404,
          "invalid_request_error",
          `No such subscription: '${id}'`,
          { code: "resource_missing", param: "id" },
        );
      if (params.boolean("prorate") || params.boolean("invoice_now"))
        throw invalid("The stand-in pays nothing back when it cancels.", {
          param: "prorate",
        });
      readDetails(subscription, params);
      end(change, subscription, "cancellation_requested");
      return subscription;
    },
  },
];

/** Like Stripe, leaves out ended subscriptions unless they are requested. */
function list({ state }: Change, params: Params) {
  const customer = params.text("customer");
  const status = params.text("status");
  const found = Object.values(state.stripe.subscriptions).filter(
    (one) =>
      (customer === null || one.customer === customer) &&
      (status === "all" ||
        (status === null ? one.status !== "canceled" : one.status === status)),
  );
  return pageOf(found, params, "/v1/subscriptions");
}

function update(change: Change, params: Params, id: string): WireSubscription {
  const { subscriptions } = change.state.stripe;
  const subscription = existing(subscriptions, id, "subscription");
  if (subscription.status === "canceled") ensureNotesOnly(params);
  const before = structuredClone(subscription);
  subscription.metadata = mergeMetadata(subscription.metadata, params);
  readDetails(subscription, params);
  const invoice =
    subscription.status === "canceled"
      ? null
      : updateLive(change, subscription, params);
  emit(change, "customer.subscription.updated", subscription, before);
  if (invoice?.status === "paid") emit(change, "invoice.paid", invoice);
  if (invoice?.status === "open") tellUnpaid(change, invoice);
  return subscription;
}

/** @throws StripeError if anything but notes would change on an ended subscription */
function ensureNotesOnly(params: Params): void {
  const isMore = ["items", "cancel_at", "cancel_at_period_end"].some((name) =>
    params.has(name),
  );
  if (isMore)
    throw invalid(
      "A canceled subscription can only update its cancellation_details and metadata.",
    );
}

/** @returns the invoice that the change made at once */
function updateLive(
  change: Change,
  subscription: WireSubscription,
  params: Params,
): WireInvoice | null {
  const atPeriodEnd = params.boolean("cancel_at_period_end");
  if (atPeriodEnd === true) cancelAtPeriodEnd(change, subscription, "api");
  if (atPeriodEnd === false) resume(subscription);
  if (params.has("cancel_at")) {
    const at = params.text("cancel_at");
    if (at === null) resume(subscription);
    else if (at === "min_period_end" || at === "max_period_end")
      cancelAtPeriodEnd(change, subscription, "portal");
    else cancelAt(subscription, params.integer("cancel_at") ?? 0, change.now);
  }
  const card = params.text("default_payment_method");
  if (card !== null) {
    const { paymentMethods } = change.state.stripe;
    existing(paymentMethods, card, "payment_method", "default_payment_method");
    subscription.default_payment_method = card;
  }
  const proration =
    params.choice("proration_behavior", PRORATIONS) ?? "create_prorations";
  const whenUnpaid =
    params.choice("payment_behavior", PAYMENTS) ?? "allow_incomplete";
  const items = params.groups("items");
  if (items.length === 0) return null;
  return changePlan(change, subscription, {
    ...itemChange(change, subscription, items),
    proration,
    whenUnpaid,
  });
}

function readDetails(subscription: WireSubscription, params: Params): void {
  const details = params.group("cancellation_details");
  if (details === null) return;
  subscription.cancellation_details.comment = details.text("comment");
  subscription.cancellation_details.feedback = details.text("feedback");
}
