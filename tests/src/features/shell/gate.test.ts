/** Who may see the owner's screens. */
import { describe, expect, test } from "vitest";
import { gateOf } from "../../../../src/features/shell/gate.ts";
import type { KnownSession } from "../../../../src/lib/account/me.ts";
import { owner, UNPAID } from "../../fake-session.tsx";

const ASKED = {
  requirement: "subscription",
  place: "/dashboard",
  serving: false,
  live: true,
} as const;
const LAPSED = { ...UNPAID, state: "lapsed" } as const;

const signedIn = (...more: Parameters<typeof owner>): KnownSession => ({
  is: "signedIn",
  me: owner(...more),
});

test("says which step it waits for", () => {
  const states = [
    gateOf({ is: "checking" }, ASKED).state,
    gateOf({ is: "loading" }, ASKED).state,
    gateOf({ is: "signedIn", me: { ...owner(), business: null } }, ASKED).state,
    gateOf(signedIn({ subscription: UNPAID }), { ...ASKED, live: false }).state,
    gateOf(signedIn(), ASKED).state,
  ];
  expect(states).toEqual([
    "checking-auth",
    "checking-business",
    "fixing-profile",
    "checking-subscription",
    "ready",
  ]);
});

describe("ready", () => {
  const leadsTo = (session: KnownSession, asked: object = {}) => {
    const gate = gateOf(session, { ...ASKED, ...asked });
    return gate.state === "ready" ? gate.leadsTo : gate.state;
  };

  test("without a user leads to the login and back to the place", () => {
    expect(leadsTo({ is: "signedOut" }, { place: "/dashboard?serve" })).toBe(
      "/login?redirect=%2Fdashboard%3Fserve",
    );
  });

  test("after a logout leads to the login only", () => {
    expect(leadsTo({ is: "signedOut" }, { place: null })).toBe("/login");
  });

  test("without a subscription leads to the payment", () => {
    expect(leadsTo(signedIn({ subscription: UNPAID }))).toBe(
      "/payment-required",
    );
    expect(leadsTo(signedIn({ subscription: LAPSED }))).toBe(
      "/payment-required",
    );
  });

  test("asking for a session only, lets everybody with one in", () => {
    const asked = { requirement: "session" };
    expect(leadsTo(signedIn({ subscription: UNPAID }), asked)).toBeNull();
    expect(leadsTo({ is: "signedOut" }, asked)).toContain("/login");
  });

  test("payment comes before the wizard, the wizard before the dashboard", () => {
    const fresh = { setupCompletedAt: null };
    expect(leadsTo(signedIn({ ...fresh, subscription: UNPAID }))).toBe(
      "/payment-required",
    );
    expect(leadsTo(signedIn(fresh))).toBe("/setup");
    expect(leadsTo(signedIn())).toBeNull();
  });

  test("a failed payment in its grace changes nothing", () => {
    const pastDue = { state: "pastDue", isSubscribed: true } as const;
    expect(leadsTo(signedIn({ subscription: pastDue }))).toBeNull();
  });

  test("after a lapse whoever comes to serve gets in, but not who never paid", () => {
    const asked = { serving: true };
    expect(leadsTo(signedIn({ subscription: LAPSED }), asked)).toBeNull();
    expect(leadsTo(signedIn({ subscription: UNPAID }), asked)).toBe(
      "/payment-required",
    );
  });

  test("an admin without a shop is let in to be told so", () => {
    const me = { ...owner(), business: null, isAdmin: true };
    expect(leadsTo({ is: "signedIn", me })).toBeNull();
  });
});
