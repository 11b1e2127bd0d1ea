/** What jsdom lacks of a browser and every screen expects. Runs before each test file. */
import { toast } from "react-hot-toast/headless";
import { afterEach, beforeEach, vi } from "vitest";

// React warns otherwise that updates outside act() are not awaited.
(
  globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
).IS_REACT_ACT_ENVIRONMENT = true;

const dialogMethods = {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  },
};

beforeEach(() => {
  localStorage.clear();
  // The package keeps them for the next test, and for the next file.
  toast.remove();
  document.body.innerHTML = "";
  history.replaceState(null, "", "/");
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("scrollTo", () => undefined);
  // The server's clock is asked once per page; tests live by the local one.
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  if (!("showModal" in HTMLDialogElement.prototype)) {
    Object.assign(HTMLDialogElement.prototype, dialogMethods);
  }
  if (!("showPopover" in HTMLElement.prototype)) {
    Object.assign(HTMLElement.prototype, { showPopover: () => undefined });
  }
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
