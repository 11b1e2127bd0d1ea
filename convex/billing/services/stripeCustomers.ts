/** Stripe's customers: one per business that has begun to pay. */
import {
  idOf,
  isDeleted,
  isRefusal,
  unlessRefused,
  type StripeLink,
} from "./stripe";

/** Under one key Stripe repeats its answer for a day, also that it failed. */
const KEY_MS = 10 * 60_000;

/** Creates a business's customer, mostly the same one for calls within minutes. @param instead the customer to replace */
export async function createCustomer(
  { api }: StripeLink,
  {
    businessId,
    userId,
    email,
  }: Record<"businessId" | "userId" | "email", string>,
  instead: string | null,
): Promise<string> {
  const time = Math.floor(Date.now() / KEY_MS);
  const key = ["customer", businessId, instead, time].filter(
    (part) => part !== null,
  );
  const customer = await api.customers.create(
    { email, metadata: { businessId, userId } },
    { idempotencyKey: key.join(":") },
  );
  return customer.id;
}

/** Whether Stripe knows this customer under our key and it is not deleted. */
export async function isCustomer(stripe: StripeLink, customerId: string) {
  try {
    return !(await isDeleted(stripe, customerId));
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** The customer of a charge. A dispute names only the charge. */
export async function customerOfCharge({ api }: StripeLink, chargeId: string) {
  return idOf((await api.charges.retrieve(chargeId)).customer);
}

/** Cancels all of the customer's subscriptions at once, without a refund. @throws isRefusal for an unknown customer */
export async function cancelAll(stripe: StripeLink, customerId: string) {
  const { data } = await stripe.api.subscriptions.list({
    customer: customerId,
    limit: 100,
  });
  for (const { id } of data) await cancelSubscription(stripe, id);
}

/** Cancels one at once, if it is not over. */
export async function cancelSubscription({ api }: StripeLink, id: string) {
  await unlessRefused(api.subscriptions.cancel(id));
}

/** Deletes the customer, if any, and their subscriptions; Stripe keeps the invoices. */
export async function deleteCustomer({ api }: StripeLink, customerId: string) {
  await unlessRefused(api.customers.del(customerId));
}
