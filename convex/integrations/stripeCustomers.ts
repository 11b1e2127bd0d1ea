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
