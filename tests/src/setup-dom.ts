/** What jsdom lacks of a browser and every screen expects. Runs before each test file. */
import React from "react";
import { toast } from "react-hot-toast/headless";
import { afterEach, beforeEach, vi } from "vitest";
import { stubSight } from "./sight.ts";
import { stubWidth } from "./width.ts";

vi.mock("convex/react", async (load) => ({
  ...(await load<object>()),
  useConvexAuth: (await import("./fake-auth.ts")).useConvexAuth,
}));
vi.mock("@convex-dev/auth/react", async (load) => ({
  ...(await load<object>()),
  ...(await import("./fake-auth.ts")),
}));

// Without this, React warns that updates outside act() are not awaited.
(
  globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
).IS_REACT_ACT_ENVIRONMENT = true;

// React's development build notes where each element was made until it has noted 10,000. That is a third of these tests.
const inside: Record<string, unknown> = { ...React };
Object.defineProperty(
  inside["__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"] ??
    {},
  "recentlyCreatedOwnerStacks",
  { get: () => 10_000, set: () => undefined },
);

class NeverResized {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  // The package keeps messages for the next test.
  toast.remove();
  document.body.innerHTML = "";
  history.replaceState(null, "", "/");
  stubWidth(false);
  vi.stubGlobal("scrollTo", () => undefined);
  stubSight((_, tell) => tell({ isIntersecting: true, intersectionRatio: 1 }));
  vi.stubGlobal("ResizeObserver", NeverResized);
  // The server's clock is asked once per page. Tests use the local one.
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  if (!("showPopover" in HTMLElement.prototype)) {
    Object.assign(HTMLElement.prototype, { showPopover: () => undefined });
  }
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // A file that still loads when the environment ends would fail the run.
  await vi.dynamicImportSettled();
});
