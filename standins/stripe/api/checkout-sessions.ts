/** `/v1/checkout/sessions`, of mode `subscription` with one line. */
import { nextId } from "../../state/ids.ts";
import type { Change } from "../../state/state.ts";
import { nameOf } from "../billing/invoicing.ts";
import {
  makeCheckoutSession,
  makeLineItem,
} from "../objects/checkout-session.ts";
import type { WireCheckoutSession, WireLineItem } from "../objects/wire.ts";
import { existing, invalid } from "../stripe-error.ts";
import { emit } from "../webhooks/emit.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Params } from "./params.ts";

const HALF_AN_HOUR = 1800;
const A_DAY = 86_400;

export const checkoutSessionEndpoints: readonly Endpoint[] = [
  { method: "POST", path: "/v1/checkout/sessions", run: create },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    run: (change, _, id) => sessionOf(change, id),
  },
  {
    method: "POST",
    path: "/v1/checkout/sessions/:id/expire",
    run(change, _, id) {
      const session = sessionOf(change, id);
      if (session.status !== "open")
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      session.status = "expired";
      session.url = null;
      emit(change, "checkout.session.expired", session);
      return session;
    },
  },
];

function sessionOf({ state }: Change, id: string): WireCheckoutSession {
  return existing(state.stripe.checkoutSessions, id, "checkout.session");
}

function create(change: Change, params: Params): WireCheckoutSession {
  const { state, now, origin } = change;
  const { checkoutSessions, lineItems, subscriptionMetadata } = state.stripe;
  if (params.text("mode") !== "subscription")
    throw invalid("The stand-in sells subscriptions: mode=subscription.", {
      param: "mode",
    });
  params.choice("ui_mode", ["hosted_page"]);
  const customer = params.text("customer");
  const email = params.text("customer_email");
  if (customer !== null) {
    if (email !== null)
      throw invalid(
        "You may only specify one of these parameters: customer, customer_email.",
        { param: "customer_email" },
      );
    existing(state.stripe.customers, customer, "customer", "customer");
  }
  const line = lineOf(change, params);
  const id = nextId(state, "cs_test_");
  const session = makeCheckoutSession(
    {
      id,
      url: `${origin}/checkout/${id}`,
      successUrl: urlOf("success_url", params.requiredText("success_url")),
      cancelUrl: urlOf("cancel_url", params.text("cancel_url")),
      clientReferenceId: params.text("client_reference_id"),
      customer,
      customerEmail: email,
      metadata: params.metadata() ?? {},
      allowPromotionCodes: params.boolean("allow_promotion_codes"),
      expiresAt: expiryOf(params, now),
      currency: line.currency,
      total: line.amount_total,
    },
    now,
  );
  checkoutSessions[id] = session;
  lineItems[id] = [line];
  subscriptionMetadata[id] =
    params.group("subscription_data")?.metadata() ?? {};
  return session;
}

function lineOf(change: Change, params: Params): WireLineItem {
  const [line, ...others] = params.groups("line_items");
  if (line === undefined || others.length > 0)
    throw invalid("The stand-in sells exactly one line item at a time.", {
      param: "line_items",
    });
  const { state } = change;
  const price = existing(
    state.stripe.prices,
    line.requiredText("price"),
    "price",
    "line_items[0][price]",
  );
  if (price.recurring === null)
    throw invalid(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      { param: "line_items[0][price]" },
    );
  const quantity = line.integer("quantity") ?? 1;
  const name = nameOf(change, price.product);
  return makeLineItem(nextId(state, "li_"), name, price, quantity);
}

function urlOf<T extends string | null>(param: string, url: T): T {
  if (url === null || /^https?:\/\/[^/]/.test(url)) return url;
  throw invalid("Not a valid URL", { code: "url_invalid", param });
}

function expiryOf(params: Params, now: number): number {
  const at = params.integer("expires_at") ?? now + A_DAY;
  if (at >= now + HALF_AN_HOUR && at <= now + A_DAY) return at;
  throw invalid(
    "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
    { param: "expires_at" },
  );
}
