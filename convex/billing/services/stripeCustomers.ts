/** Stripe's customers: one for each business that has begun to pay. */
import { idOf, isRefusal, type StripeLink } from "./stripe";

/**
 * The customer for a business; the same one for every call within a day.
 * @param instead of this one, which Stripe does not know any more; null for none
 */
export async function createCustomer(
  { api }: StripeLink,
  {
    businessId,
    userId,
    email,
  }: Record<"businessId" | "userId" | "email", string>,
  instead: string | null,
): Promise<string> {
  const key = ["customer", businessId, instead].filter((part) => part !== null);
  const customer = await api.customers.create(
    { email, metadata: { businessId, userId } },
    { idempotencyKey: key.join(":") },
  );
  return customer.id;
}

/** Whether Stripe knows this customer: not one who was deleted there, nor one of another key's. */
export async function isCustomer(
  { api }: StripeLink,
  customerId: string,
): Promise<boolean> {
  try {
    const customer = await api.customers.retrieve(customerId);
    return customer.deleted !== true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** Whose charge it is; a dispute names only the charge. */
export async function customerOfCharge(
  { api }: StripeLink,
  chargeId: string,
): Promise<string | null> {
  return idOf((await api.charges.retrieve(chargeId)).customer);
}

/** Ends everything that the customer pays for, at once and without a refund; what has ended already stays so. @throws isRefusal for a customer whom Stripe does not know */
export async function cancelAll(
  { api }: StripeLink,
  customerId: string,
): Promise<void> {
  const { data } = await api.subscriptions.list({
    customer: customerId,
    limit: 100,
  });
  for (const { id } of data) {
    await unlessRefused(api.subscriptions.cancel(id));
  }
}

/** Deletes the customer and what they pay for; Stripe keeps the invoices. One who is gone stays so. */
export async function deleteCustomer(
  { api }: StripeLink,
  customerId: string,
): Promise<void> {
  await unlessRefused(api.customers.del(customerId));
}

/** Refused by Stripe means here: it is over already. */
async function unlessRefused(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
