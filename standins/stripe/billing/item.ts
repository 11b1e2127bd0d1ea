/** The one item of a subscription, and its current period. */
import type Stripe from "stripe";
import { StripeError } from "../stripe-error.ts";
import type {
  WireSubscription,
  WireSubscriptionItem,
} from "../objects/wire.ts";

/** @throws StripeError 500 for a subscription that cannot be ours */
export function itemOf({ id, items }: WireSubscription): WireSubscriptionItem {
  const item = items.data[0];
  if (item !== undefined) return item;
  throw new StripeError(500, "api_error", `${id} has no item.`, {});
}

/** @throws StripeError 500 for a subscription that cannot be ours */
export function intervalOf(
  subscription: WireSubscription,
): Stripe.Price.Recurring {
  const { recurring } = itemOf(subscription).price;
  if (recurring !== null) return recurring;
  const { id } = subscription;
  throw new StripeError(500, "api_error", `${id} is not recurring.`, {});
}
