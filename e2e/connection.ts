/** Disconnects a page and reconnects it. Stopping the product itself is in RunningProduct. */
import type { Page } from "@playwright/test";

/** Convex's client waits up to 24 s after a failed attempt. Expectations about a reconnected page need this timeout. */
export const RECONNECTED = { timeout: 60_000 };
/** Disconnects or reconnects the page, and waits until the page knows. */
export async function setConnected(page: Page, isOn: boolean): Promise<void> {
  await page.context().setOffline(!isOn);
  await page.waitForFunction((on) => navigator.onLine === on, isOn);
}
