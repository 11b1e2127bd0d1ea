/** A session that ends on the server while its token stays in the browser. */
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { EndedSession } from "../../../../src/features/shell/ended-session.tsx";
import {
  isLoggingOut,
  setLoggingOut,
} from "../../../../src/lib/account/logging-out.ts";
import { OwnerGate } from "../../../../src/features/shell/owner-gate.tsx";
import LoginScreen from "../../../../src/routes/login.tsx";
import { draw, find, freshBackend } from "../../fake-backend.tsx";
import { beSigned, member, owner, page, signOut } from "../../fake-session.tsx";
import { act } from "../../act.ts";

const backend = freshBackend();
let desks = 0;
beforeEach(() => {
  desks = 0;
});
function Desk() {
  desks += 1;
  return <OwnerGate>{(_me, { name }) => <p>{`Desk of ${name}`}</p>}</OwnerGate>;
}
const NOTE = /You've been logged out:/;
const noted = () => NOTE.test(page());

const visit = async (entry: string): Promise<() => Promise<void>> =>
  await draw(
    backend,
    <MemoryRouter initialEntries={[entry]}>
      <Routes>
        <Route path="/dashboard" element={<Desk />} />
        <Route path="/login" element={<LoginScreen />} />
      </Routes>
      <EndedSession />
    </MemoryRouter>,
  );

test("a session that ended leads to the login, which stays and drops the token", async () => {
  beSigned("in");
  backend.set(api.account.current.me, {}, owner());
  await visit("/dashboard");
  expect(page()).toContain("Desk of");
  const before = desks;
  await backend.change(api.account.current.me, {}, null);
  expect(page()).toContain("Log In to Your Account");
  expect(desks - before).toBeLessThan(5);
  expect(signOut).toHaveBeenCalledTimes(1);
});

test.each([
  ["on the server", () => backend.set(api.account.current.me, {}, null)],
  ["in another tab", () => beSigned("out")],
])("a session that ended %s is explained once at login", async (_, end) => {
  beSigned("in");
  backend.set(api.account.current.me, {}, owner());
  const leave = await visit("/dashboard");
  await act(async () => end());
  find("[role=status]", NOTE);
  await leave();
  beSigned("out");
  await visit("/login");
  expect(noted()).toBe(false);
});

test("a logout by the user and a first visit are not explained", async () => {
  const leaveFirst = await visit("/dashboard");
  expect(page()).toContain("Log In to Your Account");
  expect(noted()).toBe(false);
  await leaveFirst();
  beSigned("in");
  backend.set(api.account.current.me, {}, owner());
  const leave = await visit("/dashboard");
  setLoggingOut(true);
  await act(async () => beSigned("out"));
  expect(noted()).toBe(false);
  await leave();
  expect(isLoggingOut()).toBe(false);
});

test.each([
  [true, "You no longer work at Fade & Fortune"],
  [false, "You've been logged out:"],
])("staff whose account is deleted (%s) read: %s", async (isDeleted, words) => {
  beSigned("in");
  const staff = member("staff");
  const { userId } = staff;
  backend.set(api.account.current.isDeleted, { userId }, isDeleted);
  backend.set(api.account.current.me, {}, staff);
  await visit("/dashboard");
  await backend.change(api.account.current.me, {}, null);
  expect(find("[role=status] p").textContent).toContain(words);
});
