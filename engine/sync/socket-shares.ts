/** Who shares a limit of open sockets. */
import { householdOf, networkOf } from "../values/network.ts";

/** An IPv6 /48 may have as many sockets as this many of its /64s. */
const HOUSEHOLDS_PER_NETWORK = 16;

/** Who shares a limit of sockets with this address, and how many times the limit they have. Nobody on the loopback interface. */
export function sharesOf(ip: string): Map<string, number> {
  const [network, household] = [networkOf(ip), householdOf(ip)];
  if (network === null || household === null) return new Map();
  // The same for IPv4.
  return new Map([
    [network, HOUSEHOLDS_PER_NETWORK],
    [household, 1],
  ]);
}
