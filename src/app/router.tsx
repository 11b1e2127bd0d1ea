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

type Load = () => Promise<{ default: ComponentType }>;
type Route = {
  load: Load;
  Screen: ComponentType;
  /** Needs the backend with sign-in. */
  account: boolean;
};

function route(load: Load, { account = false } = {}): Route {
  return { load, Screen: lazy(load), account };
}

const routes: Partial<Record<string, Route>> = {
  [paths.home]: route(() => import("../routes/landing")),
  [paths.login]: route(() => import("../routes/login"), { account: true }),
  [paths.signup]: route(() => import("../routes/signup"), { account: true }),
  [paths.dashboard]: route(() => import("../routes/dashboard"), {
    account: true,
  }),
};

const NotFound = lazy(() => import("../routes/not-found"));
const AccountArea = lazy(() => import("./account-area"));

/** Draws the screen of the current path. */
export function Router() {
  const pathname = usePathname();
  const current = routes[pathname.replace(/\/+$/, "") || paths.home];
  useEffect(() => {
    // Side by side with the account area, which holds the screen back until it is there.
    void current?.load();
  }, [current]);
  if (current === undefined) return <Unknown key={pathname} />;
  return (
    <Area account={current.account}>
      <Suspense fallback={<Loading />}>
        <current.Screen key={pathname} />
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
