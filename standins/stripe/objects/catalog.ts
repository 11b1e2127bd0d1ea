/** Products and prices. */
import type Stripe from "stripe";
import type { WirePlan, WirePrice, WireProduct } from "./wire.ts";

export type NewProduct = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: Stripe.Metadata;
};

export function makeProduct(product: NewProduct, now: number): WireProduct {
  return {
    ...product,
    object: "product",
    active: true,
    created: now,
    default_price: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  };
}

export type NewPrice = {
  readonly id: string;
  readonly product: string;
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly unitAmount: number;
  /** Null for a one-time price. */
  readonly recurring: {
    readonly interval: Stripe.Price.Recurring.Interval;
    readonly count: number;
  } | null;
  readonly nickname: string | null;
  readonly lookupKey: string | null;
  readonly metadata: Stripe.Metadata;
};

export function makePrice(price: NewPrice, now: number): WirePrice {
  const { id, product, currency, unitAmount, nickname, recurring } = price;
  return {
    id,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: now,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookupKey,
    metadata: price.metadata,
    nickname,
    product,
    recurring: recurring && {
      interval: recurring.interval,
      interval_count: recurring.count,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === null ? "one_time" : "recurring",
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

/** The plan that Stripe still shows with a recurring price. */
export function planOf(
  price: WirePrice,
  { interval, interval_count, meter, usage_type }: Stripe.Price.Recurring,
): WirePlan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type,
  };
}
