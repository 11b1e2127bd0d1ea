/**
 * Which HTTP action answers a request: the app's, or that of a component that is mounted on its path. Pure; what there is was
 * found out when it was pushed. Running the action is run-action.ts.
 * Source: http_routing.rs of get-convex/convex-backend, crates/application/src/application_function_runner.
 */
import type { Analysis } from "./analysis/analysis-types.ts";
import { childPath } from "./paths.ts";

/** As `getRoutes()` of Convex's router gives it: a path that ends in `/*` covers everything below it. */
export type HttpRoute = { readonly path: string; readonly method: string };

/** What the app, or a component, serves. */
export type HttpPlace = {
  /** Of its `http.js`; null without one. */
  readonly routes: readonly HttpRoute[] | null;
  /** Names of components that it uses, by the path that each is mounted on, which begins and ends with a slash. */
  readonly mounts: Readonly<Record<string, string>>;
  /** What the paths of the app's own routes begin with, if anything. */
  readonly prefix?: string;
};

/** By path of the component; "" is the app. */
export type FindPlace = (component: string) => HttpPlace | undefined;

export type HttpTarget = {
  readonly component: string;
  /** What its router is asked for. */
  readonly path: string;
  /** With the path as clients write it; null where the router has none and says so itself. */
  readonly route: HttpRoute | null;
};

/** Routes of `http.js`; null without one. */
export function httpRoutesOf({ modules }: Analysis): HttpRoute[] | null {
  const routes = modules["http.js"]?.httpRoutes ?? null;
  return (
    routes && routes.map(({ route: { path, method } }) => ({ path, method }))
  );
}

/**
 * Whether a request is some router's. HEAD is asked of GET, as by the router; OPTIONS concerns every method of the path, so
 * that what other origins may do there is the app's word and not ours.
 */
export function isRouted(
  find: FindPlace,
  method: string,
  pathname: string,
): boolean {
  const methods = method === "OPTIONS" ? METHODS : [method];
  return methods.some((one) => routeHttp(find, one, pathname)?.route);
}

const METHODS = ["OPTIONS", "GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * An exact path comes first, then the longest of prefixes and mounts; a component that is mounted decides alone about what is
 * below it. @returns null where nobody has HTTP actions
 */
export function routeHttp(
  find: FindPlace,
  method: string,
  pathname: string,
): HttpTarget | null {
  let component = "";
  let path = pathname;
  let above = "";
  for (;;) {
    const place = find(component);
    const { routes = null, mounts = {}, prefix = "/" } = place ?? {};
    const base = prefix.slice(0, -1);
    const own = path.startsWith(prefix) ? path.slice(base.length) : null;
    const isOwn = routes !== null && own !== null;
    const found = isOwn ? routeOf(routes, method, own) : undefined;
    const [mount] = Object.keys(mounts)
      .filter((one) => path.startsWith(one))
      .sort((a, b) => b.length - a.length);
    const isFarther =
      found?.path.endsWith("/*") === true &&
      mount !== undefined &&
      mount.length >= base.length + found.path.length - 1;
    // Guard untested: only then is one found; the check is for the type.
    if (isOwn && found !== undefined && !isFarther) {
      const shown = `${above}${base}${found.path}`;
      return { component, path: own, route: { ...found, path: shown } };
    }
    if (mount === undefined)
      return isOwn ? { component, path: own, route: null } : null;
    component = childPath(component, mounts[mount] ?? "");
    path = path.slice(mount.length - 1);
    above += mount.slice(0, -1);
  }
}

/** The path that a component's actions are served under, which ends with a slash; null when it is not mounted. */
export function mountedAt(find: FindPlace, component: string): string | null {
  const slash = component.lastIndexOf("/");
  const parent = component.slice(0, Math.max(slash, 0));
  const name = component.slice(slash + 1);
  const mounts = Object.entries(find(parent)?.mounts ?? {});
  const [mount] = mounts.find(([, child]) => child === name) ?? [];
  if (mount === undefined) return null;
  const above = parent === "" ? null : mountedAt(find, parent);
  return above === null ? mount : `${above.slice(0, -1)}${mount}`;
}

/** An exact path before the longest prefix. */
function routeOf(
  routes: readonly HttpRoute[],
  method: string,
  pathname: string,
): HttpRoute | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const fitting = routes.filter(
    (route) => route.method === wanted && covers(route.path, pathname),
  );
  return fitting.reduce<HttpRoute | undefined>(
    (best, route) => (isNearer(route, best) ? route : best),
    undefined,
  );
}

function isNearer({ path }: HttpRoute, other: HttpRoute | undefined): boolean {
  if (other === undefined) return true;
  const isPrefix = path.endsWith("/*");
  if (isPrefix !== other.path.endsWith("/*")) return !isPrefix;
  return path.length > other.path.length;
}

function covers(path: string, pathname: string): boolean {
  return path.endsWith("/*")
    ? pathname.startsWith(path.slice(0, -1))
    : path === pathname;
}
