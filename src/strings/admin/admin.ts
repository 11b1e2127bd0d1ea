/** The frame of the admin portal: header, menu, and shared strings. The pages have separate tables. */
import { strings } from "../language/language";

import { counting } from "../language/intl";

const counted = counting("en");

export const admin = strings("admin", {
  /** Beside the mark. */
  badge: "Admin",
  home: "Yourturn, admin overview",
  signOut: "Sign Out",
  /** Of the product. */
  version: (version: string) => `Yourturn ${version}`,
  menu: {
    name: "Admin sections",
    more: "More",
    unread: (count: number) =>
      counted(count, { one: "# unread", other: "# unread" }),
    /** Above the pages about the platform, not about a single business. */
    platform: "Platform",
    overview: "Overview",
    businesses: "Businesses",
  },
  logIn: "Admin login",
  gate: {
    required: "Admin Access Required",
    notAdmin: "Your account isn't an admin of this platform.",
    toDashboard: "Go to Dashboard",
    failed: "Admin Check Failed",
    failedMeaning:
      "We couldn't check whether this account is an admin, so you have been logged out.",
  },
  loading: "Loading...",
  failed: "This part of the page could not be loaded.",
  /** An address without a page in the portal. */
  notFound: {
    title: "Page not found",
    toOverview: "Go to overview",
  },
});
