/** Headings, labels, hints and buttons of the account's pages. */
import { expect, test } from "vitest";
import LoginScreen from "../../../src/routes/login.tsx";
import SignupScreen from "../../../src/routes/signup.tsx";
import { must } from "../../../src/lib/must.ts";
import { find, freshBackend, press } from "../fake-backend.tsx";
import { open, page, place } from "../fake-session.tsx";

const backend = freshBackend();
/** The visible name of every field, in order. */
const labels = () =>
  [...document.querySelectorAll("label, legend")].map((label) =>
    label.textContent?.replace(/\s*\(?optional\)?$/i, "").trim(),
  );

test("a typed password can be shown and hidden", async () => {
  await open(backend, "/login", <LoginScreen />);
  const field = must(document.querySelector("[name=password]"), "password");
  const kind = () => field.getAttribute("type");
  expect(kind()).toBe("password");
  const show = find("button", "Show");
  expect(show.getAttribute("aria-label")).toBe("Show password");
  await press("Show");
  expect(kind()).toBe("text");
  await press("Hide");
  expect(kind()).toBe("password");
});

test("/signup has a heading, four fields, the password's rules and the button", async () => {
  await open(backend, "/signup", <SignupScreen />);
  find("h1", "Join Yourturn");
  expect(labels()).toEqual([
    "Business name",
    "E-mail",
    "Password",
    "Select plan",
    "Starter ($19/mo) - Max 5 queuesTeam of 3, 10 people per queue, no texts",
    "Pro ($29/mo) - Max 10 queuesTeam of 15, 50 people per queue, 50 texts a month",
  ]);
  expect(page()).toContain(
    "at least 8 charactersa lowercase letteran uppercase lettera numbera special character",
  );
  find("button", /^Create Account & Pay Now/);
  await press("Log in");
  expect(place()).toBe("/login");
});
