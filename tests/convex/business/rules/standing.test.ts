/** The table of gates, and what holds for it whatever Stripe says and at any time. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decisiveSubscription,
  DUNNING_MS,
  isRunning,
  standing,
  type SubscriptionFacts,
} from "../../../../convex/business/rules/standing.ts";
import { planRank, type Plan } from "../../../../convex/base/rules/plans.ts";
import { NOON } from "../../fake-clock.ts";

const facts = (given: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  subscriptionId: "sub_1",
  status: "active",
  priceId: "price_pro",
  plan: "pro",
  cancelAt: null,
  currentPeriodEnd: NOON + 1_000,
  createdAt: NOON - 1_000,
  ...given,
});
const nothingKnown = {
  grantedPlan: null,
  pastDueSince: null,
  plan: "starter",
} as const;

const plan = fc.constantFrom<Plan>("starter", "pro", "enterprise");
const status = fc.constantFrom(
  "trialing",
  "active",
  "past_due",
  "unpaid",
  "paused",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "invented_later",
);
const time = fc.integer({
  min: NOON - 2 * DUNNING_MS,
  max: NOON + 2 * DUNNING_MS,
});
const anyFacts: fc.Arbitrary<SubscriptionFacts> = fc.record({
  subscriptionId: fc.constantFrom("sub_1", "sub_2", "sub_3"),
  status,
  priceId: fc.constant("price"),
  plan: fc.option(plan),
  cancelAt: fc.option(time),
  currentPeriodEnd: fc.option(time),
  createdAt: time,
});
const known = fc.record({
  grantedPlan: fc.option(plan),
  pastDueSince: fc.option(time),
  plan,
});

describe("the gate table", () => {
  test.each([
    ["trialing", "active", true],
    ["active", "active", true],
    ["past_due", "pastDue", true],
    ["unpaid", "lapsed", false],
    ["paused", "lapsed", false],
    ["canceled", "lapsed", false],
    ["incomplete", "none", false],
    ["incomplete_expired", "none", false],
    ["invented_later", "lapsed", false],
  ])("Stripe's '%s' is %s", (given, state, isSubscribed) => {
    expect(
      standing(facts({ status: given }), nothingKnown, NOON),
    ).toMatchObject({ state, isSubscribed, plan: "pro" });
  });

  test("no subscription at all gives no access, on the plan so far", () => {
    expect(standing(null, nothingKnown, NOON)).toEqual({
      state: "none",
      isSubscribed: false,
      plan: "starter",
      pastDueSince: null,
      graceEndsAt: null,
      cancelAt: null,
    });
  });

  test("a price that is not ours gives no access", () => {
    const foreign = facts({ plan: null, priceId: "price_theirs" });
    expect(standing(foreign, nothingKnown, NOON)).toMatchObject({
      state: "none",
      isSubscribed: false,
      plan: "starter",
    });
  });

  test("a failed payment leaves seven days, counted from the first failure", () => {
    const late = facts({ status: "past_due" });
    const first = standing(late, nothingKnown, NOON);
    expect(first.graceEndsAt).toBe(NOON + DUNNING_MS);
    const since = { ...nothingKnown, pastDueSince: first.pastDueSince };
    const last = standing(late, since, NOON + DUNNING_MS - 1);
    expect(last).toMatchObject({ state: "pastDue", isSubscribed: true });
    expect(last.graceEndsAt).toBe(NOON + DUNNING_MS);
    expect(standing(late, since, NOON + DUNNING_MS)).toMatchObject({
      state: "lapsed",
      isSubscribed: false,
      graceEndsAt: null,
    });
  });

  test("a successful payment ends the series of failures", () => {
    const before = { ...nothingKnown, pastDueSince: NOON - DUNNING_MS };
    expect(standing(facts(), before, NOON)).toMatchObject({
      state: "active",
      pastDueSince: null,
    });
  });

  test("a subscription cancelled for the period's end keeps access until Stripe ends it", () => {
    const cancelled = facts({ cancelAt: NOON + 5_000 });
    expect(standing(cancelled, nothingKnown, NOON)).toMatchObject({
      state: "active",
      cancelAt: NOON + 5_000,
    });
    const over = facts({ status: "canceled", cancelAt: NOON + 5_000 });
    expect(standing(over, nothingKnown, NOON + 5_000)).toMatchObject({
      state: "lapsed",
      cancelAt: null,
    });
  });
});

describe("whatever Stripe says", () => {
  test("a granted plan stays open and is never lowered", () => {
    fc.assert(
      fc.property(fc.option(anyFacts), known, plan, time, (paid, k, g, now) => {
        const seen = standing(paid, { ...k, grantedPlan: g }, now);
        expect(seen.isSubscribed).toBe(true);
        expect(planRank(seen.plan)).toBeGreaterThanOrEqual(planRank(g));
      }),
    );
  });

  test("without a grant only an entitled subscription on one of our prices gives access", () => {
    fc.assert(
      fc.property(fc.option(anyFacts), known, time, (paid, k, now) => {
        const seen = standing(paid, { ...k, grantedPlan: null }, now);
        const since = k.pastDueSince ?? now;
        const entitled =
          paid?.status === "active" ||
          paid?.status === "trialing" ||
          (paid?.status === "past_due" && now < since + DUNNING_MS);
        const isOurs = paid !== null && paid.plan !== null;
        expect(seen.isSubscribed).toBe(entitled && isOurs);
        if (seen.isSubscribed) expect(seen.plan).toBe(paid?.plan);
      }),
    );
  });

  test("the same facts again change nothing", () => {
    fc.assert(
      fc.property(fc.option(anyFacts), known, time, (paid, k, now) => {
        const first = standing(paid, k, now);
        expect(standing(paid, { ...k, ...first }, now)).toEqual(first);
      }),
    );
  });

  test("the deciding subscription does not depend on the order of the list", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyFacts, { selector: (f) => f.createdAt }),
        fc.integer(),
        (all, seed) => {
          const turned = [...all.slice(seed % 3), ...all.slice(0, seed % 3)];
          const rotated = turned.length === all.length ? turned : all;
          const best = decisiveSubscription(all);
          expect(decisiveSubscription(rotated)).toEqual(best);
          expect(decisiveSubscription([...all].reverse())).toEqual(best);
          const opened = (f: SubscriptionFacts | null) =>
            standing(f, nothingKnown, NOON).isSubscribed;
          expect(opened(best)).toBe(all.some(opened));
        },
      ),
    );
  });
});

test("a subscription whose price is not ours does not count as running", () => {
  expect(isRunning(facts())).toBe(true);
  expect(isRunning(facts({ plan: null }))).toBe(false);
});
