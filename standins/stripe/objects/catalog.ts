/** Products and prices. */
import type Stripe from "stripe";
import type { WirePlan, WirePrice, WireProduct } from "./wire.ts";

export type NewProduct = {
  readonly id: string;
  readonly name: string;
  readonly default_price: string;
};

export function makeProduct(product: NewProduct, now: number): WireProduct {
  return {
    ...product,
    object: "product",
    active: true,
    created: now,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
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
};

/** A monthly price. */
export function makePrice(
  { unitAmount, ...price }: NewPrice,
  now: number,
): WirePrice {
  return {
    ...price,
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: now,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    recurring: {
      interval: "month",
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: "licensed",
    },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
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
