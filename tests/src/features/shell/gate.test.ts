/** Who may see the owner's screens. */
import { expect, test } from "vitest";
import { gateOf } from "../../../../src/features/shell/gate.ts";
import type { KnownSession } from "../../../../src/lib/account/me.ts";
import { member, owner, UNPAID } from "../../fake-session.tsx";

const ASKED = {
  requirement: "subscription",
  at: "/dashboard",
  place: "/dashboard",
  serving: false,
  live: true,
} as const;
const LAPSED = { ...UNPAID, state: "lapsed" } as const;
const signedIn = (...more: Parameters<typeof owner>): KnownSession => ({
  is: "signedIn",
  me: owner(...more),
});

test("the gate says which step it waits for", () => {
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

const leadsTo = (session: KnownSession, asked: object = {}) => {
  const gate = gateOf(session, { ...ASKED, ...asked });
  return gate.state === "ready" ? gate.leadsTo : gate.state;
};

test("when ready: leads a visitor to the login and back to the page", () => {
  expect(leadsTo({ is: "signedOut" }, { place: "/dashboard?serve" })).toBe(
    "/login?redirect=%2Fdashboard%3Fserve",
  );
});

test("when ready: leads to the login only after a logout", () => {
  expect(leadsTo({ is: "signedOut" }, { place: null })).toBe("/login");
});

test("when ready: leads to the payment without a subscription", () => {
  expect(leadsTo(signedIn({ subscription: UNPAID }))).toBe("/payment-required");
  expect(leadsTo(signedIn({ subscription: LAPSED }))).toBe("/payment-required");
});

test("when ready: lets every signed-in user in when it asks for a session only", () => {
  const asked = { requirement: "session" };
  expect(leadsTo(signedIn({ subscription: UNPAID }), asked)).toBeNull();
  expect(leadsTo({ is: "signedOut" }, asked)).toContain("/login");
});

test("when ready: puts payment before the wizard, and the wizard before the dashboard", () => {
  const fresh = { setupCompletedAt: null };
  expect(leadsTo(signedIn({ ...fresh, subscription: UNPAID }))).toBe(
    "/payment-required",
  );
  expect(leadsTo(signedIn(fresh))).toBe("/setup");
  expect(leadsTo(signedIn())).toBeNull();
});

test("when ready: ignores a failed payment during its grace", () => {
  const pastDue = { state: "pastDue", isSubscribed: true } as const;
  expect(leadsTo(signedIn({ subscription: pastDue }))).toBeNull();
});

test("when ready: lets an owner serve the queue after a lapse, but not one who never paid", () => {
  const asked = { serving: true };
  expect(leadsTo(signedIn({ subscription: LAPSED }), asked)).toBeNull();
  expect(leadsTo(signedIn({ subscription: UNPAID }), asked)).toBe(
    "/payment-required",
  );
});

test("when ready: lets an admin without a shop in, who learns it there", () => {
  const me = { ...owner(), business: null, isAdmin: true };
  expect(leadsTo({ is: "signedIn", me })).toBeNull();
});

const asMember = (
  role: "manager" | "staff",
  more: Parameters<typeof member>[1] = {},
): KnownSession => ({ is: "signedIn", me: member(role, more) });

test.each([
  ["staff", "/reports", "/dashboard"],
  ["staff", "/support", "/dashboard"],
  ["staff", "/poster", "/dashboard"],
  ["staff", "/profile", null],
  ["staff", "/dashboard", null],
  ["manager", "/reports", null],
  ["manager", "/support", null],
  ["manager", "/subscription-success", "/dashboard"],
] as const)("%s at %s is led to %s", (role, at, target) => {
  expect(leadsTo(asMember(role), { at })).toBe(target);
});

test.each(["manager", "staff"] as const)(
  "%s never pay and never set up: they are told to ask, but reach their account",
  (role) => {
    const why = (
      more: Parameters<typeof member>[1],
      asked: object = {},
    ): string | null => {
      const gate = gateOf(asMember(role, more), { ...ASKED, ...asked });
      return gate.state === "closed" ? gate.why : null;
    };
    const lapsed = { subscription: LAPSED };
    expect(why(lapsed)).toBe("noPlan");
    expect(why(lapsed, { serving: true })).toBe("noPlan");
    expect(why({ setupCompletedAt: null })).toBe("notSetUp");
    const asked = { requirement: "session", at: "/profile" };
    expect(leadsTo(asMember(role, lapsed), asked)).toBeNull();
  },
);
