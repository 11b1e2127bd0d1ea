/**
 * What a browser gives us to push to, and where we send: the push services of
 * the browsers' makers and nowhere else, because anybody may send us an
 * address (product.md AL8). https://w3c.github.io/push-api/
 */

/** What PushSubscription.toJSON gives. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

const MOST_CHARACTERS = 1_024;
/** An uncompressed point of P-256, 65 bytes, and 16 bytes, in base64url. */
const P256DH = /^B[A-Za-z0-9_-]{86}$/;
const AUTH = /^[A-Za-z0-9_-]{22}$/;

/** Hosts of Chrome and what is built on it, Firefox, Safari and Edge. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.push\.apple\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
];

/** Whether all of it has the one form that browsers give it. @param standIn where the stand-in is; null for none */
export function isSubscription(
  { endpoint, p256dh, auth }: Subscription,
  standIn: URL | null,
): boolean {
  return (
    isPushEndpoint(endpoint, standIn) && P256DH.test(p256dh) && AUTH.test(auth)
  );
}

/** Whether we send there: https at the port of https of a service that we know, without a name to sign in with; or our own stand-in. */
export function isPushEndpoint(text: string, standIn: URL | null): boolean {
  if (text.length > MOST_CHARACTERS || !URL.canParse(text)) return false;
  const url = new URL(text);
  // Written otherwise than it is read, as with tabs, backslashes or an own port: nothing that a browser gives.
  if (url.href !== text || url.username !== "" || url.password !== "") {
    return false;
  }
  if (standIn !== null && url.origin === standIn.origin) return true;
  return (
    url.protocol === "https:" &&
    url.port === "" &&
    SERVICES.some((service) => service.test(url.hostname))
  );
}
