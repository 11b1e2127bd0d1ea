/** The owners' app: sign-in, payment, the dashboard. */
import "./site.css";
import { Viewing } from "../features/viewing/viewing";
import { paths } from "../lib/address/paths";
import { screen } from "./router";
import { startSite } from "./start-site";

export const start = startSite({
  name: "site",
  login: paths.login,
  frame: Viewing,
  screens: {
    [paths.login]: screen(() => import("../routes/login")),
    [paths.signup]: screen(() => import("../routes/signup")),
    [paths.invitation]: screen(() => import("../routes/invitation")),
    [paths.tablet]: screen(() => import("../routes/tablet")),
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
    [paths.team]: screen(() => import("../routes/team")),
    [paths.reports]: screen(() => import("../routes/reports")),
    [paths.storageTest]: screen(() => import("../routes/storage-test")),
    [paths.unsubscribe]: screen(() => import("../routes/unsubscribe")),
    [paths.poster]: screen(() => import("../routes/poster")),
    [paths.support]: screen(() => import("../routes/support")),
  },
});
