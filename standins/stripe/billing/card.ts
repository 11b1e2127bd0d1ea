/** Puts a test card on a customer and their subscriptions. */
import { nextId } from "../../state/ids.ts";
import type { Change } from "../../state/state.ts";
import { makeCard } from "../objects/customer.ts";
import type { WireCustomer } from "../objects/wire.ts";
import { lastFour, type TestCard } from "./test-cards.ts";

/** @returns id of the payment method, the customer's default from now on */
export function attachCard(
  { state, now }: Change,
  customer: WireCustomer,
  card: TestCard,
): string {
  const id = nextId(state, "pm_");
  const { paymentMethods, subscriptions } = state.stripe;
  paymentMethods[id] = makeCard(
    id,
    customer.id,
    customer.email,
    lastFour(card),
    now,
  );
  customer.invoice_settings.default_payment_method = id;
  for (const subscription of Object.values(subscriptions))
    if (
      subscription.customer === customer.id &&
      subscription.status !== "canceled"
    )
      subscription.default_payment_method = id;
  return id;
}
