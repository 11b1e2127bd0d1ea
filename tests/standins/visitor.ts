/** A visitor of the pages without a browser. Follows no redirects, so that a test sees where they lead. */
import type Stripe from "stripe";
import { PAYS, STARTER, type Shop } from "./open-shop.ts";

export type Seen = {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
};

export const visit = async (url: string): Promise<Seen> =>
  seen(await fetch(url, { redirect: "manual" }));

export const submit = async (
  url: string,
  fields: Record<string, string> = {},
): Promise<Seen> =>
  seen(
    await fetch(url, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    }),
  );

async function seen(response: Response): Promise<Seen> {
  const text = await response.text();
  return {
    status: response.status,
    location: response.headers.get("location"),
    text,
  };
}

/** Sends JSON to one of the stand-ins' own switches. */
export async function control(
  { origin }: Shop,
  path: string,
  body: unknown,
): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`${origin}/_standin/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json() };
}

/** Starts a checkout session as the product does. */
export async function startCheckout(
  { stripe }: Shop,
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: STARTER, quantity: 1 }],
    success_url: "http://shop.test/done?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://shop.test/pricing",
    customer_email: "ann@shop.test",
    client_reference_id: "user-1",
    ...changes,
  });
}

/** A paid subscription whose events have been delivered. */
export async function subscribed(
  shop: Shop,
): Promise<{ subscription: Stripe.Subscription; customer: string }> {
  const before = shop.endpoint.received.length;
  const session = await startCheckout(shop);
  await submit(String(session.url), { card: PAYS });
  await shop.endpoint.until(before + 4);
  const { data } = await shop.stripe.subscriptions.list();
  const [subscription] = data;
  if (subscription === undefined) throw new Error("no subscription");
  const { customer } = subscription;
  if (typeof customer !== "string") throw new Error("expanded unasked");
  return { subscription, customer };
}
