/** Signing out: told, or told that it failed. Canary: without the look at the connection the second test waits for ever. */
import "../../setup-dom.ts";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { useLogout } from "../../../../src/features/shell/use-logout.ts";
import { FakeBackend, press } from "../../fake-backend.tsx";
import {
  authLibrary,
  open,
  page,
  pass,
  place,
  signOut,
} from "../../fake-session.tsx";

vi.mock("@convex-dev/auth/react", () => ({
  useAuthActions: () => authLibrary.useAuthActions(),
}));

function LogoutButton() {
  return <button onClick={useLogout()}>Logout</button>;
}

const SCREEN = { path: "/dashboard", element: <LogoutButton /> };
let backend: FakeBackend;
beforeEach(() => {
  backend = new FakeBackend();
});

test("goes to the login page and says so", async () => {
  await open(backend, "/dashboard", SCREEN);
  await press("Logout");
  expect(place()).toBe("/login");
  expect(page()).toContain("Logged out successfully");
});

test("without a connection says so, stays, and does not sign out later", async () => {
  await open(backend, "/dashboard", SCREEN);
  await act(async () => backend.connect(false));
  await press("Logout");
  expect(page()).toContain("Failed to log out");
  expect(place()).toBeNull();
  expect(signOut).not.toHaveBeenCalled();
});

test("an answer that does not come within 5 s is a failure", async () => {
  vi.useFakeTimers();
  signOut.mockReturnValue(new Promise(() => undefined));
  await open(backend, "/dashboard", SCREEN);
  await press("Logout");
  await pass(5_100);
  expect(page()).toContain("Failed to log out");
  expect(place()).toBeNull();
});
