/** Light or dark: the system's choice until the toggle, then the user's. The same before and after the app has loaded. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { chooseTheme, currentTheme } from "../../../src/lib/theme.ts";
import { readText } from "../read.ts";

const firstPaint = readText("public/theme.js");
/** The script's `location`: browsers let no test replace the page's own. */
const here = { origin: window.location.origin, pathname: "/", reload: vi.fn() };
/** Runs public/theme.js as the browser would before the first paint. */
function loadPage(): void {
  delete document.documentElement.dataset["theme"];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the file under test is a classic script
  const run = new Function("location", firstPaint) as (place: object) => void;
  run(here);
}

/** @returns changes what the system prefers while the page is open */
function systemPrefers(dark: boolean): (dark: boolean) => void {
  const system = Object.assign(new EventTarget(), { matches: dark });
  vi.stubGlobal("matchMedia", () => system);
  return (other) => {
    system.matches = other;
    system.dispatchEvent(new Event("change"));
  };
}

beforeEach(() => {
  Object.assign(here, { pathname: "/", reload: vi.fn() });
  document.body.innerHTML = '<div id="root"></div>';
});

test.each([
  { dark: true, theme: "dark" },
  { dark: false, theme: "light" },
])("a new visitor first sees the system's theme: $theme", ({ dark, theme }) => {
  systemPrefers(dark);
  loadPage();
  expect(currentTheme()).toBe(theme);
});

test.each(["dark", "light"] as const)(
  "before the first paint: the user's own choice wins: %s",
  (chosen) => {
    systemPrefers(chosen === "light");
    chooseTheme(chosen);
    loadPage();
    expect(currentTheme()).toBe(chosen);
  },
);

test("before the first paint: the page shows that it is loading", () => {
  systemPrefers(false);
  loadPage();
  expect(document.documentElement.dataset["loading"]).toBe("");
  expect(readText("index.html")).toContain('class="first-sight"');
  expect(readText("src/app/base.css")).toMatch(
    /\.first-sight \{\s+display: none;[^]*\[data-loading\] \.first-sight \{\s+display: grid;/,
  );
});

test("before the first paint: a browser that refuses storage follows the system", () => {
  systemPrefers(true);
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  loadPage();
  expect(currentTheme()).toBe("dark");
});

test("when the system changes while the page is open: every page follows", () => {
  const change = systemPrefers(false);
  loadPage();
  change(true);
  expect(currentTheme()).toBe("dark");
  change(false);
  expect(currentTheme()).toBe("light");
});

test("when the system changes while the page is open: the user's choice stays", () => {
  const change = systemPrefers(false);
  loadPage();
  chooseTheme("light");
  change(true);
  expect(currentTheme()).toBe("light");
});

test("when the system changes while the page is open: the display keeps its own theme", () => {
  here.pathname = "/display";
  const change = systemPrefers(false);
  loadPage();
  change(true);
  expect(currentTheme()).toBe("light");
});

describe("the connection of a live page", () => {
  class FakeSocket {
    static readonly OPEN = 1;
    static made: FakeSocket[] = [];
    readyState = 0;
    onopen = vi.fn();
    readonly url: string;
    constructor(url: string) {
      this.url = url;
      FakeSocket.made.push(this);
    }
  }
  const at = (path: string) => `${here.origin.replace("http", "ws")}${path}`;
  const connect = (url: string) => {
    const Live = window.LiveSocket ?? WebSocket;
    return new Live(url) as unknown as FakeSocket;
  };

  beforeEach(() => {
    FakeSocket.made = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    systemPrefers(false);
    const script = document.createElement("script");
    script.dataset["live"] = "/api/1/sync";
    vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
    loadPage();
    return () => {
      delete window.LiveSocket;
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    };
  });

  test("is opened before the app asks for it, and the app learns that it is open", async () => {
    const [early] = FakeSocket.made;
    if (early === undefined) throw new Error("not opened");
    early.readyState = FakeSocket.OPEN;
    expect(connect(at("/api/1/sync"))).toBe(early);
    expect(early.onopen).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(early.onopen).toHaveBeenCalledTimes(1);
    // After a lost connection.
    expect(connect(at("/api/1/sync"))).not.toBe(early);
  });

  test("is opened anew for another address or after a failure", () => {
    const [early] = FakeSocket.made;
    expect(connect(at("/api/2/sync"))).not.toBe(early);
    loadPage();
    const next = FakeSocket.made.at(-1);
    if (next !== undefined) next.readyState = 3;
    expect(connect(at("/api/1/sync"))).not.toBe(next);
  });
});

test("when the app's files cannot be loaded: the page says so and offers to refresh", () => {
  systemPrefers(false);
  loadPage();
  window.dispatchEvent(new Event("yourturn:not-loaded"));
  expect(document.querySelector("h1")?.textContent).toBe("App Loading Error");
  expect(document.querySelector("button")?.textContent).toBe("Refresh Page");
  expect(document.documentElement.dataset["loading"]).toBeUndefined();
});

test("when the app's files cannot be loaded: without a connection the page does not reload until it is online", async () => {
  systemPrefers(false);
  const ask = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("fetch", ask);
  loadPage();
  window.dispatchEvent(new Event("yourturn:not-loaded"));
  document.querySelector("button")?.click();
  await vi.waitFor(() =>
    expect(document.body.textContent).toContain("Still no connection"),
  );
  expect(here.reload).not.toHaveBeenCalled();
  vi.stubGlobal("fetch", () => Promise.resolve({ ok: true }));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(here.reload).toHaveBeenCalled());
});

test("when the app's files cannot be loaded: a running app is left alone", () => {
  systemPrefers(false);
  loadPage();
  document.getElementById("root")?.append(document.createElement("main"));
  window.dispatchEvent(new Event("yourturn:not-loaded"));
  expect(document.querySelector("h1")).toBeNull();
});
