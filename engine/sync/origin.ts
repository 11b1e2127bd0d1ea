/**
 * Which web pages may open a socket. Browsers always send Origin; other programs send none and are let in: there are no
 * cookies here that a foreign page could ride on, but a foreign page has no business talking to us in its visitor's name.
 */

/** `origin` as sent; `host` is the Host header of the request. */
export type AllowOrigin = (origin: string, host: string) => boolean;

/** Pages of this very host, and those of the origins listed (`https://shop.example`; `*` allows all). */
export function sameHostOr(origins: readonly string[]): AllowOrigin {
  const listed = new Set(origins);
  return (origin, host) =>
    listed.has("*") || listed.has(origin) || isSameHost(origin, host);
}

function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol } = new URL(origin);
  if (protocol !== "http:" && protocol !== "https:") return false;
  const ours = `${protocol}//${host}`;
  return (
    URL.canParse(ours) &&
    canonical(new URL(origin)) === canonical(new URL(ours))
  );
}

/** All names of the loopback interface are one host. */
function canonical({ hostname, host, port }: URL): string {
  const isLoopback =
    hostname === "localhost" ||
    hostname === "127.0.0.1" ||
    hostname === "[::1]";
  return isLoopback ? `loopback:${port}` : host;
}
