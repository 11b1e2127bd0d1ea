/** What a network address says about who is calling. */

const PRIVATE =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/;

/**
 * Whom a limit for each caller counts as one: an IPv4 address, or the first
 * half of an IPv6 address, because whoever has one has all that begin with it.
 *
 * Null for loopback and private addresses: behind a proxy that does not pass
 * the caller's address on, everybody would share the proxy's, and a limit on
 * it would lock a whole shop out.
 */
export function callerNetwork(ip: string): string | null {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (PRIVATE.test(address)) return null;
  return address.includes(":") ? firstHalf(address) : address;
}

/** '2001:db8::1' is '2001:db8:0:0::/64'. */
function firstHalf(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [
    ...left,
    ...Array<string>(Math.max(0, gap)).fill("0"),
    ...right,
  ];
  const short = groups.map((group) => group.replace(/^0+(?=.)/, ""));
  return `${short.slice(0, 4).join(":")}::/64`;
}
