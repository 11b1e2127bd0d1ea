/** The phase of the wizard. */
import { expect, test } from "vitest";
import { phaseOf } from "../../../../src/features/setup/phase.ts";
import type { Session } from "../../../../src/lib/account/me.ts";
import { owner, UNPAID } from "../../fake-session.tsx";

const START = {
  paid: false,
  profile: true,
  loadingOver: false,
  processingOver: false,
};
const signedIn = (...more: Parameters<typeof owner>): Session => ({
  is: "signedIn",
  me: owner(...more),
});
const FRESH = { setupCompletedAt: null };
const WAITING = signedIn({ ...FRESH, subscription: UNPAID });

test("the wizard loads first, and gives up on a session that never arrives", () => {
  expect(phaseOf({ is: "checking" }, START).is).toBe("loading");
  expect(phaseOf({ is: "checking" }, { ...START, loadingOver: true }).is).toBe(
    "lost",
  );
  expect(phaseOf({ is: "signedOut" }, START).is).toBe("signedOut");
});

test("the form appears when the account does not arrive in time", () => {
  expect(phaseOf({ is: "loading" }, START).is).toBe("loading");
  const over = { ...START, loadingOver: true };
  expect(phaseOf({ is: "loading" }, over)).toEqual({ is: "form", slow: false });
});

test("the form waits for the business's profile", () => {
  const bare = { ...START, profile: false };
  expect(phaseOf(signedIn(FRESH), bare).is).toBe("loading");
  expect(phaseOf(signedIn(FRESH), START).is).toBe("form");
});

test("the wizard is done for a business that has been set up", () => {
  expect(phaseOf(signedIn(), START).is).toBe("done");
});

const paid = { ...START, paid: true };

test("after a payment: is processing until the payment arrives, then the form", () => {
  expect(phaseOf(WAITING, paid).is).toBe("processing");
  expect(phaseOf(signedIn(FRESH), paid)).toEqual({ is: "form", slow: false });
});

test("after a payment: is the form with a notice when the payment does not arrive in time", () => {
  const over = { ...paid, processingOver: true };
  expect(phaseOf(WAITING, over)).toEqual({ is: "form", slow: true });
});

test("after a payment: is also processing for an owner who pays after a lapse, then done", () => {
  const lapsed = signedIn({ subscription: { ...UNPAID, state: "lapsed" } });
  expect(phaseOf(lapsed, paid).is).toBe("processing");
  expect(phaseOf(signedIn(), paid).is).toBe("done");
});
