/** Signing out, and the messages about success and failure. */
import { beforeEach, expect, test, vi } from "vitest";
import { setLoggingOut } from "../../../../src/lib/account/logging-out.ts";
import { useLogout } from "../../../../src/features/shell/use-logout.ts";
import { find, freshBackend, press } from "../../fake-backend.tsx";
import { open, page, pass, place, signOut } from "../../fake-session.tsx";
import { act } from "../../act.ts";

const LogoutButton = () => <button onClick={useLogout()}>Logout</button>;
const SCREEN = <LogoutButton />;
const backend = freshBackend();
beforeEach(() => setLoggingOut(false));

test("a logout leads to the login page and says so", async () => {
  await open(backend, "/dashboard", SCREEN);
  await press("Logout");
  expect(place()).toBe("/login");
  expect(page()).toContain("Logged out successfully");
});

test("a logout without a connection works on this device and says just that", async () => {
  await open(backend, "/dashboard", SCREEN);
  await act(async () => backend.connect(false));
  await press("Logout");
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(place()).toBe("/login");
  expect(page()).toContain(
    "Logged out on this device. We'll tell the server when you're back online.",
  );
  expect(page()).not.toContain("successfully");
});

test("a logout shows its progress, and a failure after 5 s", async () => {
  vi.useFakeTimers();
  signOut.mockReturnValue(new Promise(() => undefined));
  await open(backend, "/dashboard", SCREEN);
  await press("Logout");
  find("[role=status]", "Logging out...");
  await pass(5_100);
  expect(page()).not.toContain("Logging out...");
  expect(page()).toContain("Failed to log out");
  expect(place()).toBeNull();
});

test("a second press sends no second logout or message", async () => {
  const answer = Promise.withResolvers<void>();
  signOut.mockReturnValue(answer.promise);
  await open(backend, "/dashboard", SCREEN);
  await press("Logout");
  await press("Logout");
  await act(async () => answer.resolve());
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(page().split("Logged out successfully")).toHaveLength(2);
});
