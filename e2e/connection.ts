/** Cutting a page's connection and giving it back. Not the end of the product itself: RunningProduct. */
import type { Page } from "@playwright/test";

/**
 * Convex's client tries again up to 24 s after an attempt that failed, and to open one while there is no connection fails:
 * an expectation of what the page has when it is connected again needs this.
 */
export const RECONNECTED = { timeout: 60_000 };

/** Cuts the page's connection or gives it back; the page knows of it afterwards. */
export async function setConnected(page: Page, isOn: boolean): Promise<void> {
  await page.context().setOffline(!isOn);
  await page.waitForFunction((on) => navigator.onLine === on, isOn);
}
