/** Paying, and coming back from it. */
import { ConvexError } from "convex/values";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import CheckoutSuccessScreen from "../../../src/routes/checkout-success.tsx";
import PaymentRequiredScreen from "../../../src/routes/payment-required.tsx";
import SubscriptionSuccessScreen from "../../../src/routes/subscription-success.tsx";
import {
  call,
  closeDrawn,
  find,
  freshBackend,
  press,
} from "../fake-backend.tsx";
import {
  beSigned,
  open,
  owner,
  page,
  pass,
  place,
  UNPAID,
  REAL,
} from "../fake-session.tsx";
import { act } from "../act.ts";

const leaveFor = vi.hoisted(() => vi.fn());
vi.mock("../../../src/lib/address/leave-for.ts", async (original) => ({
  ...(await original<object>()),
  leaveFor,
  onReturn: () => () => undefined,
}));
const backend = freshBackend();
const unpaid = owner({ subscription: UNPAID });
beforeEach(() => {
  leaveFor.mockReset();
  vi.useFakeTimers();
  backend.set(api.account.deployment.current, {}, REAL);
  backend.set(api.account.current.me, {}, unpaid);
  beSigned("in");
});
const be = async (me: unknown) =>
  backend.change(api.account.current.me, {}, me);
const calls = () => backend.sent.map(({ name }) => name);
const SCREEN = <PaymentRequiredScreen />;
const show = () => open(backend, "/payment-required", SCREEN);

test("/payment-required: leads to the payment of the chosen plan", async () => {
  backend.on(api.billing.payments.startCheckout, () => ({
    ok: true,
    url: "https://pay.example/1",
  }));
  await show();
  await press("Subscribe to Pro ($29/mo)Processing...");
  expect(backend.sent).toEqual([
    call(api.billing.payments.startCheckout, { plan: "pro" }),
  ]);
  expect(leaveFor).toHaveBeenCalledWith("https://pay.example/1");
});

test("/payment-required: says after a cancelled checkout that nothing was charged, and for which plan", async () => {
  await open(backend, "/payment-required?cancelled=pro", SCREEN);
  expect(page()).toContain(
    "Nothing was charged. You went back before paying for Pro ($29/mo).",
  );
  await closeDrawn();
  await open(backend, "/payment-required?cancelled=gold", SCREEN);
  expect(page()).not.toContain("Nothing was charged.");
});

/** The direct checkout's answers, and what was sent to it. */
function direct(answer: () => Response) {
  const fetched = vi.fn<typeof fetch>(async () => answer());
  vi.stubGlobal("fetch", fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  return fetched;
}

test.each([
  [
    "an error",
    () => {
      throw new Error("Connection lost");
    },
  ],
  ["a failure at Stripe", () => ({ ok: false, code: "checkoutFailed" })],
  ["ten seconds without an answer", () => new Promise(() => undefined)],
])(
  "/payment-required: tries the direct checkout after %s",
  async (_what, fail) => {
    const url = "https://pay.example/2";
    const fetched = direct(() => Response.json({ success: true, url }));
    backend.on(api.billing.payments.startCheckout, fail);
    await show();
    await press(/^Subscribe to Pro/);
    await pass(10_000);
    expect(calls()).toHaveLength(1);
    expect(fetched.mock.calls).toMatchObject([
      [
        "/api/create-direct-checkout",
        {
          method: "POST",
          headers: { Authorization: "Bearer token" },
          body: '{"plan":"pro"}',
        },
      ],
    ]);
    expect(leaveFor).toHaveBeenCalledWith(url);
  },
);

test("/payment-required: says so and stays after two errors, and asks once after a refusal", async () => {
  const refusal = { error: "Failed to create checkout session" };
  const fetched = direct(() => Response.json(refusal, { status: 409 }));
  backend.fail(api.billing.payments.startCheckout);
  await show();
  await press(/^Subscribe to Starter/);
  expect(page()).toContain(
    "Failed to start payment process. Please try again.",
  );
  expect(fetched).toHaveBeenCalledTimes(1);
  backend.refuse(api.billing.payments.startCheckout, "alreadySubscribed");
  await press(/^Subscribe to Starter/);
  expect(page()).toContain("You already have a subscription.");
  backend.on(api.billing.payments.startCheckout, () => {
    throw new ConvexError({ code: "tooManyRequests", retryAfterMs: null });
  });
  await press(/^Subscribe to Starter/);
  expect(page()).not.toContain("Failed to start payment process.");
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(leaveFor).not.toHaveBeenCalled();
});

test("/payment-required: waits no longer than 10 s for an answer, and ignores a later one", async () => {
  let answer: (value: unknown) => void = () => undefined;
  const late = new Promise((resolve) => {
    answer = resolve;
  });
  backend.on(api.billing.payments.startCheckout, () => late);
  await show();
  await press(/^Subscribe to Starter/);
  await pass(10_100);
  expect(page()).toContain("Failed to start payment process.");
  await act(async () => answer({ ok: true, url: "https://pay.example/1" }));
  expect(leaveFor).not.toHaveBeenCalled();
});

test("/payment-required: asks a visitor to log in, and leads back afterwards", async () => {
  beSigned("out");
  await show();
  await press(/^Subscribe to Starter/);
  expect(page()).toContain("Please log in to continue");
  expect(place()).toBe("/login?redirect=%2Fpayment-required");
});

test("/payment-required: leads to the dashboard as soon as a payment arrives", async () => {
  await show();
  expect(place()).toBeNull();
  await be(owner());
  expect(place()).toBe("/dashboard");
});

test("/payment-required: a bill that nobody paid is named, and that a plan starts a new subscription", async () => {
  const unpaid = { ...UNPAID, state: "lapsed", isUnpaid: true } as const;
  await be(owner({ subscription: unpaid }));
  await show();
  find("h1", "Your last bill wasn't paid");
  expect(page()).toContain("Choosing a plan starts a new one.");
  expect(page()).not.toContain("Your subscription has ended");
});

test("/payment-required: offers to pay an open invoice instead of a second subscription", async () => {
  const onHold = { state: "lapsed", isOnHold: true, canManage: true } as const;
  await be(owner({ subscription: { ...UNPAID, ...onHold } }));
  await show();
  expect(page()).toContain("Your subscription is on hold");
  expect(page()).not.toContain("Subscribe to");
  let from: unknown;
  backend.on(api.billing.payments.openPortal, (args) => {
    ({ from } = args);
    return { ok: true, url: "https://pay.example/portal" };
  });
  await press(/^Pay open bill/);
  expect(from).toBe("/payment-required");
  expect(leaveFor).toHaveBeenCalledWith("https://pay.example/portal");
  const confirmUrl = "https://pay.example/bill";
  await be(owner({ subscription: { ...UNPAID, ...onHold, confirmUrl } }));
  expect(find("a", "Confirm with your bank")).toHaveProperty(
    "href",
    confirmUrl,
  );
});

test("/payment-required: says when the payment service is a stand-in or off", async () => {
  await show();
  expect(page()).not.toContain("stand-in");
  const set = (payments: string) =>
    backend.change(
      api.account.deployment.current,
      {},
      { payments, mail: "off" },
    );
  await set("standIn");
  expect(page()).toContain("no money moves");
  await set("off");
  expect(page()).toContain("Payments are not set up on this server.");
});

test("/payment-required: disables both buttons without a connection", async () => {
  await show();
  await act(async () => backend.connect(false));
  await pass(2_000);
  expect(page()).toContain("You can continue when you're back online.");
  const buttons = [...document.querySelectorAll("article button")];
  expect(buttons.map((one) => (one as HTMLButtonElement).disabled)).toEqual([
    true,
    true,
  ]);
});

const CHECKOUT = <CheckoutSuccessScreen />;
const BACK = "/checkout-success?session_id=cs_1&plan=pro";
const confirm = (answer: unknown) =>
  backend.on(api.billing.payments.confirmCheckout, () => answer);

test("/checkout-success: leads to the wizard 1.5 s after the confirmation", async () => {
  confirm({ ok: true, state: "active" });
  await open(backend, BACK, CHECKOUT);
  const status = find("[role=status]", /^Payment confirmed\./);
  expect(status.classList).not.toContain("late");
  await pass(1_400);
  expect(place()).toBeNull();
  await pass(200);
  expect(place()).toBe("/setup");
});

test("/checkout-success: asks 3 times, then leaves waiting to the wizard", async () => {
  confirm({ ok: true, state: "none" });
  await open(backend, BACK, CHECKOUT);
  const first = calls().length;
  await pass(1_500);
  await pass(1_500);
  // Effects run twice in development. The first run is cancelled.
  expect(calls().length - first).toBe(2);
  await pass(1_600);
  await pass(1_600);
  expect(place()).toBe("/setup");
});

test("/checkout-success: also accepts the confirmation from the live account", async () => {
  confirm({ ok: true, state: "none" });
  await open(backend, BACK, CHECKOUT);
  await be(owner());
  expect(page()).toContain("Payment confirmed.");
});

test("/checkout-success: offers the login and the way back without a session", async () => {
  beSigned("out");
  await open(backend, BACK, CHECKOUT);
  expect(page()).toContain("User not found. Please log in again.");
  await press("Go to Login");
  expect(place()).toBe(`/login?redirect=${encodeURIComponent(BACK)}`);
});

const SUBSCRIBED = <SubscriptionSuccessScreen />;

test("/subscription-success: leads to the dashboard once confirmed", async () => {
  backend.on(api.billing.payments.confirmCheckout, () => ({
    ok: true,
    state: "active",
  }));
  await open(
    backend,
    "/subscription-success?plan=pro&session_id=cs_1",
    SUBSCRIBED,
  );
  expect(place()).toBe("/dashboard");
});

test("/subscription-success: reports a failure after 3 attempts 1.5 s apart, and leads to the dashboard", async () => {
  await open(backend, "/subscription-success?plan=pro", SUBSCRIBED);
  await pass(4_000);
  expect(place()).toBeNull();
  await pass(700);
  expect(place()).toBe("/dashboard");
  expect(page()).toContain(
    "Failed to confirm subscription status after multiple attempts",
  );
});

test("/subscription-success: needs a plan in its address", async () => {
  await open(backend, "/subscription-success", SUBSCRIBED);
  expect(page()).toContain("Plan information missing");
});
