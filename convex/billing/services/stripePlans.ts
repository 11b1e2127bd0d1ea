/** Moves a Stripe subscription to another plan, and previews the cost. */
import type Stripe from "stripe";
import { must, refuse } from "../../base/rules/errors";
import type { SoldPlan } from "../../base/rules/plans";
import type { Done } from "../../base/rules/refusals";
import {
  isDecline,
  itemOf,
  needsConfirmation,
  planOf,
  priceOf,
  type StripeLink,
} from "./stripe";

/** The difference gets its own invoice, charged at once. */
const AT_ONCE = { proration_behavior: "always_invoice" } as const;

const WITH_BILL = { expand: ["latest_invoice"] };

/** Raises the plan and charges the difference at once, or changes nothing (product.md M11). */
export async function changePlan(
  stripe: StripeLink,
  subscriptionId: string,
  plan: SoldPlan,
): Promise<Done<"cardDeclined" | "bankAsks">> {
  const { subscriptions } = stripe.api;
  const before = await subscriptions.retrieve(subscriptionId, WITH_BILL);
  const asked = confirmationOf(stripe, before, plan);
  if (asked !== null) return refuse("bankAsks", { url: asked });
  const change = { items: [itemWith(stripe, before, plan)], ...AT_ONCE };
  try {
    await subscriptions.update(subscriptionId, {
      ...change,
      payment_behavior: "error_if_incomplete",
    });
    return { ok: true };
  } catch (error) {
    if (!isDecline(error)) throw error;
    if (!needsConfirmation(error)) return refuse("cardDeclined");
  }
  // Nothing is left of the first try. This one waits at Stripe until its bill is paid, for 23 hours at most.
  const held = await subscriptions.update(subscriptionId, {
    ...change,
    payment_behavior: "pending_if_incomplete",
    ...WITH_BILL,
  });
  const url = confirmationOf(stripe, held, plan);
  return url === null ? { ok: true } : refuse("bankAsks", { url });
}

/** Where a change to this plan waits for the owner's confirmation: the page of its bill. Null if none waits. */
function confirmationOf(
  { prices }: StripeLink,
  { pending_update: update, latest_invoice: bill }: Stripe.Subscription,
  plan: SoldPlan,
): string | null {
  const items = update?.subscription_items ?? [];
  if (!items.some(({ price }) => planOf(prices, price.id) === plan))
    return null;
  return typeof bill === "object" && bill?.status === "open"
    ? (bill.hosted_invoice_url ?? null)
    : null;
}

/** What changePlan would charge now, in the currency's smallest unit; null if the preview holds more than that. */
export async function previewChange(
  stripe: StripeLink,
  customerId: string,
  subscriptionId: string,
  plan: SoldPlan,
): Promise<{ amount: number; currency: string } | null> {
  const subscription = await stripe.api.subscriptions.retrieve(subscriptionId);
  const preview = await stripe.api.invoices.createPreview({
    customer: customerId,
    subscription: subscriptionId,
    subscription_details: {
      items: [itemWith(stripe, subscription, plan)],
      ...AT_ONCE,
    },
  });
  // A line of the next period is not due today.
  const isOfToday = preview.lines.data.every(
    ({ parent }) => parent?.subscription_item_details?.proration === true,
  );
  if (!isOfToday) return null;
  return { amount: preview.amount_due, currency: preview.currency };
}

function itemWith(
  { prices }: StripeLink,
  subscription: Stripe.Subscription,
  plan: SoldPlan,
) {
  const item = must(itemOf(subscription, prices), "item of a subscription");
  return { id: item.id, price: priceOf(prices, plan) };
}
