/** The wizard's waits and its end, driven by the live account. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import SetupScreen from "../../../src/routes/setup.tsx";
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
  type,
  UNPAID,
} from "../fake-session.tsx";
import { SHOP } from "../samples.ts";
import { finish } from "../wizard.ts";
import { act } from "../act.ts";
import { texts } from "../user.ts";

const SCREEN = <SetupScreen />;
const PAID = { pathname: "/setup", state: { paid: true } };
const FRESH = { setupCompletedAt: null };
const FORM = "Finish Setting Up Your Business";
const backend = freshBackend();
beforeEach(() => {
  vi.useFakeTimers();
  backend.set(
    api.profile.businesses.publicProfile,
    { businessId: SHOP.businessId },
    SHOP,
  );
  beSigned("in");
});
const be = async (...more: Parameters<typeof owner>) =>
  backend.change(api.account.current.me, {}, owner(...more));

test("the wizard waits for the payment, says when it has arrived, and shows the known profile", async () => {
  await be({ ...FRESH, subscription: UNPAID });
  await open(backend, PAID, SCREEN);
  expect(page()).toContain("Processing your signup");
  await pass(29_000);
  expect(page()).toContain("Processing your signup");
  await be(FRESH);
  expect(page()).toContain("Your account is ready!");
  expect(page()).toContain(FORM);
  const name = document.querySelector<HTMLInputElement>("[name=name]");
  expect(name?.value).toBe(SHOP.name);
});

test("the form appears after 30 s, with the reason", async () => {
  await be({ ...FRESH, subscription: UNPAID });
  await open(backend, PAID, SCREEN);
  await pass(30_100);
  expect(page()).toContain(FORM);
  expect(page()).toContain(
    "Setup is taking longer than expected. Please check your details or log in again shortly.",
  );
});

test("the form appears after 8 s without the account; without a session the way to the login", async () => {
  await open(backend, "/setup", SCREEN);
  expect(page()).toContain("Loading...");
  await pass(8_100);
  expect(page()).toContain(FORM);
  await closeDrawn();
  await act(async () => beSigned("checking"));
  await open(backend, "/setup", SCREEN);
  await pass(8_100);
  expect(page()).toContain(
    "An unexpected state was reached. Please try logging in again.",
  );
  await press("Go to Login");
  expect(place()).toBe("/login?redirect=%2Fsetup");
});

test("the form waits for the business's profile", async () => {
  const { businessId } = SHOP;
  const profile = api.profile.businesses.publicProfile;
  backend.set(profile, { businessId }, undefined);
  await be(FRESH);
  await open(backend, "/setup", SCREEN);
  expect(page()).toContain("Loading...");
  await backend.change(profile, { businessId }, SHOP);
  expect(page()).toContain(FORM);
});

test("a finished business leads to the dashboard, a visitor to the login", async () => {
  await be();
  await open(backend, "/setup", SCREEN);
  expect(place()).toBe("/dashboard");
  await closeDrawn();
  await act(async () => beSigned("out"));
  await open(backend, "/setup", SCREEN);
  expect(place()).toBe("/login?redirect=%2Fsetup");
});

// Only a browser shows that the screen does not stay empty on the way: e2e/payment.spec.ts.
test("a payment that ends a lapse leads to the dashboard and says so", async () => {
  await be({ subscription: { ...UNPAID, state: "lapsed" } });
  await open(backend, PAID, SCREEN);
  expect(page()).toContain("Processing your signup");
  await be();
  expect(page()).toContain("Your account is ready!");
  expect(place()).toBe("/dashboard");
});

test("finishing saves the profile with the suggested Saturday and leads to the dashboard", async () => {
  backend.on(api.account.current.completeSetup, () => ({
    ok: true,
    queueId: null,
  }));
  await be(FRESH);
  await open(backend, "/setup", SCREEN);
  await type("description", " Walk in ");
  find("p", "Monday to Saturday, 09:00 to 17:00");
  await finish();
  expect(backend.sent).toEqual([
    call(api.account.current.completeSetup, {
      name: SHOP.name,
      phone: SHOP.phone,
      description: "Walk in",
      slotMinutes: 30,
      operatingHours: {
        ...SHOP.operatingHours,
        "6": { start: "09:00", end: "17:00" },
      },
      firstQueue: "Walk-ins",
    }),
  ]);
  expect(page()).toContain("Your account setup is complete!");
  expect(place()).toBe("/dashboard");
});

test("without a plan there is no trial: nobody could join", async () => {
  await be({ ...FRESH, subscription: UNPAID });
  await open(backend, "/setup", SCREEN);
  await press("Next");
  await press("Next");
  expect(texts("main [type=submit]")).toEqual([
    expect.stringMatching(/^Finish Setup and Go to Dashboard/),
  ]);
});

test("a failed save keeps the form", async () => {
  await be(FRESH);
  await open(backend, "/setup", SCREEN);
  backend.fail(api.account.current.completeSetup);
  await finish();
  expect(page()).toContain(
    "Please ensure your business profile is saved correctly.",
  );
  expect(place()).toBeNull();
});

test("a missing business is created first", async () => {
  const fetched = vi.fn(async () => Response.json({ success: true }));
  vi.stubGlobal("fetch", fetched);
  backend.on(api.account.current.completeSetup, () => ({
    ok: true,
    queueId: null,
  }));
  backend.set(api.account.current.me, {}, { ...owner(), business: null });
  await open(backend, "/setup", SCREEN);
  await type("name", "Fade");
  await finish();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(place()).toBe("/dashboard");
});

test("sending is disabled without a connection, and the page says so", async () => {
  await be(FRESH);
  await open(backend, "/setup", SCREEN);
  await press("Next");
  await press("Next");
  await act(async () => backend.connect(false));
  await pass(2_000);
  expect(page()).toContain("You can continue when you're back online.");
  const button = document.querySelector<HTMLButtonElement>("[type=submit]");
  expect(button?.disabled).toBe(true);
});
