/**
 * Which web pages may open a socket. Other programs send no Origin and are let in. There are no cookies to abuse, but a
 * foreign page must not act in its visitor's name.
 */

/** `origin` as sent; `host` is the Host header of the request. */
export type AllowOrigin = (origin: string, host: string) => boolean;

/** Allows pages of the same host and of the listed origins (`https://shop.example`; `*` allows all). */
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

/** All names of the loopback interface count as one host. */
function canonical({ hostname, host, port }: URL): string {
  const isLoopback =
    hostname === "localhost" ||
    hostname === "127.0.0.1" ||
    hostname === "[::1]";
  return isLoopback ? `loopback:${port}` : host;
}
