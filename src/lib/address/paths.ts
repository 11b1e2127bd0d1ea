/** Every address of the product. The screen of each is in app/. */
// With .ts, because build/ loads this file in Node.
import { privacyPath, termsPath } from "./legal-paths.ts";

export const paths = {
  home: "/",
  bookDemo: "/book-demo",
  login: "/login",
  signup: "/signup",
  /** Its fragment is the secret: convex/team/rules/mails.ts. */
  invitation: "/invitation",
  /** A shop's tablet is paired there; the fragment may be the code. */
  tablet: "/tablet",
  forgotPassword: "/forgot-password",
  emailConfirmation: "/email-confirmation",
  paymentRequired: "/payment-required",
  checkoutSuccess: "/checkout-success",
  subscriptionSuccess: "/subscription-success",
  setup: "/setup",
  dashboard: "/dashboard",
  profile: "/profile",
  team: "/team",
  reports: "/reports",
  poster: "/poster",
  support: "/support",
  join: "/join",
  /** With a shop's short address below it: short.ts. */
  short: "/j",
  display: "/display",
  storageTest: "/storage-test",
  unsubscribe: "/unsubscribe",
  privacy: privacyPath,
  terms: termsPath,
  /** The addresses below it are in admin-paths.ts. */
  admin: "/admin",
  adminLogin: "/admin/login",
} as const;

const OWNER_PATHS: readonly string[] = [
  paths.subscriptionSuccess,
  paths.setup,
  paths.dashboard,
  paths.profile,
  paths.team,
  paths.reports,
  paths.poster,
  paths.support,
  paths.admin,
];

/** Whether a page is the signed-in owner's own, or an admin's. */
export function isOwnerPath(pathname: string): boolean {
  return OWNER_PATHS.some((path) => isAtOrBelow(pathname, path));
}

export function isAtOrBelow(pathname: string, page: string): boolean {
  return pathname === page || pathname.startsWith(`${page}/`);
}

/** The profile with the card 'Who can join and book' open. */
export const visitRulesPath = `${paths.profile}?edit=visits#visits`;

/** Sign-up with a plan already chosen. */
export function signupPath(plan: string): string {
  return `${paths.signup}?plan=${encodeURIComponent(plan)}`;
}

/** The demo form with its message field in focus. */
export const messagePath = `${paths.bookDemo}#message`;

/** The login page, leading back to the wanted page. */
export function loginPath(wanted: string): string {
  return `${paths.login}?redirect=${encodeURIComponent(wanted)}`;
}

export function joinUrl(
  businessId: string,
  queueId: string | null = null,
): string {
  const url = `${window.location.origin}${paths.join}?b=${encodeURIComponent(businessId)}`;
  return queueId === null ? url : `${url}&q=${encodeURIComponent(queueId)}`;
}

/** The dashboard after a lapse, for the people still in the queues. */
export const servePath = `${paths.dashboard}?serve`;
