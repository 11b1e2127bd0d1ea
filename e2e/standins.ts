/** The state of the stand-ins for Stripe, Twilio, pushes and e-mail, read through their endpoints. Clicks nothing. */

import { must } from "../convex/base/rules/errors.ts";

type Subscription = {
  readonly id: string;
  readonly status: string;
  readonly items: { readonly data: readonly { price: { id: string } }[] };
};
export type Mail = {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: readonly { readonly content: string }[];
};
const address = (): string => process.env["E2E_STANDINS"] ?? "";

/** Every subscription of the customers with this address, including ended ones, as Stripe's own API lists them. */
export async function subscriptionsOf(email: string): Promise<Subscription[]> {
  const customers = await stripe<{ id: string }>(
    `/v1/customers?email=${encodeURIComponent(email)}`,
  );
  const lists = await Promise.all(
    customers.map(({ id }) =>
      stripe<Subscription>(`/v1/subscriptions?customer=${id}&status=all`),
    ),
  );
  return lists.flat();
}

/** Plan and state of each, such as "price_pro active". */
export async function plansPaidBy(email: string): Promise<string[]> {
  const subscriptions = await subscriptionsOf(email);
  return subscriptions.map(
    ({ status, items }) =>
      `${items.data.map(({ price }) => price.id).join("+")} ${status}`,
  );
}

/** Lets time pass for a subscription. @throws Error with the stand-in's words when it cannot */
export async function advance(
  subscription: string,
  to: "past_due" | "unpaid" | "canceled" | "renewed",
): Promise<void> {
  const response = await fetch(`${address()}/_standin/stripe/advance`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ subscription, to }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Pays at a checkout like its form. @throws Error when that is refused */
export async function payFor(checkout: string): Promise<void> {
  const response = await fetch(checkout, {
    method: "POST",
    body: new URLSearchParams({ card: "4242 4242 4242 4242" }),
    redirect: "manual",
  });
  if (response.status !== 303) throw new Error(await response.text());
}

/** The mails to an address, newest first. */
export async function lettersTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${address()}/_standin/mail/messages`);
  const { messages } = (await response.json()) as { messages: Mail[] };
  return messages.filter(({ to }) => to.includes(email));
}
export const mailsTo = async (email: string): Promise<string[]> =>
  (await lettersTo(email)).map(({ text }) => text ?? "");
type Text = {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly way: "in" | "out";
};
/** How many of the thousand numbers a worker can use before it reaches those of the next one. */
const PER_WORKER = 50;
let given = 0;
/** A number reserved for drama by Ofcom, different for each test. Random numbers collided. */
export function newPhone(): string {
  const worker = Number(process.env["TEST_WORKER_INDEX"] ?? 0);
  const number = (worker * PER_WORKER + (given++ % PER_WORKER)) % 1_000;
  return `+447700900${String(number).padStart(3, "0")}`;
}

/** Texts sent to a number, newest first. */
export async function textsTo(phone: string): Promise<Text[]> {
  const response = await fetch(`${address()}/_standin/twilio/messages`);
  const { messages } = (await response.json()) as { messages: Text[] };
  return messages.filter(({ to, way }) => to === phone && way === "out");
}

/** The stand-in's account for a shop's own credentials. */
export async function ownTwilio() {
  const response = await fetch(`${address()}/_standin/twilio/accounts`);
  const { accounts } = (await response.json()) as {
    accounts: { sid: string; token: string; number: string }[];
  };
  return must(accounts[1], "the shop's own account");
}

/** A customer's phone texts one of our numbers. @throws Error with the stand-in's words */
export async function textFrom(phone: string, to: string, body: string) {
  const response = await fetch(`${address()}/_standin/twilio/inbound`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ from: phone, to, body }),
  });
  if (!response.ok) throw new Error(await response.text());
}

export type PushPhone = {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

/** A subscription at the stand-in for a push service, which holds its private half. */
export async function newPushPhone(): Promise<PushPhone> {
  const at = `${address()}/_standin/push/phones`;
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(at, { method: "POST", headers, body: "{}" });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as PushPhone;
}

/** The decrypted pushes to it, newest first. */
export async function pushesTo({ id }: PushPhone): Promise<string[]> {
  const response = await fetch(`${address()}/_standin/push/messages`);
  const { messages } = (await response.json()) as {
    messages: { phone: string; payload: string }[];
  };
  return messages
    .filter(({ phone }) => phone === id)
    .map(({ payload }) => payload);
}

async function stripe<T>(path: string): Promise<T[]> {
  const key = process.env["E2E_STRIPE_KEY"] ?? "";
  const response = await fetch(`${address()}${path}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: T[] }).data;
}
