/** Callers that a limit counts as one: keyed hashes (services/caller.ts), kept while a limit or ticket needs them. */
export type Caller = {
  /** Of the IPv4 address or IPv6 /64; PRIVATE without a public address. Begins with `block` and a dot, if any. */
  network: string;
  /** Of the IPv6 /48, which one site or rented machine may own; null for IPv4. */
  block: string | null;
  /** Of the IPv6 /32, which one provider owns, with 65,536 blocks. Absent for IPv4 and for a ticket's caller. */
  provider?: string;
};

/** The network of loopback and private addresses, and of callers without any address. */
export const PRIVATE = "private";

const PRIVATE_ADDRESS =
  /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/;

/**
 * What one caller has alone: an IPv4 address, or the first half of an IPv6 address. Null for private addresses: behind
 * a proxy that hides addresses, a strict limit would lock a whole shop out.
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
  const zeros = Array<string>(Math.max(0, gap)).fill("0");
  const groups = [...left, ...zeros, ...right];
  return groups.map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The caller of a ticket's stored network. */
export function callerBehind(network: string): Caller {
  const [block = "", rest] = network.split(".");
  return { network, block: rest === undefined ? null : block };
}

/** Fair hashing: known browsers wait only behind known browsers, strangers behind one hash of each other network or /48. */
export function shareOfHashes(
  email: string,
  { network, block }: Caller,
  knownDevice: string | null,
): string[] {
  if (knownDevice !== null) return ["known", knownDevice];
  if (network === PRIVATE) return ["private", email];
  return ["far", block ?? network, network];
}
