/** Headings, labels, hints and buttons of the account's pages. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { OwnerGate } from "../../../src/features/shell/owner-gate.tsx";
import LoginScreen from "../../../src/routes/login.tsx";
import SetupScreen from "../../../src/routes/setup.tsx";
import SignupScreen from "../../../src/routes/signup.tsx";
import { must } from "../../../src/lib/must.ts";
import { find, freshBackend, press } from "../fake-backend.tsx";
import { beSigned, open, owner, page, place } from "../fake-session.tsx";
import { SHOP } from "../samples.ts";

const backend = freshBackend();
/** The visible name of every field, in order. */
const labels = () =>
  [...document.querySelectorAll("label, legend")].map((label) =>
    label.textContent?.replace(/\s*\(?optional\)?$/i, "").trim(),
  );

test("/login has two headings, two fields and two links", async () => {
  await open(backend, "/login", <LoginScreen />);
  find("h1", "Log In to Your Account");
  find("h2", "Log In");
  expect(labels()).toEqual(["E-mail", "Password"]);
  const links = [...document.querySelectorAll("main a")].map((link) =>
    link.getAttribute("href"),
  );
  expect(links).toEqual(["/forgot-password", "/signup"]);
});

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

test("/setup asks for the profile", async () => {
  beSigned("in");
  backend.set(api.account.current.me, {}, owner({ setupCompletedAt: null }));
  backend.set(
    api.profile.businesses.publicProfile,
    { businessId: SHOP.businessId },
    SHOP,
  );
  await open(backend, "/setup", <SetupScreen />);
  find("h1", "Finish Setting Up Your Business");
  expect(labels()).toEqual([
    "Business name",
    "Phone number",
    "Description",
    "Operating hours",
    ...Array<string>(7).fill("Closed"),
    "Appointment slot duration",
    "Your first queue",
  ]);
  const slot = document.querySelector<HTMLInputElement>("[name=slotMinutes]");
  expect([slot?.min, slot?.step]).toEqual(["5", "5"]);
  const days = [...document.querySelectorAll<HTMLElement>("[name^=closed-]")];
  expect(
    days.map((day) => day.ariaLabel ?? day.getAttribute("aria-label")),
  ).toEqual([
    "Sunday, closed",
    "Monday, closed",
    "Tuesday, closed",
    "Wednesday, closed",
    "Thursday, closed",
    "Friday, closed",
    "Saturday, closed",
  ]);
  await press("Next");
  await press("Next");
  find("button", /^Finish Setup and Go to Dashboard/);
});

test("the gate names the step that it waits for", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  beSigned("in");
  backend.set(api.account.current.me, {}, { ...owner(), business: null });
  const screen = <OwnerGate>{() => <p>Desk</p>}</OwnerGate>;
  await open(backend, "/dashboard", screen);
  find("[role=status]", "Setting up your business profile...");
});
