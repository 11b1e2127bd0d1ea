/** Who may see the outbox and set the switches: programs and browsers of this machine that address it by its own name. */
import { isIP } from "node:net";

export function isThisMachine(peer: string | undefined): boolean {
  return (
    peer === "::1" ||
    peer?.startsWith("127.") === true ||
    peer?.startsWith("::ffff:127.") === true
  );
}

/** Whether a proxy on this machine forwarded the request. Then the other end is only the proxy. */
export function isPassedOn(
  headers: Readonly<Record<string, unknown>>,
): boolean {
  const traces = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];
  return traces.some((name) => headers[name] !== undefined);
}

/** Whether the Host header can only be ours: a foreign name that resolves to us (DNS rebinding) could read answers. */
export function isOwnHost(host: string | undefined, origin: string): boolean {
  if (host === undefined) return false;
  if (host === new URL(origin).host) return true;
  const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || isIP(name) !== 0;
}

/**
 * Whether a change can only come from our own pages or a program. A foreign page may send forms and plain text without
 * a preflight, but no JSON (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
 */
export function isOwnDoing(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  const { origin, host } = headers;
  if (origin !== undefined) {
    const from = String(origin);
    return URL.canParse(from) && new URL(from).host === host;
  }
  return isJson(headers["content-type"]);
}

export function isJson(type: string | string[] | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(String(type ?? ""));
}

/** Whether a host name means the machine that resolves it. */
export function isThisMachineName(name: string): boolean {
  return name === "localhost" || name === "[::1]" || /^127\.[\d.]+$/.test(name);
}
