/** The settings with which a deployment sells plans. The fake Stripe is in stripe-fake.ts. */
import { vi } from "vitest";

export const PAYMENT_VARIABLES = {
  SITE_URL: "https://shop.example",
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PRICE_STARTER: "price_starter",
  STRIPE_PRICE_PRO: "price_pro",
} as const;

/** Applies until `vi.unstubAllEnvs`. */
export function stubPayments(): void {
  for (const [name, value] of Object.entries(PAYMENT_VARIABLES))
    vi.stubEnv(name, value);
}
