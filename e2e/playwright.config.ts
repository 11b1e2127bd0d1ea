/** The product in a real browser, at desktop size and on a phone. No retries. `product.ts` starts it once. */
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
 * Tags of tests that run once. `@phones`: only customers' phones, no page of the project's size. `@once`: independent
 * of the width, with screens that other stories cover at both, or with widths of the test's choice.
 */
const ONCE = /@(phones|once)\b/;
/**
 * `npm test` runs the `@core` stories, on a phone; without the variable all run. The main story covers both sizes
 * itself.
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
  // Stories wait about half of their time, for example for a toast to disappear or a call to be spoken. Two workers
  // would leave two processors idle.
  workers: 3,
  // These end what hangs. They judge no machine: how fast the product is, the bench and the fault tests measure.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: "list",
  use: {
    // Set in product.ts, which runs before a worker reads this.
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
    // A test cannot delay or abort pages that a service worker loads. offline.spec.ts allows it.
    serviceWorkers: "block",
    // A trace of each test takes a quarter of the time; `npx playwright test --config=e2e --trace=on` makes them.
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
      // A screen on a wall; the story itself checks its sizes.
      testIgnore: [...notAsked, "display.spec.ts"],
    },
  ],
});
