/**
 * Headers that every answer of the API origin carries: cross-origin rules of the API, as the backend has them, and
 * protection of the pages we serve (OWASP ASVS 5 §3.4).
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
  // Pages of others neither hold a page of ours in their hands nor load what is ours as theirs.
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
const HSTS = "Strict-Transport-Security";

/** For everything; a handler may replace what does not fit. */
export function setCommonHeaders(
  response: ServerResponse,
  isHttps: boolean,
): void {
  for (const [name, value] of Object.entries(PROTECTION))
    response.setHeader(name, value);
  if (isHttps)
    response.setHeader(HSTS, `max-age=${YEAR_SECONDS}; includeSubDomains`);
}

/** For what the app answers: its pages are its business, as in the backend. */
export function removeCommonHeaders(response: ServerResponse): void {
  for (const name of [...Object.keys(PROTECTION), HSTS])
    response.removeHeader(name);
}

/**
 * What a page may load and talk to: ourselves, and the socket of ourselves, which older browsers want named.
 * @param styles sources of the styles that stand in the page
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
 * The backend's rules for `/api`: a page that is allowed may call with any header, and the backend allows all. There are no
 * cookies, so a foreign page can do no more than a foreign program; who calls is told by the Authorization header only.
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
