/** Maps addresses to the screens of an app with sign-in. The tables are in site-app.tsx and admin-app.tsx. */
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
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
} from "react-router-dom";
import { loadQuietly } from "../lib/server/newer-version";
import { paths } from "../lib/address/paths";
import { everyone } from "../strings/everyone";
import { AccountArea } from "./account-area";
import { appOf, pageOf, plainPath, type AppName } from "./apps";
import { Arrival } from "./arrival";
import { Drawn } from "./first-sight";
import { ScreenBoundary } from "./screen-boundary";

export function screen(load: () => Promise<{ default: ComponentType }>) {
  return { load, Screen: lazy(load) };
}
type Screens = Record<string, ReturnType<typeof screen>>;

export type Site = {
  name: AppName;
  /** By address, or by a pattern of addresses that one screen renders. */
  screens: Screens;
  /** The login page: one of `screens`. */
  login: string;
  frame: ComponentType<{ children: ReactNode }>;
};

/** These have no use on a phone (product.md S1). */
const WIDE_ONLY: readonly string[] = [paths.storageTest];
const NotFound = lazy(() => import("../routes/not-found"));

/** Starts to load the screen of the page's address. The screen itself reports a failure. */
export function preloadScreen({ screens }: Site): void {
  const path = plainPath(window.location.pathname);
  load(
    screens,
    Object.keys(screens).find((pattern) => matchPath(pattern, path)),
  );
}

/** Quietly: the render loads it again, and then reports a failure. */
function load(screens: Screens, pattern = ""): void {
  void loadQuietly(async () => screens[pattern]?.load()).catch(() => {});
}

/** Renders the screen of the current path. While the next one loads, the last one stays. */
export function Router({ name, screens, login, frame }: Site) {
  return (
    <BrowserRouter>
      <Suspense fallback={<Loading />}>
        <ScreenBoundary>
          <Routes>
            <Route
              element={
                <AccountArea frame={frame}>
                  <ScreenBoundary>
                    <Outlet />
                  </ScreenBoundary>
                </AccountArea>
              }
            >
              {Object.entries(screens).map(([path, { Screen }]) => (
                <Route
                  key={path}
                  path={path}
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
              ))}
            </Route>
            <Route path="*" element={<Unknown app={name} />} />
          </Routes>
        </ScreenBoundary>
        <Drawn />
        <LoginAtHand {...{ screens, login }} />
        <Arrival />
      </Suspense>
    </BrowserRouter>
  );
}

/** Loads the login page once the first screen is drawn: a logout needs it, and works without a connection. */
function LoginAtHand({ screens, login }: Pick<Site, "screens" | "login">) {
  useEffect(() => load(screens, login), [screens, login]);
  return null;
}

/** product.md S1: on narrow screens, wide-only addresses lead home. */
const NARROW = "(max-width: 47.99rem)";

function Wide({ children }: { children: ReactNode }) {
  // Read once per navigation: turning a tablet must not change the screen.
  const [narrow] = useState(() => window.matchMedia(NARROW).matches);
  return narrow ? <Navigate to={paths.home} replace /> : children;
}

const openedAt = window.location.pathname;

/** product.md S2. */
function Unknown({ app }: { app: AppName }) {
  const { pathname } = useLocation();
  // A host that served this app's page there would serve it again, endlessly.
  if (appOf(pathname) !== app && pageOf(pathname) !== openedAt)
    return <OtherApp path={pathname} />;
  return (
    <Wide key={pathname}>
      <NotFound />
    </Wide>
  );
}

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
