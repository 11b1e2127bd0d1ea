/** Limits on joining, played through: a stranger who wants the whole queue, and thirty customers on the shop's Wi-Fi. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  PRIVATE,
  type Caller,
} from "../../../../convex/base/rules/addresses.ts";
import {
  holdsAll,
  joinBuckets,
  NEW_MS,
  type JoinBucket,
  type NetworkKind,
} from "../../../../convex/queue/rules/joinLimits.ts";
import { plans, type Plan } from "../../../../convex/base/rules/plans.ts";
import {
  takeToken,
  type Bucket,
} from "../../../../convex/base/rules/rateLimit.ts";
import { MINUTE } from "../../fake-clock.ts";

const WIFI: Caller = { network: "wifi", block: null };

/** One queue whose tickets each have a network. `own` are the shop's networks. */
class Queue {
  readonly plan: Plan;
  readonly own: readonly string[];
  readonly buckets = new Map<string, Bucket>();
  open: Caller[] = [];

  constructor(plan: Plan, own: readonly string[] = [WIFI.network]) {
    this.plan = plan;
    this.own = own;
  }

  join(caller: Caller, now: number): boolean {
    if (this.open.length >= plans[this.plan].peoplePerQueue) return false;
    const kind = this.kindOf(caller);
    if (
      kind !== "own" &&
      kind !== "private" &&
      holdsAll(this.plan, kind, this.heldBy(caller))
    )
      return false;
    const isNew = [`network ${caller.network}`, `block ${caller.block}`].every(
      (key) => (this.buckets.get(key)?.at ?? -NEW_MS) <= now - NEW_MS,
    );
    const { own, shared } = joinBuckets(this.plan, caller, kind, isNew);
    const take = (buckets: readonly JoinBucket[]) =>
      buckets.every(({ of, limit }) => {
        const whose =
          of === "newcomers" || of === "allFar" ? "" : String(caller[of]);
        const key = `${of} ${whose}`;
        const next = takeToken(this.buckets.get(key) ?? null, limit, now);
        if (next !== null) this.buckets.set(key, next);
        return next !== null;
      });
    if (!take(own)) return false;
    if (shared.length > 0 && !shared.some(take)) return false;
    this.open.push(caller);
    return true;
  }

  /** One ticket of this network leaves. */
  leave(network: string): void {
    const at = this.open.findIndex((one) => one.network === network);
    if (at !== -1) this.open.splice(at, 1);
  }

  kindOf({ network }: Caller): NetworkKind {
    if (network === PRIVATE) return "private";
    if (this.own.includes(network)) return "own";
    return this.own.length > 0 ? "foreign" : "unknown";
  }

  heldBy({ network, block }: Caller) {
    const count = (key: keyof Caller, id: string | null) =>
      this.open.filter((one) => one[key] === id).length;
    return {
      byNetwork: count("network", network),
      byBlock: block === null ? 0 : count("block", block),
    };
  }
}

const siteOf = (count: number): Caller[] =>
  Array.from({ length: count }, (_, i) => ({
    network: `site.${i}`,
    block: "site",
  }));
/** One IPv4 address, or every /64 of one /48. */
const strangers = fc.constantFrom<Caller[]>(
  [{ network: "far", block: null }],
  siteOf(50),
);
/** A stranger's tries and leaves in ten minutes, at any times. */
const doings = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 10 * MINUTE }),
    who: fc.nat(49),
    leaves: fc.boolean(),
    times: fc.integer({ min: 1, max: 200 }),
  }),
  { maxLength: 40 },
);
/** Thirty within ten minutes, in groups of up to seven. */
const arrivals = fc
  .array(fc.integer({ min: 0, max: 2 * MINUTE }), {
    minLength: 30,
    maxLength: 30,
  })
  .map((late) => late.map((ms, i) => Math.min(i * 20_000 + ms, 10 * MINUTE)));

describe.each(["starter", "pro"] as const)("a queue on %s", (plan) => {
  test("is never filled by one stranger, and thirty on the shop's Wi-Fi join meanwhile", () => {
    fc.assert(
      fc.property(strangers, doings, arrivals, (who, does, coming) => {
        const queue = new Queue(plan);
        const steps = [
          ...does,
          ...coming.map((at) => ({ at, times: 0, who: 0, leaves: false })),
        ].sort((a, b) => a.at - b.at);
        let waiting = 0;
        /** Customers who must wait a moment try again. On Starter, with its ten places, the shop serves as they come. */
        const customers = (now: number) => {
          while (waiting > 0) {
            if (plan === "starter") queue.leave(WIFI.network);
            if (!queue.join(WIFI, now)) return;
            waiting -= 1;
          }
        };
        for (const { at, times, who: which, leaves } of steps) {
          const caller = who[which % who.length] ?? WIFI;
          for (let i = 0; i < times; i += 1)
            if (queue.join(caller, at) && leaves) queue.leave(caller.network);
          if (times === 0) waiting += 1;
          customers(at);
        }
        const far = queue.open.filter(({ network }) => network !== "wifi");
        expect(far.length).toBeLessThanOrEqual(plan === "starter" ? 6 : 20);
        expect(waiting).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ["the shop's own network is known", [WIFI.network]],
    ["none is", []],
  ])(
    "can be joined by others whatever one stranger joins and leaves, when %s",
    (_, own) => {
      const queue = new Queue(plan, own);
      let taken = 0;
      for (let now = 0; now < 20 * MINUTE; now += 1_000)
        for (const caller of siteOf(100)) {
          if (!queue.join(caller, now)) continue;
          taken += 1;
          queue.leave(caller.network);
        }
      expect(taken).toBeGreaterThan(80);
      for (let i = 0; i < 5; i += 1) {
        const honest = { network: `home${i}`, block: null };
        expect(queue.join(honest, 20 * MINUTE)).toBe(true);
      }
    },
  );
});

/**
 * Twenty addresses join and leave in turns as often as they can. Patient attackers do so only while they count as new.
 * Beside them a customer on their own phone comes once a minute for an hour.
 * @returns how many of the sixty got in
 */
function customersLetIn(plan: Plan, patient: readonly Caller[]): number {
  const queue = new Queue(plan);
  const greedy = addresses("greedy", 20);
  let letIn = 0;
  const comeAndGo = (caller: Caller, now: number) => {
    const isIn = queue.join(caller, now);
    if (isIn) queue.leave(caller.network);
    return isIn;
  };
  for (let second = 0; second < 60 * 60; second += 1) {
    const now = second * 1_000;
    for (const [each, callers] of [
      [20, greedy],
      [600, patient],
    ] as const)
      callers.forEach((caller, i) => {
        if (second % each === i % each) comeAndGo(caller, now);
      });
    if (second % 60 !== 59) continue;
    const phone = { network: `phone ${second}`, block: null };
    letIn += Number(comeAndGo(phone, now));
  }
  return letIn;
}
const addresses = (name: string, count: number): Caller[] =>
  Array.from({ length: count }, (_, i) => ({
    network: `${name} ${i}`,
    block: null,
  }));
/** One network in each of this many blocks, spread over this many providers. */
const blocksOf = (providers: number, blocks: number): Caller[] =>
  Array.from({ length: blocks }, (_, i) => ({
    network: `${i}.n`,
    block: `${i}`,
    provider: `${i % providers}`,
  }));

describe.each(["starter", "pro"] as const)(
  "a queue on %s under attack",
  (plan) => {
    test.each([0, 200, 400])(
      "lets in every customer on their own phone beside %i patient addresses",
      (count) => {
        expect(customersLetIn(plan, addresses("patient", count))).toBe(60);
      },
    );

    test("lets them in beside 2,000 IPv6 blocks of one provider, or of eight", () => {
      expect(customersLetIn(plan, blocksOf(1, 2_000))).toBe(60);
      expect(customersLetIn(plan, blocksOf(8, 2_000))).toBe(60);
    });

    // Stored rows are bounded, so above some number of attackers some customers stay out.
    test("keeps some out when a thousand addresses attack", () => {
      expect(customersLetIn(plan, addresses("patient", 1_000))).toBeLessThan(
        60,
      );
    });
  },
);

test("without a known shop network, thirty from one network join in ten minutes and cannot fill the queue", () => {
  const queue = new Queue("pro", []);
  for (let i = 0; i < 30; i += 1)
    expect(queue.join(WIFI, i * 20_000)).toBe(true);
  for (let now = 0; now < 60 * MINUTE; now += 1_000) queue.join(WIFI, now);
  expect(queue.open).toHaveLength(30);
  const starter = new Queue("starter", []);
  for (let i = 0; i < 30; i += 1) starter.join(WIFI, i * 20_000);
  expect(starter.open).toHaveLength(6);
});

test("four of a family, or of one mobile provider, can join any shop", () => {
  for (const plan of ["starter", "pro", "enterprise"] as const) {
    const queue = new Queue(plan);
    for (let i = 0; i < 4; i += 1)
      expect(queue.join({ network: "carrier", block: null }, 0)).toBe(true);
  }
});

test("ten customers on the shop's own Wi-Fi can fill a queue on Starter", () => {
  const queue = new Queue("starter");
  for (let i = 0; i < 10; i += 1) expect(queue.join(WIFI, 0)).toBe(true);
});

test("the shop's own Wi-Fi adds thirty at once to a queue on Pro, then three a minute", () => {
  const queue = new Queue("pro");
  let taken = 0;
  for (let i = 0; i < 60; i += 1) taken += Number(queue.join(WIFI, 0));
  expect(taken).toBe(30);
  for (let now = 0; now <= 5 * MINUTE; now += 1_000)
    taken += Number(queue.join(WIFI, now));
  expect(taken).toBe(45);
});

test("customers behind one address can fill a queue; a script that joins and leaves is stopped", () => {
  const all = { network: PRIVATE, block: null };
  for (const [plan, places, most] of [
    ["starter", 10, 120],
    ["pro", 50, 200],
  ] as const) {
    const queue = new Queue(plan);
    let taken = 0;
    for (let i = 0; i < 300; i += 1) {
      if (i >= places) queue.leave(PRIVATE);
      taken += Number(queue.join(all, 0));
      if (i === places - 1) expect(taken).toBe(places);
    }
    expect(taken).toBe(most);
  }
});
