/** The small pure rules: plans, phone numbers, addresses, buckets, pace, places, daily sums, secrets. */
import { describe, expect, test } from "vitest";
import { averageWaitMinutes } from "../../../../convex/queue/rules/averageWait.ts";
import {
  callerNetwork,
  PRIVATE,
  shareOfHashes,
} from "../../../../convex/base/rules/addresses.ts";
import {
  emptyDay,
  peakHour,
  withJoin,
} from "../../../../convex/queue/rules/days.ts";
import { cleanPhone } from "../../../../convex/base/rules/typedPhone.ts";
import {
  orderAtEnd,
  orderPast,
} from "../../../../convex/queue/rules/places.ts";
import {
  firstPlan,
  isSold,
  nextPlan,
  normalizePlan,
  planNames,
  plans,
  soldPlans,
} from "../../../../convex/base/rules/plans.ts";
import {
  deskActionsPerBusiness,
  queuesPerBusiness,
  returnToken,
  takeToken,
  waitForToken,
  type Bucket,
} from "../../../../convex/base/rules/rateLimit.ts";
import * as rateLimits from "../../../../convex/base/rules/rateLimit.ts";
import {
  hashSecret,
  isClientSecret,
} from "../../../../convex/base/rules/secrets.ts";

const NOW = 1_700_000_000_000;

describe("plans", () => {
  test.each([
    ["starter", "starter"],
    [" Pro ", "pro"],
    ["professional", "pro"],
    ["ENTERPRISE", "enterprise"],
    ["basic", "starter"],
    ["", "starter"],
    [undefined, "starter"],
    [null, "starter"],
  ])("%j is %s", (text, plan) => expect(normalizePlan(text)).toBe(plan));

  test("have the limits of product.md P3", () => {
    const limits = Object.values(plans).map((plan) => [
      plan.queueLimit,
      plan.peoplePerQueue,
      plan.smsPerMonth,
    ]);
    expect(limits).toEqual([
      [5, 10, 0],
      [10, 50, 50],
      [100, 1000, 1000],
    ]);
  });

  test("are ordered by what they allow, and the first one is sold", () => {
    const all = planNames.map((plan) => plans[plan]);
    for (const [i, { queueLimit, peoplePerQueue }] of all.entries()) {
      const below = all[i - 1];
      if (below === undefined) continue;
      expect(queueLimit).toBeGreaterThan(below.queueLimit);
      expect(peoplePerQueue).toBeGreaterThan(below.peoplePerQueue);
    }
    expect(planNames[0]).toBe(firstPlan);
    expect(soldPlans[0]).toBe(firstPlan);
  });

  test("have a price variable exactly when they are sold", () => {
    for (const plan of planNames)
      expect(plans[plan].priceVariable !== null).toBe(isSold(plan));
  });

  test.each([
    ["starter", "pro"],
    ["pro", null],
    ["enterprise", null],
  ] as const)("%s upgrades to %s", (plan, next) => {
    expect(nextPlan(plan)).toBe(next);
  });
});

test.each([
  ["+1 (555) 010-9999", "+15550109999"],
  ["07700 900123", "07700900123"],
  ["0049 30 901820", "+4930901820"],
  ["  ", null],
  [undefined, null],
])("phone numbers: %j is kept as %j", (typed, kept) =>
  expect(cleanPhone(typed)).toBe(kept),
);

test.each(["123", "call me", "+44 7700 900123 ext 4", "1".repeat(16)])(
  "phone numbers: %j is refused",
  (typed) => expect(() => cleanPhone(typed)).toThrow("phoneInvalid"),
);

describe("network addresses", () => {
  test.each([
    ...["127.0.0.1", "::1", "10.1.2.3", "172.20.0.1", "::ffff:192.168.1.9"],
    ...["fd00::1", "fe80::1"],
  ])("%s may be a proxy's", (ip) => expect(callerNetwork(ip)).toBeNull());
  test.each([
    ["81.2.69.160", "81.2.69.160", null],
    ["::ffff:81.2.69.160", "81.2.69.160", null],
    ["172.32.0.1", "172.32.0.1", null],
    ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["2001:DB8:0:0:ffff:1:2:3", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["2001:0db8:0000:0000::9", "2001:db8:0:0::/64", "2001:db8:0::/48"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64", "2001:db8:0::/48"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64", "2001:db8:0::/48"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64", "2001:db8:1::/48"],
    ["::9", "0:0:0:0::/64", "0:0:0::/48"],
  ])("%s belongs to %s", (ip, network, block) => {
    expect(callerNetwork(ip)).toMatchObject({ network, block });
  });

  test("an IPv6 address has its provider's /32, and an IPv4 address has none", () => {
    const provider = { provider: "2001:db8::/32" };
    expect(callerNetwork("2001:db8:1:2::")).toMatchObject(provider);
    expect(callerNetwork("81.2.69.160")).not.toHaveProperty("provider");
  });
});

test("a hash counts for the known browser, else the network, or behind a proxy the address", () => {
  const far = { network: "n", block: null };
  const proxy = { network: PRIVATE, block: null };
  expect(shareOfHashes("a@x", far, "device")).toEqual(["known", "device"]);
  expect(shareOfHashes("a@x", proxy, "device")).toEqual(["known", "device"]);
  expect(shareOfHashes("a@x", far, null)).toEqual(["far", "n", "n"]);
  const one = { ...far, block: "b" };
  expect(shareOfHashes("a@x", one, null)).toEqual(["far", "b", "n"]);
  expect(shareOfHashes("a@x", proxy, null)).toEqual(["private", "a@x"]);
});

describe("token buckets", () => {
  const limit = { burst: 3, perMs: 3_000 };

  test("give the burst, then one token for each share of the time", () => {
    let bucket: Bucket | null = null;
    for (let i = 0; i < 3; i += 1) {
      bucket = takeToken(bucket, limit, NOW);
      expect(bucket).not.toBeNull();
    }
    expect(takeToken(bucket, limit, NOW)).toBeNull();
    expect(takeToken(bucket, limit, NOW + 999)).toBeNull();
    expect(takeToken(bucket, limit, NOW + 1_000)).not.toBeNull();
  });

  test("gain nothing from a clock that goes back", () => {
    const bucket = { tokens: 1, at: NOW };
    expect(takeToken(bucket, limit, NOW - 3_600_000)?.tokens).toBe(0);
  });

  test("never exceed the burst when a token is given back", () => {
    expect(returnToken({ tokens: 3, at: NOW }, limit, NOW).tokens).toBe(3);
    expect(returnToken({ tokens: 1, at: NOW }, limit, NOW).tokens).toBe(2);
  });

  test("say to the millisecond how long to wait", () => {
    const empty = { tokens: 0.25, at: NOW };
    const wait = waitForToken(empty, limit, NOW);
    expect(wait).toBe(750);
    expect(takeToken(empty, limit, NOW + wait - 1)).toBeNull();
    expect(takeToken(empty, limit, NOW + wait)).not.toBeNull();
    expect(waitForToken(null, limit, NOW)).toBe(0);
    // A bucket that stays empty for a while.
    expect(waitForToken({ tokens: 0, at: NOW + 500 }, limit, NOW)).toBe(1_500);
  });

  // Rows are deleted when they have not been written for an hour (convex/upkeep/maintenance.ts).
  test("are all full again within the hour", () => {
    const limits = Object.values(rateLimits).filter(
      (one) => typeof one === "object",
    );
    expect(limits.length).toBeGreaterThan(10);
    const ofPlans = [deskActionsPerBusiness, queuesPerBusiness].flatMap(
      (limit) => planNames.map(limit),
    );
    for (const { perMs } of [...limits, ...ofPlans])
      // One that only `fill` makes never fills by itself: without its row it has no tokens (takeIfThere).
      if (perMs !== Infinity) expect(perMs).toBeLessThanOrEqual(3_600_000);
  });
});

/** Seconds of a Saturday at which three desks act, each at this interval. */
function saturday(everySeconds: number): number[] {
  const hour = 3_600;
  const pressed = Array.from({ length: (10 * hour) / everySeconds }, (_, i) =>
    Array<number>(3).fill(i * everySeconds),
  ).flat();
  // The connection is lost twice, until each browser's outbox is full.
  const cuts = [2 * hour, 7 * hour].flatMap((at) =>
    Array<number>(600).fill(at),
  );
  return [...pressed, ...cuts].sort((a, b) => a - b);
}

const refused = (everySeconds: number) => {
  let bucket: Bucket | null = null;
  let count = 0;
  for (const second of saturday(everySeconds)) {
    const limit = deskActionsPerBusiness(firstPlan);
    const next = takeToken(bucket, limit, NOW + second * 1_000);
    if (next === null) count += 1;
    else bucket = next;
  }
  return count;
};

test("the limit on the desks of a business: allows three desks on the busiest Saturday, with lost connections, on the smallest plan", () => {
  expect(refused(15)).toBe(0);
});

test("the limit on the desks of a business: stops a script, and allows at most 25,000 rows a day", () => {
  expect(refused(1)).toBeGreaterThan(90_000);
  const { burst, perMs } = deskActionsPerBusiness(firstPlan);
  expect(burst + (burst * 86_400_000) / perMs).toBeLessThanOrEqual(25_000);
});

describe("places in the order", () => {
  test("put a newcomer last even if the clock went back an hour", () => {
    expect(orderAtEnd(NOW, NOW - 10)).toBe(NOW);
    expect(orderAtEnd(NOW - 3_600_000, NOW)).toBe(NOW + 1);
  });

  test("put two back between the second and the third", () => {
    expect(orderPast([], 2, 1)).toBeNull();
    expect(orderPast([10], 2, 1)).toBe(11);
    expect(orderPast([10, 20], 2, 1)).toBe(21);
    expect(orderPast([10, 20, 30], 2, 1)).toBe(25);
  });

  test("pass over a gap that cannot be halved", () => {
    expect(orderPast([10, 20, 20, 30], 2, 1)).toBe(25);
    expect(orderPast([10, 20, 20], 2, 1)).toBe(21);
  });
});

describe("daily sums", () => {
  test("have their peak at the earliest of equal hours; a day without joins has none", () => {
    const nine = withJoin(withJoin(emptyDay(), 14), 9);
    expect(peakHour(nine.joinsByHour)).toBe(9);
    expect(peakHour(emptyDay().joinsByHour)).toBeNull();
    expect(peakHour([])).toBeNull();
  });

  test("give the mean wait of today's joiners, in minutes with one decimal", () => {
    const days = [
      { day: "2026-11-20", count: 1, joinedAtSum: NOW - 9e6 },
      { day: "2026-11-21", count: 2, joinedAtSum: 2 * NOW - 450_000 },
    ];
    expect(averageWaitMinutes(days, "2026-11-21", NOW)).toBe(3.8);
    expect(averageWaitMinutes(days, "2026-11-22", NOW)).toBeNull();
    expect(averageWaitMinutes(days, "2026-11-21", NOW - 9e6)).toBe(0);
  });
});

test("ticket secrets: have one form", () => {
  expect(isClientSecret("abcdefghijklmnopqrstuvwxyzAB_-09")).toBe(true);
  for (const bad of [
    "",
    "short",
    "a".repeat(31),
    "a".repeat(33),
    "+".repeat(32),
  ])
    expect(isClientSecret(bad)).toBe(false);
});

test("ticket secrets: are hashed with SHA-256", async () => {
  expect(await hashSecret("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});
