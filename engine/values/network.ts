/** Addresses as texts: which ones count as one caller for a limit, and how to read a forwarded one. */
import { isIP, isIPv6 } from "node:net";

/**
 * What counts as one caller: an IPv4 address, or an IPv6 /48 (`2001:db8:0::/48`), because anyone can have a whole one.
 * @returns null for the loopback interface: this machine, and whatever forwards requests to it.
 */
export function networkOf(ip: string): string | null {
  return sharedPart(ip, 3);
}

/** The same by IPv6 /64, one household's or phone's: a provider's customers may share a /48. */
export function householdOf(ip: string): string | null {
  return sharedPart(ip, 4);
}

function sharedPart(ip: string, groups: number): string | null {
  const address = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  if (/^127\.|^::1$/.test(address)) return null;
  return isIPv6(address) ? firstGroups(address, groups) : address;
}

/** The address in `1.2.3.4`, `1.2.3.4:567`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:567`; null for anything else. */
export function addressIn(text: string): string | null {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ??
    text;
  return isIP(bare) === 0 ? null : bare;
}

function firstGroups(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter((group) => group !== "");
  const right = (tail ?? "").split(":").filter((group) => group !== "");
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, gap)).fill("0")];
  const kept = [...groups, ...right].slice(0, count);
  const plain = kept.map((group) => group.replace(/^0+(?=.)/, ""));
  return `${plain.join(":")}::/${16 * count}`;
}
