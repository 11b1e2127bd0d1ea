/** The app of owners: sign-in, payment, the dashboard. */
import "./site.css";
import { late } from "../lib/late";
import { useSession } from "../lib/me";
import { paths } from "../lib/paths";
import { screen } from "./router";
import { startSite } from "./start-site";

// For admins alone.
const bar = late(() => import("../features/viewing/viewing-bar"));

/** Draws the app into `root`. */
export const start = startSite({
  name: "site",
  login: paths.login,
  bar: <Viewing />,
  screens: {
    [paths.login]: screen(() => import("../routes/login")),
    [paths.signup]: screen(() => import("../routes/signup")),
    [paths.forgotPassword]: screen(() => import("../routes/forgot-password")),
    [paths.emailConfirmation]: screen(
      () => import("../routes/email-confirmation"),
    ),
    [paths.paymentRequired]: screen(() => import("../routes/payment-required")),
    [paths.checkoutSuccess]: screen(() => import("../routes/checkout-success")),
    [paths.subscriptionSuccess]: screen(
      () => import("../routes/subscription-success"),
    ),
    [paths.setup]: screen(() => import("../routes/setup")),
    [paths.dashboard]: screen(() => import("../routes/dashboard")),
    [paths.profile]: screen(() => import("../routes/profile")),
    [paths.reports]: screen(() => import("../routes/reports")),
    [paths.storageTest]: screen(() => import("../routes/storage-test")),
    [paths.unsubscribe]: screen(() => import("../routes/unsubscribe")),
    [paths.poster]: screen(() => import("../routes/poster")),
    [paths.support]: screen(() => import("../routes/support")),
  },
});

/** product.md O52: over every page of an owner while an admin looks at it. */
function Viewing() {
  const session = useSession();
  if (session.is !== "signedIn" || session.me.viewing === null) return null;
  return <bar.Screen business={session.me.business} fallback={null} />;
}
