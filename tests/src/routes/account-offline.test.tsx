/** The account's forms without a connection, and the way on after a refusal. */
import { MemoryRouter, Route, Routes, useLocation } from "react-router-dom";
import { beforeEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import ForgotPasswordScreen from "../../../src/routes/forgot-password.tsx";
import LoginScreen from "../../../src/routes/login.tsx";
import SignupScreen from "../../../src/routes/signup.tsx";
import { draw, find, freshBackend, press } from "../fake-backend.tsx";
import { page, refusing, signIn, type } from "../fake-session.tsx";
import { act } from "../act.ts";
import { valueOf } from "../user.ts";

const NOT_SENT = /You're offline, so nothing was sent\./;
const WAIT = "Please wait a minute before requesting another password reset";
const backend = freshBackend();
function Address() {
  const { pathname, search, hash } = useLocation();
  return <p id="address">{pathname + search + hash}</p>;
}
const address = () => document.getElementById("address")?.textContent;

async function visit(entry: string | { pathname: string; state: unknown }) {
  await draw(
    backend,
    <MemoryRouter initialEntries={[entry]}>
      <Routes>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="/signup" element={<SignupScreen />} />
        <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
    </MemoryRouter>,
  );
}
async function signUp(): Promise<void> {
  await type("businessName", "Fade & Fortune");
  await type("email", "anna@example.com");
  await type("password", "Str0ng!pass");
  await press(/^Create Account & Pay Now/);
}
const enterCode = async () => {
  await visit({
    pathname: "/forgot-password",
    state: { email: "anna@example.com", asked: true },
  });
};

describe("without a connection", () => {
  beforeEach(() => backend.connect(false));

  test("a sign-up says that it was not sent, keeps its fields and works once connected", async () => {
    await visit("/signup");
    const pro = find("label", /^Pro/);
    await act(async () => pro.click());
    await signUp();
    expect(find("[role=alert]", NOT_SENT)).toBe(document.activeElement);
    await act(async () => backend.connect(true));
    expect(signIn).not.toHaveBeenCalled();
    expect(address()).toBe("/signup");
    expect(pro.querySelector("input")?.checked).toBe(true);
    await type("email", "bea@example.com");
    await press(/^Create Account & Pay Now/);
    expect(signIn).toHaveBeenCalledTimes(1);
    expect(signIn.mock.calls[0]?.[1]).toMatchObject({
      email: "bea@example.com",
    });
  });

  test("a login is not sent, and a second press says so again", async () => {
    await visit("/login");
    await type("email", "anna@example.com");
    await type("password", "Str0ng!pass");
    await press(/^Log In/);
    const first = find("[role=alert]", NOT_SENT);
    await press(/^Log In/);
    expect(find("[role=alert]", NOT_SENT)).not.toBe(first);
    expect(signIn).not.toHaveBeenCalled();
  });

  test("no code is requested, no password set and no other code sent", async () => {
    await visit("/forgot-password");
    await type("email", "anna@example.com");
    await press(/^Send code/);
    find("[role=alert]", NOT_SENT);
    await press("I have a code");
    await type("code", "12345678");
    await type("password", "N3w!password");
    await press(/^Set new password/);
    find("[role=alert]", NOT_SENT);
    await press(/^Send another code/);
    expect(document.querySelectorAll("[role=alert]")).toHaveLength(1);
    expect(backend.sent).toEqual([]);
    expect(signIn).not.toHaveBeenCalled();
  });
});

test("a refused sign-up leads to login and reset with the e-mail address, which is in no URL", async () => {
  signIn.mockImplementation(refusing("signUpFailed"));
  await visit("/signup");
  await signUp();
  const alert = find("[role=alert]", /Failed to create account\./);
  expect(alert.textContent).toContain(
    "If you already have an account, log in or reset your password.",
  );
  await press("log in");
  expect(address()).toBe("/login");
  expect(valueOf("email")).toBe("anna@example.com");
  await press("Forgot your password?");
  expect(address()).toBe("/forgot-password");
  expect(valueOf("email")).toBe("anna@example.com");
});

test("a user with a code can open its form, also within the minute between codes", async () => {
  backend.refuse(api.account.current.requestPasswordReset, "waitBeforeReset", {
    retryAfterMs: 60_000,
  });
  await visit("/forgot-password");
  await press("I have a code");
  expect(page()).toContain("Valid email address is required");
  await type("email", " Anna@Example.com ");
  await press(/^Send code/);
  find("[role=alert]", new RegExp(WAIT));
  await press("I have a code");
  find("h1", "Set a new password");
  expect(valueOf("email")).toBe("anna@example.com");
  expect(address()).toBe("/forgot-password");
});

const wrongCode = async () => {
  signIn.mockImplementation(refusing("resetCodeWrong"));
  await enterCode();
  await type("code", "12345678");
  await type("password", "N3w!password");
  await press(/^Set new password/);
  find("[role=alert]", /This code is not valid/);
};

test("another code: that was sent removes the old error and says so after its button", async () => {
  backend.on(api.account.current.requestPasswordReset, () => ({ ok: true }));
  await wrongCode();
  await press(/^Send another code/);
  expect(page()).not.toContain("This code is not valid");
  const said = find("[role=status]", /we've sent it another code/);
  const button = find("button", /^Send another code/);
  expect(button.compareDocumentPosition(said)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  await press(/^Set new password/);
  expect(page()).not.toContain("another code. Only");
});

test("another code: that is refused shows the reason instead of the old error", async () => {
  backend.refuse(api.account.current.requestPasswordReset, "waitBeforeReset", {
    retryAfterMs: 60_000,
  });
  await wrongCode();
  await press(/^Send another code/);
  expect(page()).not.toContain("This code is not valid");
  expect(find("[role=alert]", new RegExp(WAIT))).toBe(document.activeElement);
  await press(/^Set new password/);
  find("[role=alert]", /This code is not valid/);
  expect(page()).not.toContain(WAIT);
});
