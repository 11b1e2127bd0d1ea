/** Reads Stripe's webhooks. The SDK's check would accept future times and load the whole SDK for every HTTP request. */
import { bytesOfHex } from "../../base/rules/secrets";
import { flagOf } from "../rules/flags";

/** The same as in Stripe's libraries, but in both directions. */
const TOLERANCE_S = 300;
/** Many times the size of our events. */
export const MAX_BODY = 256 * 1024;
const MAX_HEADER = 4_096;
/** Stripe sends one for each secret of the endpoint, two while one is replaced. Checking one reads the whole body. */
const MAX_SIGNATURES = 4;

/** Whether one of these secrets signed the bytes near `now`. https://docs.stripe.com/webhooks#verify-manually */
export async function isSignedByStripe(
  body: Uint8Array<ArrayBuffer>,
  header: string | null,
  secrets: readonly string[],
  now: number,
): Promise<boolean> {
  if (header === null || header.length > MAX_HEADER) return false;
  const parts = header.split(",").map((part) => part.trim().split("="));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > TOLERANCE_S) return false;
  // Only v1. v0 is for Stripe's test events and uses none of our secrets.
  const signatures = parts
    .filter(([name]) => name === "v1")
    .slice(0, MAX_SIGNATURES)
    .filter(([, value = ""]) => /^[0-9a-f]{64}$/.test(value))
    .map(([, value = ""]) => bytesOfHex(value));
  const prefix = new TextEncoder().encode(`${time}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const secret of secrets) {
    const key = await hmacKey(secret);
    for (const signature of signatures) {
      // `verify` compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, signature, signed))
        return true;
    }
  }
  return false;
}

/** The parts of an event that we need. Its copy of the subscription may be old. */
export type StripeEvent = {
  eventId: string;
  type: string;
  customerId: string | null;
  /** For a dispute, which names no customer. */
  chargeId: string | null;
};

/** Events after which we ask about the customer. */
const WANTED =
  /^(checkout\.session\.(completed|async_payment_succeeded|async_payment_failed)|customer\.subscription\.\w+|invoice\.(paid|payment_(failed|action_required)))$/;

/** The event in a signed body; null if it is invalid or not wanted. */
export function readEvent(body: Uint8Array): StripeEvent | null {
  const event = parse(new TextDecoder().decode(body));
  const object = record(record(event?.data)?.object);
  const { id, type } = event ?? {};
  if (typeof id !== "string" || typeof type !== "string") return null;
  const isWanted = WANTED.test(type) || flagOf(type) !== undefined;
  if (!isWanted || object === null) return null;
  return {
    eventId: id,
    type,
    customerId: idIn(object.customer),
    chargeId: idIn(object.charge),
  };
}

async function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", bytes, algorithm, false, [
    "verify",
  ]);
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return record(JSON.parse(text));
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> | null {
  const isObject = typeof value === "object" && value !== null;
  return isObject ? (value as Record<string, unknown>) : null;
}

function idIn(value: unknown): string | null {
  const id = typeof value === "string" ? value : record(value)?.id;
  return typeof id === "string" ? id : null;
}
