/** Routes of the API origin and their matching. Other folders define the routes. */
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Answers one request. A rejection becomes a `{code, message}` answer (http-error.ts) unless headers are already sent.
 * @param url the request's URL; its origin is meaningless.
 */
export type Handle = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => void | Promise<void>;

export type Route = {
  /** `GET` also answers HEAD. */
  readonly method: "GET" | "POST";
  /** Exactly one of the two. A prefix ends in `/`. Exact paths win, then the longest matching prefix. */
  readonly path?: string;
  readonly prefix?: string;
  readonly handle: Handle;
};

export class RouteTable {
  readonly #exact = new Map<string, Route[]>();
  readonly #prefixes: { readonly prefix: string; routes: Route[] }[] = [];

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
    this.#prefixes.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  /**
   * The route for a request; the allowed methods when only the method does not match (405); null when the path is
   * unknown.
   */
  find(method: string, pathname: string): Route | readonly string[] | null {
    const routes =
      this.#exact.get(pathname) ??
      this.#prefixes.find(({ prefix }) => pathname.startsWith(prefix))?.routes;
    if (routes === undefined) return null;
    const wanted = method === "HEAD" ? "GET" : method;
    return (
      routes.find((route) => route.method === wanted) ??
      routes.map((route) => route.method)
    );
  }

  #add(route: Route): void {
    const { path, prefix } = route;
    if (path !== undefined) {
      const same = this.#exact.get(path);
      if (same === undefined) this.#exact.set(path, [route]);
      else same.push(route);
    } else if (prefix !== undefined) {
      const same = this.#prefixes.find((other) => other.prefix === prefix);
      if (same === undefined) this.#prefixes.push({ prefix, routes: [route] });
      else same.routes.push(route);
    }
  }
}
