/** Sign-up with its payment, and a forgotten password. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import ForgotPasswordScreen from "../../../src/routes/forgot-password.tsx";
import LoginScreen from "../../../src/routes/login.tsx";
import SignupScreen from "../../../src/routes/signup.tsx";
import { call, find, freshBackend, press } from "../fake-backend.tsx";
import {
  beSigned,
  open,
  owner,
  page,
  place,
  refusing,
  signIn,
  type,
} from "../fake-session.tsx";
import { act } from "../act.ts";
import { fill as fillIn, valueOf } from "../user.ts";

const leaveFor = vi.hoisted(() => vi.fn());
vi.mock("../../../src/lib/address/leave-for.ts", () => ({
  leaveFor,
  onReturn: () => () => undefined,
}));
const PASSWORD = "Str0ng!pass";
const backend = freshBackend();
beforeEach(() => {
  leaveFor.mockReset();
  backend.set(api.account.current.me, {}, owner());
});
const flows = () =>
  signIn.mock.calls.map(([, params]) => (params as { flow: string }).flow);
const SCREEN = <SignupScreen />;
const fill = async () => {
  await type("businessName", "Fade & Fortune");
  await type("email", "anna@example.com");
  await type("password", PASSWORD);
};

test.each([
  ["/signup?plan=pro", "pro"],
  ["/signup?plan=starter", "starter"],
  ["/signup?plan=enterprise", "starter"],
  ["/signup", "starter"],
])("sign-up: %s selects %s", async (address, plan) => {
  await open(backend, address, SCREEN);
  const chosen = document.querySelector<HTMLInputElement>(
    "[name=plan]:checked",
  );
  expect(chosen?.value).toBe(plan);
});

test("sign-up: ticks the password's rules while it is typed, and says what is missing", async () => {
  await open(backend, "/signup", SCREEN);
  const field = document.querySelector<HTMLInputElement>("[name=password]");
  expect(field?.getAttribute("passwordrules")).toBe(
    "minlength: 8; required: lower; required: upper; required: digit; required: special;",
  );
  const write = async (text: string) => await fillIn("[name=password]", text);
  const ticked = () =>
    document.querySelectorAll(`[id="${field?.id}-hint"] svg`).length;
  expect(ticked()).toBe(0);
  await write("Strong1pass");
  expect(ticked()).toBe(4);
  find("[role=status]", "Still missing: a special character.");
  await write("Strong1-pass");
  expect(ticked()).toBe(5);
  find("[role=status]", "The password has everything it needs.");
});

test("sign-up: says what is agreed to, and opens it without losing the form", async () => {
  await open(backend, "/signup", SCREEN);
  find(
    "p",
    /^By signing up, you agree to our terms\. Our privacy page says what we keep\.$/,
  );
  for (const path of ["/terms", "/privacy"])
    expect(find(`form a[href="${path}"]`).getAttribute("target")).toBe(
      "_blank",
    );
});

test("sign-up: creates the account, then leads to the payment", async () => {
  backend.on(api.billing.payments.startCheckout, () => ({
    ok: true,
    url: "https://pay.example/1",
  }));
  await open(backend, "/signup?plan=pro", SCREEN);
  await fill();
  await press(/^Create Account & Pay Now/);
  // The connection does not have the session yet: a call now would be refused.
  expect(backend.sent).toEqual([]);
  await act(async () => beSigned("in"));
  expect(backend.sent).toEqual([
    call(api.billing.payments.startCheckout, { plan: "pro" }),
  ]);
  expect(leaveFor).toHaveBeenCalledWith("https://pay.example/1");
  expect(place()).toBeNull();
});

test("sign-up: leads to the payment page when the payment cannot start", async () => {
  backend.refuse(api.billing.payments.startCheckout, "paymentsOff");
  await open(backend, "/signup", SCREEN);
  await fill();
  await press(/^Create Account & Pay Now/);
  await act(async () => beSigned("in"));
  expect(page()).toContain(
    "Failed to set up payment: Payments are not set up on this server.",
  );
  expect(place()).toBe("/payment-required");
});

test("sign-up: with a known address and its password welcomes the owner back", async () => {
  signIn.mockImplementationOnce(refusing("signUpFailed"));
  await open(backend, "/signup", SCREEN);
  await fill();
  await press(/^Create Account & Pay Now/);
  await act(async () => beSigned("in"));
  expect(flows()).toEqual(["signUp", "signIn"]);
  expect(page()).toContain("Welcome back! Redirecting to setup your account.");
  expect(place()).toBe("/setup");
  expect(backend.sent).toEqual([]);
});

test("sign-up: with a known address and another password reads like every refusal", async () => {
  signIn
    .mockImplementationOnce(refusing("signUpFailed"))
    .mockImplementationOnce(refusing("invalidCredentials"));
  await open(backend, "/signup", SCREEN);
  await fill();
  await press(/^Create Account & Pay Now/);
  expect(page()).toContain("Failed to create account.");
  expect(page()).not.toContain("Invalid login credentials");
  expect(place()).toBeNull();
});

test("sign-up: tries no sign-in after other refusals", async () => {
  signIn.mockImplementationOnce(
    refusing("tooManyRequests", { retryAfterMs: 170_000 }),
  );
  await open(backend, "/signup", SCREEN);
  await fill();
  await press(/^Create Account & Pay Now/);
  expect(flows()).toEqual(["signUp"]);
  const why = "Too many attempts. Please try again in 3 minutes.";
  expect(find("[role=alert]", new RegExp(why)).querySelector("a")).toBeNull();
});

const LOGIN = <LoginScreen />;

test("login: sends the browser's secret, the same each time", async () => {
  signIn.mockImplementation(refusing("invalidCredentials"));
  await open(backend, "/login", LOGIN);
  await type("email", "anna@example.com");
  await type("password", PASSWORD);
  await press(/^Log In/);
  await press(/^Log In/);
  const [first, second] = signIn.mock.calls.map(
    ([, params]) => (params as { device: string }).device,
  );
  expect(first).toMatch(/^[\w-]{32}$/);
  expect(second).toBe(first);
  expect(page()).toContain("Invalid login credentials");
});

test.each([
  ["/login?redirect=%2Fpayment-required", "/payment-required"],
  ["/login?redirect=%2F%2Fevil.example", "/dashboard"],
  ["/login", "/dashboard"],
])("login: %s leads to %s", async (address, target) => {
  await open(backend, address, LOGIN);
  await act(async () => beSigned("in"));
  expect(place()).toBe(target);
});

const RESET = <ForgotPasswordScreen />;
const ask = async () => {
  await open(backend, "/forgot-password", RESET);
  await type("email", " Anna@Example.com ");
  await press(/^Send code/);
};

test("a forgotten password: is reset with a code, in the same words for every address", async () => {
  backend.on(api.account.current.requestPasswordReset, () => ({ ok: true }));
  await ask();
  expect(backend.sent[0]?.args).toEqual({
    email: "anna@example.com",
    // This browser's secret, so that strangers use up none of its tries.
    device: expect.stringMatching(/^[\w-]{32}$/) as string,
  });
  expect(page()).toContain(
    "If this address has an account, we've sent it a code.",
  );
  await type("code", "1234 5678");
  await type("password", "N3w!password");
  await press(/^Set new password/);
  expect(signIn).toHaveBeenCalledWith(
    "password",
    expect.objectContaining({
      flow: "reset",
      email: "anna@example.com",
      code: "12345678",
      newPassword: "N3w!password",
    }),
  );
  expect(page()).toContain("If you own the shop, its calendars,");
  await act(async () => beSigned("in"));
  expect(place()).toBe("/dashboard");
});

test("a forgotten password: is not sent for an invalid address", async () => {
  await open(backend, "/forgot-password", RESET);
  await type("email", "anna");
  await press(/^Send code/);
  expect(page()).toContain("Valid email address is required");
  expect(backend.sent).toEqual([]);
});

test("a forgotten password: reports a weak password and a wrong code, and keeps the input", async () => {
  backend.on(api.account.current.requestPasswordReset, () => ({ ok: true }));
  await ask();
  await type("code", "1234");
  await type("password", "weak");
  await press(/^Set new password/);
  expect(page()).toContain("Password must be at least 8 characters");
  expect(signIn).not.toHaveBeenCalled();
  signIn.mockImplementationOnce(refusing("resetCodeWrong"));
  await type("password", "N3w!password");
  await press(/^Set new password/);
  find("[role=alert]", /This code is not valid or has expired\./);
  expect(valueOf("code")).toBe("1234");
});
