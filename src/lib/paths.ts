/** Every address of the product, once. What is shown at each is in app/. */

export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  dashboard: "/dashboard",
  join: "/join",
} as const;

/** Sign-up with a plan already chosen. */
export function signupPath(plan: string): string {
  return `${paths.signup}?plan=${encodeURIComponent(plan)}`;
}

/** Login that leads back to where somebody wanted to go. */
export function loginPath(wanted: string): string {
  return `${paths.login}?redirect=${encodeURIComponent(wanted)}`;
}

/** The public address of a business's join page, as printed in QR codes. */
export function joinUrl(businessId: string): string {
  return `${window.location.origin}${paths.join}?b=${encodeURIComponent(businessId)}`;
}

/**
 * A path of our own that a query parameter may send people to, else the
 * fallback. Refuses other origins, "//host" and "/\host".
 */
export function ownPath(wanted: string | null, fallback: string): string {
  if (wanted === null || !wanted.startsWith("/")) return fallback;
  const url = URL.parse(wanted, window.location.origin);
  if (url === null || url.origin !== window.location.origin) return fallback;
  if (/^\/[/\\]/.test(wanted)) return fallback;
  return url.pathname + url.search + url.hash;
}
