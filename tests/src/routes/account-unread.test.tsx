/** What each page shows when the server cannot identify the session, or when the account is incomplete. */
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { OwnerGate } from "../../../src/features/shell/owner-gate.tsx";
import CheckoutSuccessScreen from "../../../src/routes/checkout-success.tsx";
import EmailConfirmationScreen from "../../../src/routes/email-confirmation.tsx";
import PaymentRequiredScreen from "../../../src/routes/payment-required.tsx";
import SetupScreen from "../../../src/routes/setup.tsx";
import SubscriptionSuccessScreen from "../../../src/routes/subscription-success.tsx";
import { closeDrawn, find, freshBackend, press } from "../fake-backend.tsx";
import {
  beSigned,
  open,
  owner,
  page,
  pass,
  place,
  type,
  UNPAID,
  REAL,
} from "../fake-session.tsx";
import { act } from "../act.ts";
import { finish } from "../wizard.ts";
import { valueOf } from "../user.ts";

const leaveFor = vi.hoisted(() => vi.fn());
vi.mock("../../../src/lib/address/leave-for.ts", () => ({
  leaveFor,
  onReturn: () => () => undefined,
}));
const backend = freshBackend();
const bare = { ...owner(), business: null };
const BROKEN = new Error("[Request ID: 1] Server Error");
const BUSY = new ConvexError({ code: "tooManyRequests", retryAfterMs: null });
const BACK = "/checkout-success?session_id=cs_1&plan=pro";
const RETURN = <CheckoutSuccessScreen />;
const SUBSCRIBED = <SubscriptionSuccessScreen />;
const DASHBOARD = (
  <OwnerGate>{(_me, { name }) => <p>{`Desk of ${name}`}</p>}</OwnerGate>
);
beforeEach(() => {
  vi.useFakeTimers();
  leaveFor.mockReset();
  backend.set(api.account.deployment.current, {}, REAL);
  backend.set(api.account.current.me, {}, owner());
  beSigned("in");
});
const be = async (me: unknown) =>
  backend.change(api.account.current.me, {}, me);

describe("an account that the server fails to read", () => {
  beforeEach(() => backend.set(api.account.current.me, {}, BROKEN));

  test("is reported at the gate, and the page continues once it can be read", async () => {
    await open(backend, "/dashboard", DASHBOARD);
    find(
      "[role=alert]",
      "Error checking your business profile. Please try refreshing the page.",
    );
    find("button", "Refresh Page");
    expect(page()).not.toContain("Request ID");
    await be(owner());
    expect(page()).toContain("Desk of Fade & Fortune");
  });

  test.each([
    [BACK, RETURN],
    ["/subscription-success?plan=pro", SUBSCRIBED],
  ])("%s reports a user that is not retrieved", async (address, screen) => {
    await open(backend, address, screen);
    find("[role=alert]", "Error retrieving user information");
    find("button", "Refresh Page");
    expect(backend.sent).toEqual([]);
  });

  test("is reported on the payment page, which still lets the owner pay", async () => {
    backend.on(api.billing.payments.startCheckout, () => ({
      ok: true,
      url: "https://pay.example/1",
    }));
    await open(backend, "/payment-required", <PaymentRequiredScreen />);
    expect(page()).toContain(
      "Subscription check error: The server didn't answer.",
    );
    find("button", "Logout");
    await press(/^Subscribe to Pro/);
    expect(leaveFor).toHaveBeenCalledWith("https://pay.example/1");
  });

  test("shows the wizard's form after 8 s", async () => {
    await open(backend, "/setup", <SetupScreen />);
    await pass(7_900);
    expect(page()).toContain("Loading...");
    await pass(200);
    expect(page()).toContain("Finish Setting Up Your Business");
  });
});

test("a failed check of the account during work is reported and keeps the page", async () => {
  await open(backend, "/dashboard", DASHBOARD);
  await be(BUSY);
  expect(page()).toContain(
    "Subscription check error: Too many attempts. Please try again in a few minutes.",
  );
  expect(page()).toContain("Desk of Fade & Fortune");
  await be(owner({ subscription: UNPAID }));
  expect(place()).toBe("/payment-required");
});

test("a lost connection is not reported as a failed check", async () => {
  await open(backend, "/dashboard", DASHBOARD);
  await act(async () => backend.connect(false));
  await pass(60_000);
  expect(page()).not.toContain("Subscription check error");
  expect(page()).toContain("Desk of Fade & Fortune");
});

const confirming = async () => {
  backend.set(api.account.current.me, {}, owner({ subscription: UNPAID }));
  backend.on(
    api.billing.payments.confirmCheckout,
    () => new Promise(() => undefined),
  );
  await open(backend, BACK, RETURN);
};

test("on return from a payment: an account that no longer exists is reported", async () => {
  await confirming();
  await be(null);
  find("[role=alert]", "User not found after payment");
  await press("Go to Login");
  expect(place()).toBe(`/login?redirect=${encodeURIComponent(BACK)}`);
});

test("on return from a payment: each attempt waits 8 s at most", async () => {
  await confirming();
  const first = backend.sent.length;
  await pass(9_000);
  expect(backend.sent.length).toBe(first);
  await pass(600);
  expect(backend.sent.length).toBe(first + 1);
});

test("an account without an e-mail address gets no business automatically", async () => {
  const fetched = vi.fn();
  vi.stubGlobal("fetch", fetched);
  backend.set(api.account.current.me, {}, { ...bare, email: "" });
  await open(backend, "/dashboard", DASHBOARD);
  expect(page()).toContain(
    "Could not create business profile: missing required information",
  );
  expect(place()).toBe("/setup");
  expect(fetched).not.toHaveBeenCalled();
});

test("the wizard says so when it cannot create the business, and keeps the form", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: "Out of order" }, { status: 500 }),
  );
  backend.set(api.account.current.me, {}, bare);
  await open(backend, "/setup", <SetupScreen />);
  await type("name", "Fade");
  await finish();
  await pass(0);
  expect(page()).toContain("Failed to create your account. Please try again.");
  expect(backend.sent).toEqual([]);
  expect(valueOf("name")).toBe("Fade");
});

test("/email-confirmation leads to the payment page, signed in or not", async () => {
  for (const how of ["in", "out"] as const) {
    beSigned(how);
    await closeDrawn();
    await open(backend, "/email-confirmation", <EmailConfirmationScreen />);
    expect(place()).toBe("/payment-required");
  }
});
