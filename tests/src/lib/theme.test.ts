/** Light or dark: the system's choice until the toggle, then the person's; the same before and after the app has loaded. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { chooseTheme, currentTheme } from "../../../src/lib/theme.ts";
import { readText } from "../read.ts";

const firstPaint = readText("public/theme.js");

/** Runs public/theme.js as the browser would before the first paint. */
function loadPage(): void {
  delete document.documentElement.dataset["theme"];
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the file under test is a classic script
  const run = new Function(firstPaint) as () => void;
  run();
}

function systemPrefers(dark: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches: dark }));
}

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<div id="root"></div>';
});

describe("before the first paint", () => {
  test.each([
    { dark: true, theme: "dark" },
    { dark: false, theme: "light" },
  ])("a new visitor gets the system's choice: $theme", ({ dark, theme }) => {
    systemPrefers(dark);
    loadPage();
    expect(currentTheme()).toBe(theme);
  });

  test.each(["dark", "light"] as const)(
    "the person's own choice wins: %s",
    (chosen) => {
      systemPrefers(chosen === "light");
      chooseTheme(chosen);
      loadPage();
      expect(currentTheme()).toBe(chosen);
    },
  );

  test("a browser that refuses storage follows the system", () => {
    systemPrefers(true);
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    loadPage();
    expect(currentTheme()).toBe("dark");
    vi.restoreAllMocks();
  });
});

describe("when the app's files cannot be loaded", () => {
  test("the page says so and offers to refresh", () => {
    systemPrefers(false);
    loadPage();
    window.dispatchEvent(new Event("yourturn:not-loaded"));
    expect(document.querySelector("h1")?.textContent).toBe("App Loading Error");
    expect(document.querySelector("button")?.textContent).toBe("Refresh Page");
  });

  test("a running app is left alone", () => {
    systemPrefers(false);
    loadPage();
    document.getElementById("root")?.append(document.createElement("main"));
    window.dispatchEvent(new Event("yourturn:not-loaded"));
    expect(document.querySelector("h1")).toBeNull();
  });
});
