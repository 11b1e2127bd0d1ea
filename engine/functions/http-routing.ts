/**
 * Finds the HTTP action for a request: the app's, or that of a component mounted on its path. Pure.
 * Source: http_routing.rs of get-convex/convex-backend, crates/application/src/application_function_runner.
 */
import type { Analysis } from "./analysis/analysis-types.ts";
import { childPath } from "./paths.ts";

/** As `getRoutes()` of Convex's router gives it: a path that ends in `/*` covers everything below it. */
export type HttpRoute = { readonly path: string; readonly method: string };

/** HTTP routes and mounts of the app, or of a component. */
export type HttpPlace = {
  /** Of its `http.js`; null without one. */
  readonly routes: readonly HttpRoute[] | null;
  /** Names of used components by mount path, which begins and ends with a slash. */
  readonly mounts: Readonly<Record<string, string>>;
  /** Path prefix of the app's own routes, if any. */
  readonly prefix?: string;
};

/** By path of the component; "" is the app. */
export type FindPlace = (component: string) => HttpPlace | undefined;

export type HttpTarget = {
  readonly component: string;
  /** The path to give to its router. */
  readonly path: string;
  /** With the path as clients write it; null if the router has no match and answers 404 itself. */
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
 * Whether any router has a route for the request. HEAD matches GET, as in the router. OPTIONS matches every method of
 * the path, because the app decides about other origins there.
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
 * An exact path wins, then the longest prefix or mount; a mounted component alone decides about the paths below it.
 * @returns null if there are no HTTP actions for the path
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
    // Guard untested: a route is only found then; the check is for the type.
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

/** Path of a component's actions, which ends with a slash; null when it is not mounted. */
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
