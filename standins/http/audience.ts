/** Who may see the outbox and set the switches: programs and browsers of this machine that address it by its own name. */
import { isIP } from "node:net";

/** @param peer address of the other end of the connection. */
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

/**
 * Whether the Host header can only be ours. With a foreign name that resolves to us (DNS rebinding), a foreign page
 * could read the answers.
 * @param origin our own, which may have a name.
 */
export function isOwnHost(host: string | undefined, origin: string): boolean {
  if (host === undefined) return false;
  if (host === new URL(origin).host) return true;
  const name = host.replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1");
  return name === "localhost" || isIP(name) !== 0;
}

/**
 * Whether a request that changes something can only come from our own pages or a program. A foreign page may send forms
 * and plain text without a preflight, but no JSON (https://fetch.spec.whatwg.org/#cors-safelisted-request-header), and
 * its browser names its origin.
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

/** Whether a body of this type is JSON. */
export function isJson(type: string | string[] | undefined): boolean {
  return /^application\/json\s*(?:;|$)/i.test(String(type ?? ""));
}

/** Whether a host name means the machine that resolves it. */
export function isThisMachineName(name: string): boolean {
  return name === "localhost" || name === "[::1]" || /^127\.[\d.]+$/.test(name);
}
