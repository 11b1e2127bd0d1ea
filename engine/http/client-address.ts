/**
 * The client's address, and the origin it used. Headers added by proxies count only when a proxy is configured;
 * otherwise any client could forge them.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestInfo } from "../functions/function-types.ts";
import { addressIn } from "../values/network.ts";

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/**
 * @param behindProxy trust the last hop of `X-Forwarded-For`, which the proxy wrote; everything before it may be
 * forged. A port behind the address is dropped, because it differs for each connection.
 */
export function requestInfo(
  request: IncomingMessage,
  behindProxy: boolean,
): RequestInfo {
  const forwarded = behindProxy ? last(request, "x-forwarded-for") : undefined;
  return {
    ip: addressIn(forwarded ?? "") ?? request.socket.remoteAddress ?? null,
    userAgent: request.headers["user-agent"] ?? null,
  };
}

/** Aborted when the client disconnects before it has its whole answer. */
export function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const look = () => {
    if (response.destroyed && !response.writableFinished) gone.abort();
  };
  look();
  response.once("close", look);
  return gone.signal;
}

/** The origin the client used, or null when no trusted header gives it. */
export function forwardedOrigin(
  request: IncomingMessage,
  behindProxy: boolean,
): string | null {
  if (!behindProxy) return null;
  const proto = last(request, "x-forwarded-proto");
  const host = last(request, "x-forwarded-host") ?? request.headers.host;
  if (proto !== "http" && proto !== "https") return null;
  return host !== undefined && HOST.test(host) ? `${proto}://${host}` : null;
}

/** The Host header if it is well-formed, else null. */
export function plainHost(request: IncomingMessage): string | null {
  const { host } = request.headers;
  return host !== undefined && HOST.test(host) ? host : null;
}

function last(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  const list = Array.isArray(value) ? value.join(",") : value;
  return list?.split(",").at(-1)?.trim() || undefined;
}
