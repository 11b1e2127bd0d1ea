/** What users see of the gate, and where it leads them. */
import { expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { OwnerGate } from "../../../../src/features/shell/owner-gate.tsx";
import { businessNameOf } from "../../../../src/features/shell/fix-profile.ts";
import { find, freshBackend } from "../../fake-backend.tsx";
import {
  beSigned,
  member,
  open,
  owner,
  page,
  pass,
  place,
  UNPAID,
} from "../../fake-session.tsx";
import { act } from "../../act.ts";

const backend = freshBackend();
const DASHBOARD = (
  <OwnerGate>{(_me, { name }) => <p>{`Desk of ${name}`}</p>}</OwnerGate>
);

test("verifies, then shows the desk; a session that ends elsewhere leads to the login", async () => {
  beSigned("checking");
  await open(backend, "/dashboard", DASHBOARD);
  expect(page()).toContain("Verifying your account...");
  await act(async () => beSigned("in"));
  expect(page()).toContain("Verifying your account...");
  await backend.change(api.account.current.me, {}, owner());
  expect(page()).toContain("Desk of Fade & Fortune");
  await backend.change(api.account.current.me, {}, null);
  expect(place()).toBe("/login?redirect=%2Fdashboard");
});

test("an owner who serves after a lapse stays after the last customer", async () => {
  beSigned("in");
  const lapsed = (activeTickets: number) =>
    owner({ subscription: { ...UNPAID, state: "lapsed", activeTickets } });
  backend.set(api.account.current.me, {}, lapsed(1));
  await open(backend, "/dashboard?serve", DASHBOARD);
  await backend.change(api.account.current.me, {}, lapsed(0));
  expect(page()).toContain("Desk of");
});

test("a slow check offers to refresh; without a connection it says that it continues later", async () => {
  vi.useFakeTimers();
  beSigned("checking");
  await open(backend, "/dashboard", DASHBOARD);
  await pass(4_900);
  expect(page()).not.toContain("Refresh Page");
  await pass(200);
  expect(page()).toContain("Refresh Page");
  await act(async () => backend.connect(false));
  await pass(2_000);
  expect(page()).toContain("We'll continue when you're back online.");
});

const bare = { ...owner(), business: null };

test("an account without a business: gets one from the server, named after the e-mail address", async () => {
  const calls: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    calls.push([path, init.headers, init.body]);
    backend.set(api.account.current.me, {}, owner());
    return Response.json({ success: true });
  });
  beSigned("in");
  backend.set(api.account.current.me, {}, bare);
  await open(backend, "/dashboard", DASHBOARD);
  await vi.waitFor(() => expect(page()).toContain("Desk of"));
  expect(page()).toContain("Your business profile has been set up");
  expect(calls).toEqual([
    [
      "/api/create-business",
      expect.objectContaining({ Authorization: "Bearer token" }),
      JSON.stringify({ businessName: "anna's Business" }),
    ],
  ]);
});

test("an account without a business: is sent to the wizard when that fails", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: "Out of order" }, { status: 500 }),
  );
  beSigned("in");
  backend.set(api.account.current.me, {}, bare);
  await open(backend, "/dashboard", DASHBOARD);
  await vi.waitFor(() => expect(place()).toBe("/setup"));
  expect(page()).toContain("Couldn't fix profile: Out of order");
  expect(page()).toContain(
    "Could not set up your business profile automatically. Please try the manual setup.",
  );
});

test.each([
  ["anna@example.com", "anna's Business"],
  ["@example.com", "My Business"],
  ["", "My Business"],
])("without a business, the address %s gets the name %s", (email, name) => {
  expect(businessNameOf(email)).toBe(name);
});

test("a shop without a plan tells its staff to ask, and leads to their account", async () => {
  beSigned("in");
  const lapsed = { ...UNPAID, state: "lapsed" } as const;
  const staff = member("staff", { subscription: lapsed });
  backend.set(api.account.current.me, {}, staff);
  await open(backend, "/dashboard", DASHBOARD);
  expect(page()).toContain(
    "Fade & Fortune has no plan right now. Ask the owner.",
  );
  expect(find("a", "Your account").getAttribute("href")).toBe("/profile");
});

test.each([false, true])(
  "who is taken off a team while the page is open is told so, and gets no shop (an admin: %s)",
  async (isAdmin) => {
    const made = vi.fn();
    vi.stubGlobal("fetch", made);
    beSigned("in");
    const staff = { ...member("staff"), isAdmin };
    backend.set(api.account.current.me, {}, staff);
    await open(backend, "/dashboard", DASHBOARD);
    const off = { ...staff, business: null };
    await backend.change(api.account.current.me, {}, off);
    expect(page()).toContain("You no longer work at Fade & Fortune");
    expect(page()).toContain("Logout");
    expect(made).not.toHaveBeenCalled();
  },
);
