/** The oldest browsers of each app: for its syntax, its style and tests/run/browsers.mjs. In words: docs/guide.md. */
import type { AppName } from "../src/app/apps.ts";

/** Of the last two years. */
const RECENT = ["chrome131", "edge131", "firefox133", "safari18.1"];

export const browsers: Record<AppName, string[]> = {
  front: RECENT,
  site: RECENT,
  admin: RECENT,
  customer: ["chrome87", "safari15", "ios15"],
  display: ["chrome85"],
};

/** Some of their browsers have no cascade layers and no dvh (build/styles.ts). */
export const withPlainStyle: readonly AppName[] = ["customer", "display"];
