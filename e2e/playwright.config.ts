/**
 * The product in a real browser, once at a desk and once on a phone. A test that fails once has failed: there are no
 * retries. The product itself is started once for all tests, by `product.ts`.
 */
import { defineConfig } from "@playwright/test";
import { LAUNCH_FLAGS } from "./browser.ts";

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

/**
 * Tags of tests that run once: they open customers' phones and no page of the project's own size (`@phones`), or are about
 * what no width changes, on screens that other stories see at both, or choose their widths (`@once`).
 */
const ONCE = /@(phones|once)\b/;

/**
 * `npm test` runs the stories with `@core`, on a phone; without the variable all run. The main one itself has both sizes.
 */
const isCore = process.env["STORIES"] === "core";
const ALL = /./;
const NONE = /^$/;

const notAsked = process.env["PICTURES"] === "1" ? [] : ["pictures.spec.ts"];

export default defineConfig({
  testDir: ".",
  testIgnore: notAsked,
  outputDir: "../test-results",
  globalSetup: "./product.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Stories wait about half of their time, for a toast to go or a call to be spoken: two at once leave two processors idle.
  workers: 3,
  // These end what hangs. They judge no machine: how fast the product is, the bench and the fault tests measure.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    // Found and started in product.ts, which runs before a worker reads this.
    baseURL: process.env["E2E_BASE_URL"],
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"],
      args: LAUNCH_FLAGS,
    },
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    locale: "en-GB",
    timezoneId: "Europe/London",
    // Pages that a worker loads cannot be held up or cut off by a test: offline.spec.ts has it.
    serviceWorkers: "block",
    // A trace of each test costs a quarter of the time; `npx playwright test --config=e2e --trace=on` makes them.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    {
      name: "desktop",
      use: DESKTOP,
      grep: isCore ? NONE : ALL,
      grepInvert: ONCE,
      testIgnore: [...notAsked, "standin-pages.spec.ts"],
    },
    {
      name: "phone",
      use: PHONE,
      grep: isCore ? /@core\b/ : ALL,
      // A screen on a wall; the story itself looks at its sizes.
      testIgnore: [...notAsked, "display.spec.ts"],
    },
  ],
});
