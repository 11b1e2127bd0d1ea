import { expect, test } from "vitest";
import { householdOf, networkOf } from "../../values/network.ts";

test("[ME1] an IPv4 address or IPv6 /48 is one network, of any number of households; loopback is none", () => {
  const seen = (ip: string) => [networkOf(ip), householdOf(ip)];
  const block = "2001:db8:0::/48";
  expect(seen("::ffff:192.0.2.1")).toEqual(["192.0.2.1", "192.0.2.1"]);
  expect(seen("2001:DB8::1")).toEqual([block, "2001:db8:0:0::/64"]);
  expect(seen("2001:db8:0:00ff::1")).toEqual([block, "2001:db8:0:ff::/64"]);
  expect(networkOf("2001:db8:1::1")).not.toBe(block);
  expect(["127.0.0.1", "::1"].flatMap(seen)).toEqual([null, null, null, null]);
});
