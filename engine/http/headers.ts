/**
 * Headers of every answer of the API origin: the backend's cross-origin rules, and protection of served pages (OWASP
 * ASVS 5 §3.4).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AllowOrigin } from "../sync/origin.ts";
import { plainHost } from "./client-address.ts";

const PAGE_SOURCES: { readonly [directive: string]: readonly string[] } = {
  "default-src": ["'self'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:", "blob:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "worker-src": ["'self'"],
  "manifest-src": ["'self'"],
  "object-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'self'"],
  "frame-ancestors": ["'none'"],
};

const YEAR_SECONDS = 31_536_000;

const PROTECTION = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(), payment=(self), usb=()",
  // Foreign pages can neither control a window of ours nor load our resources.
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const HSTS = "Strict-Transport-Security";

/** For all answers; a handler may replace headers that do not fit. */
export function setCommonHeaders(
  response: ServerResponse,
  isHttps: boolean,
): void {
  for (const [name, value] of Object.entries(PROTECTION))
    response.setHeader(name, value);
  if (isHttps)
    response.setHeader(HSTS, `max-age=${YEAR_SECONDS}; includeSubDomains`);
}

/** For answers of the app, which sets its own headers, as on the backend. */
export function removeCommonHeaders(response: ServerResponse): void {
  for (const name of [...Object.keys(PROTECTION), HSTS])
    response.removeHeader(name);
}

/**
 * The policy of a page: it may load from and connect to its own origin, and to its socket, which older browsers need
 * listed.
 * @param styles sources of the page's inline styles
 */
export function pagePolicy(
  request: IncomingMessage,
  styles: readonly string[],
): string {
  const host = plainHost(request);
  const sockets = host === null ? [] : [`ws://${host}`, `wss://${host}`];
  const directives = new Map(Object.entries(PAGE_SOURCES));
  const add = (name: string, sources: readonly string[]): void => {
    directives.set(name, [...(directives.get(name) ?? []), ...sources]);
  };
  add("connect-src", sockets);
  add("style-src", styles);
  return [...directives]
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/**
 * The backend's rules for `/api`: an allowed page may send any header, and by default all pages are allowed. There are
 * no cookies and only the Authorization header identifies a caller, so a foreign page can do no more than a foreign
 * program.
 */
export function setCors(
  request: IncomingMessage,
  response: ServerResponse,
  allowOrigin: AllowOrigin,
): void {
  const { origin } = request.headers;
  response.setHeader(
    "Vary",
    "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  );
  if (origin === undefined) return;
  if (!allowOrigin(origin, request.headers.host ?? "")) return;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Allow-Credentials", "true");
}

/** Answers a preflight request. */
export function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const asked = request.headers["access-control-request-headers"];
  response.setHeader(
    "Access-Control-Allow-Methods",
    "GET,POST,OPTIONS,PATCH,DELETE,PUT",
  );
  if (asked !== undefined)
    response.setHeader("Access-Control-Allow-Headers", asked);
  response.setHeader("Access-Control-Max-Age", "86400");
  response.writeHead(200, { "Content-Length": 0 }).end();
}
