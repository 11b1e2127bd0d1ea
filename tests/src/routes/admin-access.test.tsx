/** The portal's gate, its sign-in, and confirming the password, on the page of the admins (product.md O10-O12). */
import { ConvexError } from "convex/values";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import SecondFactorCard from "../../../src/features/account/second-factor-card.tsx";
import { AdminGate } from "../../../src/features/admin-access/admin-gate.tsx";
import { setLoggingOut } from "../../../src/lib/account/logging-out.ts";
import AdminScreen from "../../../src/routes/admin.tsx";
import AdminLogin from "../../../src/routes/admin/login.tsx";
// Loaded already, so that opening takes no time that React cannot see.
import "../../../src/routes/admin/businesses.tsx";
import "../../../src/routes/admin/not-found.tsx";
import Security from "../../../src/routes/admin/security.tsx";
import { find, freshBackend, press } from "../fake-backend.tsx";
import {
  beSigned,
  open,
  owner,
  page,
  place,
  PORTAL,
  signIn,
  signOut,
  type,
} from "../fake-session.tsx";
import { act } from "../act.ts";
import { stubWidth } from "../width.ts";
import { fill, loaded } from "../user.ts";

const reload = vi.hoisted(() => vi.fn());
vi.mock("../../../src/lib/address/reload-page.ts", () => ({
  reloadPage: reload,
}));
const ADMIN = { ...owner(), isAdmin: true, adminSession: PORTAL };
const OUTSIDE = { ...ADMIN, adminSession: null };
const refusal = (code: string) => new ConvexError({ code });
const OFF = { since: null, recoveryLeft: 0, isPossible: true };
const row = (userId: string, email: string) => ({
  ...{ userId, email, grantedBy: null },
  ...{ grantedAt: 0, hasSecondFactor: false, waits: false },
});
const ADMINS = [row(ADMIN.userId, ADMIN.email), row("ben", "ben@example.com")];
const backend = freshBackend();
const isMe = async (me: typeof ADMIN | typeof OUTSIDE | null | Error) =>
  await backend.change(api.account.current.me, {}, me);
beforeEach(() => {
  reload.mockClear();
  beSigned("in");
  backend.set(api.account.current.me, {}, ADMIN);
  backend.set(api.admin.admins.list, {}, ADMINS);
  backend.set(api.account.secondFactor.status, {}, OFF);
});

async function openPage(): Promise<void> {
  await open(
    backend,
    "/admin/security",
    <AdminGate
      onSignOut={() => void signOut()}
      setUp={(email, onReady) => (
        <SecondFactorCard email={email} onReady={onReady} />
      )}
    >
      {() => <Security />}
    </AdminGate>,
  );
}

test("the gate: lets an admin with a portal session in", async () => {
  await openPage();
  find("h1", "Admins and security");
  find("li", /ben@example\.com/);
});

test("the gate: leads to the portal's sign-in without a session, or with a session of the shop only", async () => {
  const toLogin = "/admin/login?redirect=%2Fadmin%2Fsecurity";
  beSigned("out");
  await openPage();
  expect(place()).toBe(toLogin);
  beSigned("in");
  await isMe(OUTSIDE);
  await openPage();
  expect(place()).toBe(toLogin);
  expect(page()).not.toContain("ben@");
});

test("the gate: leads to the sign-in without a way back after a sign-out", async () => {
  await openPage();
  setLoggingOut(true);
  await act(async () => beSigned("out"));
  setLoggingOut(false);
  expect(place()).toBe("/admin/login");
});

test("the gate: shows an unknown address as not found inside the portal, with a way back", async () => {
  stubWidth(true);
  const element = <AdminScreen />;
  await open(backend, "/admin/nowhere", { path: "/admin/*", element });
  await loaded();
  find("h1", "Page not found");
  find("nav a", "Businesses");
  expect(find("a", "Go to overview").getAttribute("href")).toBe("/admin");
});

test("the gate: on a phone has the rest of the menu in a sheet; a failing page keeps its heading", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  stubWidth(false);
  const element = <AdminScreen />;
  backend.set(api.admin.directory.totals, {}, new Error("down"));
  await open(backend, "/admin/nowhere", { path: "/admin/*", element });
  await loaded();
  await press("More");
  find("[role=dialog] a", "Audit log");
  find("[role=dialog] p", ADMIN.email);
  await press("Admins and security");
  await loaded();
  expect(document.querySelector("[role=dialog]")).toBeNull();
  find("h1", "Admins and security");
  await press("Businesses");
  await loaded();
  find("h1", "Businesses");
});

test("the gate: says so when the check fails, and signs out", async () => {
  backend.set(api.account.current.me, {}, new Error("no answer"));
  await openPage();
  find("h1", "Admin Check Failed");
  expect(signOut).toHaveBeenCalled();
  await act(async () => beSigned("out"));
  find("h1", "Admin Check Failed");
  expect(find("a", "Admin login").getAttribute("href")).toBe("/admin/login");
});

test("the gate: hides the page when the admin is demoted", async () => {
  await openPage();
  await act(async () => {
    backend.set(api.admin.admins.list, {}, refusal("notAllowed"));
    backend.set(api.account.current.me, {}, owner());
  });
  find("h1", "Admin Access Required");
  expect(page()).not.toContain("ben@");
});

test("the gate: shows only a required second factor, and opens when its recovery codes are kept", async () => {
  await isMe({
    ...ADMIN,
    adminSession: { ...PORTAL, needsSecondFactor: true },
  } as never);
  await openPage();
  expect(page()).toContain("Set up a log-in code");
  expect(page()).not.toContain("ben@");
  backend.on(api.account.secondFactor.begin, () => ({
    ...{ ok: true, secret: "GEZDGNBV", url: "otpauth://totp/x" },
  }));
  backend.on(api.account.secondFactor.confirm, () => {
    backend.set(api.account.secondFactor.status, {}, { ...OFF, since: 1 });
    backend.set(api.account.current.me, {}, ADMIN);
    return { ok: true, recoveryCodes: ["0123456789abcdef"] };
  });
  await press("Turn on");
  await type("password", "Right-1!");
  await press(/^Next/);
  await type("code", "123456");
  await press(/^Turn on.+/);
  find("[role=dialog] li", "0123-4567-89ab-cdef");
  expect(page()).not.toContain("ben@");
  await press("I've saved them");
  find("li", /ben@example\.com/);
});

test("the gate: opens when the second factor is turned on elsewhere", async () => {
  await isMe({
    ...ADMIN,
    adminSession: { ...PORTAL, needsSecondFactor: true },
  } as never);
  await openPage();
  await act(async () => {
    backend.set(api.account.secondFactor.status, {}, { ...OFF, since: 1 });
    backend.set(api.account.current.me, {}, ADMIN);
  });
  find("li", /ben@example\.com/);
});

const end = async () =>
  await act(async () => {
    backend.set(api.admin.admins.list, {}, refusal("adminSessionEnded"));
    backend.set(api.account.current.me, {}, OUTSIDE);
  });

test("when the hour is over: the page stays hidden with its input, and continues after the password", async () => {
  await openPage();
  await type("email", "half-typed");
  await end();
  const window = find("[role=alertdialog]", /Your admin session has ended/);
  expect(window.textContent).not.toContain("ben@");
  const hidden = find("li", /ben@/).closest(".invisible");
  expect(hidden).not.toBeNull();
  backend.refuse(api.admin.admins.confirm, "passwordWrong");
  await type("password", "wrong");
  await press(/^Continue/);
  find("[role=alertdialog]", /password/i);
  backend.on(api.admin.admins.confirm, () => {
    backend.set(api.admin.admins.list, {}, ADMINS);
    backend.set(api.account.current.me, {}, ADMIN);
    return { ok: true };
  });
  await press(/^Continue/);
  expect(document.querySelector("[role=alertdialog]")).toBeNull();
  expect(find("li", /ben@/).closest(".invisible")).toBeNull();
  const typed = document.querySelector<HTMLInputElement>(
    "li ~ * [name=email], form [name=email]:not([hidden])",
  );
  expect(typed?.value).toBe("half-typed");
});

test("when the hour is over: the admin can sign out instead", async () => {
  await openPage();
  await end();
  await press("Sign Out");
  expect(signOut).toHaveBeenCalledOnce();
});

test("a role that waits does not count: the only active admin keeps the role", async () => {
  const waiting = { ...row("ben", "ben@example.com"), waits: true };
  backend.set(api.admin.admins.list, {}, [
    row(ADMIN.userId, ADMIN.email),
    waiting,
  ]);
  await openPage();
  expect(page()).toContain("1 admin");
  expect(page()).not.toContain("2 admins");
  const buttons = [...document.querySelectorAll("button[aria-label]")];
  const labels = buttons.map((button) => button.getAttribute("aria-label"));
  expect(labels.filter((label) => label?.startsWith("Revoke"))).toEqual([
    expect.stringContaining("ben@example.com"),
  ]);
});

const SCREEN = <AdminLogin />;
const refuse = (code: string) => () => Promise.reject(refusal(code));

test("a refused address for a new admin: its error goes when it is changed", async () => {
  backend.refuse(api.admin.admins.grant, "invalidEmail");
  await openPage();
  await press(/^Grant admin access/);
  const field = find("[name=email]:not([hidden])");
  expect(field.ariaInvalid).toBe("true");
  await fill(field, "ben@example.com");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("the sign-in: refuses an owner, and asks an admin for the code", async () => {
  beSigned("out");
  await open(backend, "/admin/login?redirect=%2Fadmin%2Faudit", SCREEN);
  await type("email", "anna@example.com");
  await type("password", "Right-1!");
  signIn.mockImplementationOnce(refuse("notAdmin"));
  await press(/^Log In/);
  expect(page()).toContain("Access denied. Admin privileges required.");
  expect(document.querySelector("[name=code]")).toBeNull();
  signIn.mockImplementationOnce(refuse("codeNeeded"));
  await press(/^Log In/);
  // The password was right.
  expect(document.querySelector("[role=alert]")).toBeNull();
  await type("code", "123456");
  await press(/^Log In/);
  expect(signIn.mock.lastCall).toMatchObject([
    "password",
    { flow: "adminSignIn", email: "anna@example.com", code: "123456" },
  ]);
  await act(async () => beSigned("in"));
  expect(place()).toBe("/admin/audit");
});

test.each([
  ["in", 1],
  ["checking", 1],
  ["out", 0],
] as const)(
  "the sign-in: starts again with its own connection if another session may exist (%s)",
  async (how, times) => {
    backend.set(api.account.current.me, {}, OUTSIDE);
    beSigned(how);
    await open(backend, "/admin/login", SCREEN);
    await type("email", "anna@example.com");
    await type("password", "Right-1!");
    await press(/^Log In/);
    expect(reload).toHaveBeenCalledTimes(times);
  },
);
