/** What a network address says about who is calling. Not who is limited how: rateLimit.ts and queue/rules/joinLimits.ts. */

/**
 * Whom a limit counts as one. No address: ids are keyed hashes, made by
 * services/caller.ts, and kept only while a limit or an open ticket needs
 * them.
 */
export type Caller = {
  /** Of the IPv4 address or IPv6 /64; PRIVATE for all that have no address of their own. Begins with `block` and a dot if there is one. */
  network: string;
  /** Of the IPv6 /48, which a site or a rented machine may have whole; null for IPv4. */
  block: string | null;
  /** Of the IPv6 /32, which a provider has whole, with 65,536 blocks; absent for IPv4, and where a ticket alone tells who came. */
  provider?: string;
};

/** The network of loopback and private addresses, and of callers without any. */
export const PRIVATE = "private";

const PRIVATE_ADDRESS =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/;

/**
 * What one caller has for itself: an IPv4 address, or the first half of an
 * IPv6 address, because whoever has one has all that begin with it.
 *
 * Null for loopback and private addresses: behind a proxy that does not pass
 * the caller's address on, everybody would share the proxy's, and a strict
 * limit on it would lock a whole shop out.
 */
export function callerNetwork(
  ip: string,
): { network: string; block: string | null; provider?: string } | null {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (PRIVATE_ADDRESS.test(address)) return null;
  if (!address.includes(":")) return { network: address, block: null };
  const groups = groupsOf(address);
  return {
    network: `${groups.slice(0, 4).join(":")}::/64`,
    block: `${groups.slice(0, 3).join(":")}::/48`,
    provider: `${groups.slice(0, 2).join(":")}::/32`,
  };
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [
    ...left,
    ...Array<string>(Math.max(0, gap)).fill("0"),
    ...right,
  ];
  return groups.map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The caller whose network a ticket has kept. */
export function callerBehind(network: string): Caller {
  const [block = "", rest] = network.split(".");
  return { network, block: rest === undefined ? null : block };
}

/**
 * Whose turn a password's hash takes: an owner's known browser waits for other
 * known browsers only, a stranger for one of each other network. Behind a
 * proxy that names nobody the address that is typed is all there is.
 */
export function shareOfHashes(
  email: string,
  { network }: Pick<Caller, "network">,
  knownDevice: string | null,
): readonly [group: string, member: string] {
  if (knownDevice !== null) return ["known", knownDevice];
  return network === PRIVATE ? ["private", email] : ["far", network];
}
