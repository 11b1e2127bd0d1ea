/** Which paths the deployed http router answers, known without asking it. Running its actions is functions/run-action.ts. */
import type { Analysis } from "../functions/analysis/analysis-types.ts";

/** As `getRoutes()` of Convex's router gives it: a path that ends in `/*` covers everything below it. */
export type HttpRoute = { readonly path: string; readonly method: string };

/** Routes of `http.js`; none without one. */
export function httpRoutesOf({ modules }: Analysis): HttpRoute[] {
  const routes = modules["http.js"]?.httpRoutes ?? [];
  return routes.map(({ route: { path, method } }) => ({ path, method }));
}

/**
 * Whether a request is the router's. HEAD is asked of GET, as by the router; OPTIONS concerns every method of the path, so
 * that what other origins may do there is the app's word and not ours.
 */
export function isRouted(
  routes: readonly HttpRoute[],
  method: string,
  pathname: string,
): boolean {
  return routeOf(routes, method, pathname) !== undefined;
}

/** The route of such a request: an exact path before the longest prefix; the first of them for OPTIONS. */
export function routeOf(
  routes: readonly HttpRoute[],
  method: string,
  pathname: string,
): HttpRoute | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const fitting = routes.filter(
    (route) =>
      (method === "OPTIONS" || route.method === wanted) &&
      covers(route.path, pathname),
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
