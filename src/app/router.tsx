/** Which screen belongs to which path. Each screen is a file of its own, loaded when needed. */
import {
  lazy,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { navigate, usePathname } from "../lib/location";
import { paths } from "../lib/paths";

type Screen = { default: ComponentType };
type Route = {
  load: () => Promise<Screen>;
  /** Needs the backend with sign-in. */
  account: boolean;
};

const routes: Record<string, Route> = {
  [paths.home]: { load: () => import("../routes/landing"), account: false },
  [paths.login]: { load: () => import("../routes/login"), account: true },
  [paths.signup]: { load: () => import("../routes/signup"), account: true },
  [paths.dashboard]: {
    load: () => import("../routes/dashboard"),
    account: true,
  },
};

const NotFound = lazy(() => import("../routes/not-found"));

const loadAccountArea = () => import("./account-area");
const AccountArea = lazy(loadAccountArea);

const screens = new Map<Route, ComponentType>();

/** The lazy component of a route, made once; its files start loading at once and side by side. */
function screenOf(route: Route): ComponentType {
  const known = screens.get(route);
  if (known !== undefined) return known;
  if (route.account) void loadAccountArea();
  const loading = route.load();
  const screen = lazy(() => loading);
  screens.set(route, screen);
  return screen;
}

/** Draws the screen of the current path. */
export function Router() {
  const pathname = usePathname();
  const route = routes[pathname.replace(/\/+$/, "") || paths.home];
  if (route === undefined) return <Unknown key={pathname} />;
  const Screen = screenOf(route);
  return (
    <Area account={route.account}>
      <Suspense fallback={<Loading />}>
        <Screen key={pathname} />
        <Arrival pathname={pathname} />
      </Suspense>
    </Area>
  );
}

/** Specification, public part §2: on narrow screens an unknown path leads home, elsewhere to the 404 page. */
const NARROW = "(max-width: 47.99rem)";

function Unknown() {
  // Read once per navigation: turning a tablet must not change the screen.
  const [narrow] = useState(() => window.matchMedia(NARROW).matches);
  useEffect(() => {
    if (narrow) navigate(paths.home, { replace: true });
  }, [narrow]);
  if (narrow) return null;
  return (
    <Suspense fallback={<Loading />}>
      <NotFound />
    </Suspense>
  );
}

function Area({
  account,
  children,
}: {
  account: boolean;
  children: ReactNode;
}) {
  if (!account) return children;
  return (
    <Suspense fallback={<Loading />}>
      <AccountArea>{children}</AccountArea>
    </Suspense>
  );
}

function Loading() {
  return (
    <p role="status" className="sr-only late">
      Loading...
    </p>
  );
}

let arrivedAt: string | null = null;

/** After a change of screen: start at the top, with the focus where the content begins. */
function Arrival({ pathname }: { pathname: string }) {
  useEffect(() => {
    const first = arrivedAt === null;
    if (arrivedAt === pathname) return;
    arrivedAt = pathname;
    // The browser has placed scroll and focus itself when the page was loaded.
    if (first) return;
    const target = window.location.hash.slice(1);
    if (target !== "") document.getElementById(target)?.scrollIntoView();
    else window.scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
