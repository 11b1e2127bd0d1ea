/** Moves a Stripe subscription to another plan, and previews the cost. */
import { must } from "../../base/rules/errors";
import type { SoldPlan } from "../../base/rules/plans";
import { isDecline, itemOf, priceOf, type StripeLink } from "./stripe";

/** The difference gets its own invoice, charged at once. */
const AT_ONCE = { proration_behavior: "always_invoice" } as const;

/** Raises the plan and charges the difference at once, or changes nothing. @returns false: the card was declined */
export async function changePlan(
  stripe: StripeLink,
  subscriptionId: string,
  plan: SoldPlan,
): Promise<boolean> {
  try {
    await stripe.api.subscriptions.update(subscriptionId, {
      items: [await itemWith(stripe, subscriptionId, plan)],
      ...AT_ONCE,
      payment_behavior: "error_if_incomplete",
    });
    return true;
  } catch (error) {
    if (isDecline(error)) return false;
    throw error;
  }
}

/** What changePlan would charge now, in the currency's smallest unit; null if the preview holds more than that. */
export async function previewChange(
  stripe: StripeLink,
  customerId: string,
  subscriptionId: string,
  plan: SoldPlan,
): Promise<{ amount: number; currency: string } | null> {
  const preview = await stripe.api.invoices.createPreview({
    customer: customerId,
    subscription: subscriptionId,
    subscription_details: {
      items: [await itemWith(stripe, subscriptionId, plan)],
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

async function itemWith(
  { api, prices }: StripeLink,
  subscriptionId: string,
  plan: SoldPlan,
) {
  const subscription = await api.subscriptions.retrieve(subscriptionId);
  const item = must(itemOf(subscription, prices), "item of a subscription");
  return { id: item.id, price: priceOf(prices, plan) };
}
