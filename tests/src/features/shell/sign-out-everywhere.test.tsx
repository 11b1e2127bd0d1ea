/** Ending every session: the question first, then the message about success or failure. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { setLoggingOut } from "../../../../src/lib/account/logging-out.ts";
import { SignOutEverywhere } from "../../../../src/features/shell/sign-out-everywhere.tsx";
import { call, find, freshBackend, press } from "../../fake-backend.tsx";
import { open, page, place, signOut } from "../../fake-session.tsx";
import { act } from "../../act.ts";

const onClose = vi.fn();
const SCREEN = <SignOutEverywhere onClose={onClose} />;
const backend = freshBackend();
beforeEach(() => {
  onClose.mockReset();
  setLoggingOut(false);
});

test("the window asks first, and Cancel ends no session", async () => {
  await open(backend, "/dashboard", SCREEN);
  const question = find("[role=alertdialog]", /Sign out everywhere\?/);
  expect(question.textContent).toContain("including this one");
  expect(document.activeElement?.textContent).toBe("Cancel");
  await press("Cancel");
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(backend.sent).toEqual([]);
  expect(signOut).not.toHaveBeenCalled();
});

test("all sessions end on the server, then this one, and the login says so", async () => {
  backend.on(api.account.current.signOutEverywhere, () => {
    expect(signOut).not.toHaveBeenCalled();
    return null;
  });
  await open(backend, "/dashboard", SCREEN);
  await press(/^Sign out everywhere/);
  expect(backend.sent).toEqual([
    call(api.account.current.signOutEverywhere, {}),
  ]);
  expect(signOut).toHaveBeenCalledTimes(1);
  expect(place()).toBe("/login");
  expect(page()).toContain("You are signed out everywhere.");
});

test("a failure is reported and keeps this session", async () => {
  backend.fail(api.account.current.signOutEverywhere);
  await open(backend, "/dashboard", SCREEN);
  await press(/^Sign out everywhere/);
  expect(page()).toContain("Failed to log out");
  expect(signOut).not.toHaveBeenCalled();
  expect(place()).toBeNull();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("signing out fails without a connection and sends nothing", async () => {
  await open(backend, "/dashboard", SCREEN);
  await act(async () => backend.connect(false));
  await press(/^Sign out everywhere/);
  expect(page()).toContain("Failed to log out");
  expect(backend.sent).toEqual([]);
});
