/** Disconnects a page and reconnects it. Stopping the product itself is in RunningProduct. */
import type { Page } from "@playwright/test";

/** Disconnects or reconnects the page, and waits until the page knows. */
export async function setConnected(page: Page, isOn: boolean): Promise<void> {
  await page.context().setOffline(!isOn);
  await page.waitForFunction((on) => navigator.onLine === on, isOn);
}
