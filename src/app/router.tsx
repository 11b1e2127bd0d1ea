/** Which screen belongs to which path. Each screen is a file of its own, loaded when needed. */
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import {
  BrowserRouter,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
} from "react-router-dom";
import { isOwnerPath, paths } from "../lib/paths";
import { everyone } from "../texts/everyone";
import { AccountArea } from "./account-area";
import { appOf, pageOf, plainPath } from "./apps";
import { Drawn } from "./first-sight";
import { ScreenBoundary } from "./screen-boundary";

/** A screen's file, to be begun early (`load`) or drawn (`Screen`). */
function screen(load: () => Promise<{ default: ComponentType }>) {
  return { load, Screen: lazy(load) };
}
const screens = {
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
  [paths.adminLogin]: screen(() => import("../routes/admin/login")),
  [paths.admin]: screen(() => import("../routes/admin")),
};
/** Have no job on a phone: product.md S1. */
const WIDE_ONLY: readonly string[] = [paths.storageTest];
const NotFound = lazy(() => import("../routes/not-found"));

/** Begins to load the screen that this page was opened at. A failure is the screen's own to show. */
export function preloadScreen(): void {
  const path = plainPath(window.location.pathname);
  if (path in screens) {
    screens[path as keyof typeof screens].load().catch(() => undefined);
  }
  // Whoever logs out without a connection arrives at the login page all the same.
  if (isOwnerPath(path)) window.setTimeout(preloadLogin, LOGIN_AFTER_MS);
}

/** When a dashboard has what it needs itself, on most connections. */
const LOGIN_AFTER_MS = 8_000;

function preloadLogin(): void {
  screens[paths.login].load().catch(() => undefined);
}

const routes = Object.entries(screens).map(([path, { Screen }]) => (
  <Route
    key={path}
    path={path === paths.admin ? `${path}/*` : path}
    element={
      WIDE_ONLY.includes(path) ? (
        <Wide>
          <Screen />
        </Wide>
      ) : (
        <Screen />
      )
    }
  />
));

/** Draws the screen of the current path; while the next one loads, the last one stays. */
export function Router() {
  return (
    <BrowserRouter>
      <Suspense fallback={<Loading />}>
        <ScreenBoundary>
          <Routes>
            <Route
              element={
                <AccountArea>
                  <ScreenBoundary>
                    <Outlet />
                  </ScreenBoundary>
                </AccountArea>
              }
            >
              {routes}
            </Route>
            <Route path="*" element={<Unknown />} />
          </Routes>
        </ScreenBoundary>
        <Drawn />
        <Arrival />
      </Suspense>
    </BrowserRouter>
  );
}

/** product.md S1: on narrow screens what has no job there leads home. */
const NARROW = "(max-width: 47.99rem)";

/** A screen for wide windows only. */
function Wide({ children }: { children: ReactNode }) {
  // Read once per navigation: turning a tablet must not change the screen.
  const [narrow] = useState(() => window.matchMedia(NARROW).matches);
  return narrow ? <Navigate to={paths.home} replace /> : children;
}

/** product.md S2. */
function Unknown() {
  const { pathname } = useLocation();
  if (appOf(pathname) !== "site") return <OtherApp path={pathname} />;
  return (
    <Wide key={pathname}>
      <NotFound />
    </Wide>
  );
}

/** A link led out of this app: its page is loaded. By its file, because a host may give this app's page for every address. */
function OtherApp({ path }: { path: string }) {
  useEffect(() => {
    const { search, hash } = window.location;
    window.location.replace(pageOf(path) + search + hash);
  }, [path]);
  return <Loading />;
}

function Loading() {
  return (
    <p role="status" className="sr-only late">
      {everyone.loading}
    </p>
  );
}

let arrivedAt: string | null = null;

/** After a change of screen, or a link to the one that is open: start at the top, with the focus where the content begins. */
function Arrival() {
  const { key, pathname, hash } = useLocation();
  const place = `${key} ${pathname}`;
  useEffect(() => {
    const first = arrivedAt === null;
    if (arrivedAt === place) return;
    arrivedAt = place;
    // The browser has placed scroll and focus itself when the page was loaded.
    if (first) return;
    if (hash !== "") {
      document.getElementById(hash.slice(1))?.scrollIntoView();
      return;
    }
    window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [place, hash]);
  return null;
}
