/** A second factor on the owners' screens (product.md O12): its card, and its code at login and with a forgotten password. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import SecondFactorCard from "../../../src/features/account/second-factor-card.tsx";
import ForgotPassword from "../../../src/routes/forgot-password.tsx";
import Login from "../../../src/routes/login.tsx";
import { draw, freshBackend, press } from "../fake-backend.tsx";
import { open, page, refusing, signIn, type } from "../fake-session.tsx";
import { valueOf } from "../user.ts";

const OFF = { since: null, recoveryLeft: 0, isPossible: true };
const ON = { since: 1, recoveryLeft: 10, isPossible: true };
const backend = freshBackend();
const is = async (status: object) =>
  await backend.change(api.account.secondFactor.status, {}, status);
beforeEach(() => backend.set(api.account.secondFactor.status, {}, OFF));
const show = async () =>
  await draw(backend, <SecondFactorCard email="anna@example.com" />);

test("the card: says when the server has no key, and when no recovery codes are left", async () => {
  await is({ ...OFF, isPossible: false });
  await show();
  expect(page()).toContain("This server has no key");
  expect(document.querySelector("button")).toBeNull();
  await is({ ...ON, recoveryLeft: 0 });
  expect(page()).toContain("Make new ones now.");
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
