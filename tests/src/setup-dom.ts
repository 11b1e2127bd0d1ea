/** What jsdom lacks of a browser and every screen expects. Runs before each test file. */
import { toast } from "react-hot-toast/headless";
import { afterEach, beforeEach, vi } from "vitest";

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

/** jsdom has no layout, so everything counts as visible. */
class AlwaysSeen {
  readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect(): void {
    // Nothing to stop.
  }
}

beforeEach(() => {
  // Files share a worker: a clock that an earlier file has stopped would stop this one.
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  // The package keeps messages for the next test and the next file.
  toast.remove();
  document.body.innerHTML = "";
  history.replaceState(null, "", "/");
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("IntersectionObserver", AlwaysSeen);
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
  // A file that loads while the next test file resets the modules would never be there.
  await vi.dynamicImportSettled();
});
