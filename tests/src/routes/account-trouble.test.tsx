/** What the account's pages show when a service is slow, down or answers with nothing. */
import { ConvexError } from "convex/values";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import AdminLogin from "../../../src/routes/admin/login.tsx";
import ForgotPasswordScreen from "../../../src/routes/forgot-password.tsx";
import LoginScreen from "../../../src/routes/login.tsx";
import SignupScreen from "../../../src/routes/signup.tsx";
import TabletScreen from "../../../src/routes/tablet.tsx";
import { find, freshBackend, press } from "../fake-backend.tsx";
import {
  beSigned,
  open,
  owner,
  page,
  pass,
  place,
  signIn,
  type,
} from "../fake-session.tsx";
import { act } from "../act.ts";
import { fill } from "../user.ts";

const NEVER = new Promise<never>(() => undefined);
const SLOW = "Authentication is taking too long. You can wait a little longer.";
const LOGIN = <LoginScreen />;
const SIGNUP = <SignupScreen />;
const ADMIN = <AdminLogin />;
const TABLET = <TabletScreen />;
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers();
  backend.set(api.account.current.me, {}, owner());
});

async function logIn(): Promise<void> {
  await open(backend, "/login", LOGIN);
  await type("email", "anna@example.com");
  await type("password", "Str0ng!pass");
  await press(/^Log In/);
}

async function signUp(): Promise<void> {
  await open(backend, "/signup", SIGNUP);
  await type("businessName", "Fade & Fortune");
  await type("email", "anna@example.com");
  await type("password", "Str0ng!pass");
  await press(/^Create Account & Pay Now/);
}

/** The current label of the form's button. */
const button = () =>
  document.querySelector("[type=submit] > span > :not(.invisible)")
    ?.textContent;

test("a tablet: an empty code is asked for, not called wrong", async () => {
  await open(backend, "/tablet", TABLET);
  await press(/^Pair this tablet/);
  expect(find("[name=code]").getAttribute("aria-invalid")).toBe("true");
  expect(page()).toContain("Enter the code.");
  expect(signIn).not.toHaveBeenCalled();
});

test("sign-up: without a session in the answer says that there is no account", async () => {
  signIn.mockResolvedValue({ signingIn: false });
  await signUp();
  find("[role=alert]", /User account could not be created/);
  expect(button()).toBe("Create Account & Pay Now");
});

test("sign-up: without a session within 6 s says so and can be tried again", async () => {
  await signUp();
  expect(button()).toBe("Setting Up Payment...");
  await pass(5_900);
  expect(page()).not.toContain("could not be created");
  await pass(200);
  find("[role=alert]", /User account could not be created/);
  expect(button()).toBe("Create Account & Pay Now");
  expect(backend.sent).toEqual([]);
});

test("sign-up: shows its steps, says when the first is late, and gives up after 20 s", async () => {
  signIn.mockReturnValue(NEVER);
  await signUp();
  expect(button()).toBe("Creating Account...");
  await pass(5_100);
  find("[role=status]", SLOW);
  await pass(15_000);
  expect(page()).not.toContain(SLOW);
  find("[role=alert]", /Signup is unavailable/);
});

test("sign-up: says on the payment page that two attempts to start the payment failed", async () => {
  backend.fail(api.billing.payments.startCheckout);
  const fetched = vi.fn(async () => Response.json({}, { status: 500 }));
  vi.stubGlobal("fetch", fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  await signUp();
  await act(async () => beSigned("in"));
  expect(backend.sent).toHaveLength(1);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(page()).toContain(
    "Failed to set up payment. Please try again or contact support.",
  );
  expect(place()).toBe("/payment-required");
});

test("sign-up: with empty fields and a weak password sends nothing", async () => {
  await open(backend, "/signup", SIGNUP);
  await type("password", "password");
  await press(/^Create Account & Pay Now/);
  for (const text of [
    "Business name is required",
    "Valid email address is required",
    "Password must be at least 8 characters and include uppercase, lowercase, number and special character.",
  ]) {
    expect(page()).toContain(text);
  }
  expect(signIn).not.toHaveBeenCalled();
});

test("login: an error goes when its field is changed, a refusal with any, and the focus stays", async () => {
  const wrong = () =>
    [...document.querySelectorAll("[aria-invalid]")].map((field) =>
      field.getAttribute("name"),
    );
  await open(backend, "/login", LOGIN);
  await press(/^Log In/);
  expect(wrong()).toEqual(["email", "password"]);
  const email = find("[name=email]");
  await fill(email, "anna@example.com");
  expect(wrong()).toEqual(["password"]);
  expect(email.getAttribute("aria-describedby")).toBeNull();
  expect(page()).not.toContain("Valid email address");
  expect(document.activeElement).toBe(email);
  await fill("[name=password]", "Wr0ng!pass");
  expect(wrong()).toEqual([]);
  signIn.mockRejectedValue(new ConvexError({ code: "wrongCredentials" }));
  await press(/^Log In/);
  find("[role=alert]");
  await fill(email, "ann@example.com");
  expect(document.querySelector("[role=alert]")).toBeNull();
  await press(/^Log In/);
  find("[role=alert]");
});

test("sign-up: reads 'unavailable' after an error without a message from the server", async () => {
  signIn.mockRejectedValue(new Error("Failed to fetch"));
  await signUp();
  find("[role=alert]", /Signup is unavailable/);
  expect(page()).not.toContain("Failed to fetch");
});

test("login: is slow after 5 s and unavailable after 20", async () => {
  signIn.mockReturnValue(NEVER);
  await logIn();
  await pass(4_900);
  expect(page()).not.toContain(SLOW);
  await pass(200);
  find("[role=status]", SLOW);
  await pass(15_000);
  expect(page()).not.toContain(SLOW);
  find("[role=alert]", /Login is unavailable/);
});

test.each([
  ["/admin/login", ADMIN, /^Log In/],
  ["/tablet#H7KM2P", TABLET, /^Pair this tablet/],
])("%s: is slow after 5 s", async (address, screen, button) => {
  beSigned("out");
  signIn.mockReturnValue(NEVER);
  await open(backend, address, screen);
  for (const field of document.querySelectorAll("input")) {
    if (field.value === "") await fill(field, "anna@example.com");
  }
  await press(button);
  await pass(5_100);
  find("[role=status]", SLOW);
});

test("login: leads to the dashboard when the account cannot be read", async () => {
  backend.set(api.account.current.me, {}, new Error("Server Error"));
  await logIn();
  await act(async () => beSigned("in"));
  expect(place()).toBe("/dashboard");
});

test("a reset without an answer reads 'unavailable' after 5 s", async () => {
  backend.on(api.account.current.requestPasswordReset, () => NEVER);
  await open(backend, "/forgot-password", <ForgotPasswordScreen />);
  await type("email", "anna@example.com");
  await press(/^Send code/);
  await pass(5_100);
  find("[role=alert]", /Password reset is unavailable/);
});
