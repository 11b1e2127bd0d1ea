/** Checks push subscriptions: anyone can send us an address (product.md AL8). https://w3c.github.io/push-api/ */
import { v, type ObjectType } from "convex/values";

/** What PushSubscription.toJSON returns: the browser's address, public key, and secret, base64url. */
export const subscriptionFields = {
  endpoint: v.string(),
  p256dh: v.string(),
  auth: v.string(),
};
export type Subscription = ObjectType<typeof subscriptionFields>;

const MAX_CHARACTERS = 1_024;
/** 65 bytes and 16 bytes, in base64url. */
const P256DH = /^[A-Za-z0-9_-]{87}$/;
const AUTH = /^[A-Za-z0-9_-]{22}$/;

/** P-256: y² = x³ - 3x + B modulo P. https://www.rfc-editor.org/rfc/rfc5903#section-3.1 */
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Hosts of Chrome and browsers based on it, Firefox, Safari and Edge. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

/** Whether all fields have the form that browsers use. @param standIn the stand-in's address; null for none */
export function isSubscription(
  { endpoint, p256dh, auth }: Subscription,
  standIn: URL | null,
): boolean {
  return (
    isPushEndpoint(endpoint, standIn) && isPoint(p256dh) && AUTH.test(auth)
  );
}

/** Whether it is an uncompressed P-256 point, which encryption needs. */
function isPoint(p256dh: string): boolean {
  if (!P256DH.test(p256dh)) return false;
  const bytes = atob(p256dh.replaceAll("-", "+").replaceAll("_", "/"));
  const hex = Array.from(bytes, (byte) =>
    byte.charCodeAt(0).toString(16).padStart(2, "0"),
  ).join("");
  const x = BigInt(`0x${hex.slice(2, 66)}`);
  const y = BigInt(`0x${hex.slice(66)}`);
  const isOnCurve = (y * y - (x * x * x - 3n * x + B)) % P === 0n;
  return hex.startsWith("04") && x < P && y < P && isOnCurve;
}

/** https on the default port of a known service, without credentials; or the stand-in. */
function isPushEndpoint(text: string, standIn: URL | null): boolean {
  if (text.length > MAX_CHARACTERS || !URL.canParse(text)) return false;
  const url = new URL(text);
  // Addresses that change when parsed (tabs, backslashes, a default port) do not come from browsers.
  if (url.href !== text || url.username !== "" || url.password !== "")
    return false;
  if (standIn !== null && url.origin === standIn.origin) return true;
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    SERVICES.some((service) => service.test(url.hostname))
  );
}
