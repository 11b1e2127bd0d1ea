/** A second factor on the owners' screens (product.md O12): its card, and its code at login and with a forgotten password. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import SecondFactorCard from "../../../src/features/account/second-factor-card.tsx";
import ForgotPassword from "../../../src/routes/forgot-password.tsx";
import Login from "../../../src/routes/login.tsx";
import { draw, find, freshBackend, press } from "../fake-backend.tsx";
import { open, page, refusing, signIn, type } from "../fake-session.tsx";
import { valueOf } from "../user.ts";

const OFF = { since: null, recoveryLeft: 0, isPossible: true };
const ON = { since: 1, recoveryLeft: 10, isPossible: true };
const SECRET = "GEZDGNBVGY3TQOJQ";
const CODES = ["0123456789abcdef", "fedcba9876543210"];
const backend = freshBackend();
const is = async (status: object) =>
  await backend.change(api.account.secondFactor.status, {}, status);
const sent = () => backend.sent.map(({ args }) => args);
beforeEach(() => backend.set(api.account.secondFactor.status, {}, OFF));
const show = async () =>
  await draw(backend, <SecondFactorCard email="anna@example.com" />);

test("the card: turns the second factor on: password, key, first code, recovery codes", async () => {
  backend.on(api.account.secondFactor.begin, () => ({
    ...{ ok: true, secret: SECRET },
    url: `otpauth://totp/Yourturn:anna?secret=${SECRET}`,
  }));
  await show();
  await press("Turn on");
  await press(/^Next/);
  expect(page()).toContain("Please enter your current password.");
  await type("password", "Right-1!");
  await press(/^Next/);
  expect(document.querySelector("svg[role=img]")).not.toBeNull();
  const key = document.querySelector<HTMLInputElement>("[readonly]");
  expect(key?.value).toBe("GEZD GNBV GY3T QOJQ");
  backend.refuse(api.account.secondFactor.confirm, "codeWrong");
  await type("code", "000000");
  await press(/^Turn on.+/);
  find("[role=alert]", /This code is wrong or has already been used\.$/);
  backend.on(api.account.secondFactor.confirm, () => {
    backend.set(api.account.secondFactor.status, {}, ON);
    return { ok: true, recoveryCodes: CODES };
  });
  await type("code", "123456");
  await press(/^Turn on.+/);
  find("[role=dialog] li", "0123-4567-89ab-cdef");
  await press("I've saved them");
  expect(page()).not.toContain("0123-4567");
  expect(page()).toContain("10 recovery codes are left.");
  expect(sent()).toMatchObject([
    { password: "Right-1!" },
    { code: "000000" },
    { code: "123456" },
  ]);
});

test("the card: turns it off and makes new recovery codes with password and code", async () => {
  await is(ON);
  await show();
  backend.on(api.account.secondFactor.renewRecovery, () => ({
    ...{ ok: true, recoveryCodes: CODES },
  }));
  await press("New recovery codes");
  await press(/^Make new codes/);
  expect(page()).toContain("Enter a code.");
  await type("password", "Right-1!");
  await type("code", "123456");
  await press(/^Make new codes/);
  find("[role=dialog] li", "fedc-ba98-7654-3210");
  await press("I've saved them");
  backend.on(api.account.secondFactor.remove, () => ({ ok: true }));
  await press("Turn off");
  await type("password", "Right-1!");
  await type("code", CODES[0] ?? "");
  await press(/^Turn off.+/);
  expect(document.querySelector("[role=dialog]")).toBeNull();
  expect(sent().at(-1)).toMatchObject({ code: CODES[0] });
});

test("the card: says when the server has no key, and when no recovery codes are left", async () => {
  await is({ ...OFF, isPossible: false });
  await show();
  expect(page()).toContain("This server has no key");
  expect(document.querySelector("button")).toBeNull();
  await is({ ...ON, recoveryLeft: 0 });
  expect(page()).toContain("Make new ones now.");
});

test("where the password is entered: the login asks for the code if the account has a second factor", async () => {
  await open(backend, "/login", <Login />);
  await type("email", "anna@example.com");
  await type("password", "Right-1!");
  signIn.mockImplementationOnce(refusing("codeNeeded"));
  expect(document.querySelector("[name=code]")).toBeNull();
  await press(/^Log In/);
  find("h2", "Enter your code");
  expect(document.querySelector("[role=alert], [name=password]")).toBeNull();
  const code = document.querySelector("[name=code]");
  expect(document.activeElement).toBe(code);
  await press(/^Log In/);
  expect(page()).toContain("Enter the code from your app");
  signIn.mockImplementationOnce(refusing("codeWrong"));
  await type("code", "000000");
  await press(/^Log In/);
  find("[role=alert]", /This code is wrong or has already been used\.$/);
  await type("code", "123456");
  await press(/^Log In/);
  const tries = signIn.mock.calls.map(([, params]) => params);
  const given = { email: "anna@example.com", password: "Right-1!" };
  expect(tries).toMatchObject([
    given,
    { ...given, code: "000000" },
    { ...given, code: "123456" },
  ]);
  expect(tries[0]).not.toHaveProperty("code");
});

test("where the password is entered: the code's step leads back, with the address kept", async () => {
  await open(backend, "/login", <Login />);
  await type("email", "anna@example.com");
  await type("password", "Right-1!");
  signIn.mockImplementationOnce(refusing("codeNeeded"));
  await press(/^Log In/);
  await press("Back to e-mail and password");
  expect([valueOf("email"), valueOf("password")]).toEqual([
    "anna@example.com",
    "",
  ]);
});

test("where the password is entered: a password reset asks for it beside the mailed code", async () => {
  const state = { email: "anna@example.com", asked: true };
  await open(
    backend,
    { pathname: "/forgot-password", state },
    <ForgotPassword />,
  );
  await type("code", "1234 5678");
  await type("password", "Diff3rent!pw");
  signIn.mockImplementationOnce(refusing("codeNeeded"));
  await press(/^Set new password/);
  await type("secondCode", "123456");
  await press(/^Set new password/);
  expect(signIn.mock.lastCall).toMatchObject([
    "password",
    { flow: "reset", code: "12345678", secondCode: "123456" },
  ]);
});
