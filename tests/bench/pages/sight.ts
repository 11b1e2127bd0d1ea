/**
 * When something is in a page's DOM, by the page's own clock, so that the bench's way to the browser is not in the
 * figure. All pages of a machine share one clock: epoch ms with fractions.
 */
import type { Page } from "@playwright/test";

declare global {
  interface Window {
    benchSight: Promise<number>;
    benchClick: number;
  }
}

/** The form can be used, and says how many wait in each queue. */
export const FORM =
  "form:has(input[name=queue]:not(:disabled)) button[type=submit]:not(:disabled)";
/** The ticket with its place in the line. */
export const TICKET = '[aria-label*=" ahead of you"]';
/** The whole screen is green. */
export const CALLED = ".on-go h1";

/** From now on this page waits for a selector; `seen` tells when it was there. */
export async function lookFor(page: Page, selector: string): Promise<void> {
  await page.evaluate(inPage, selector);
}

/** The same for every document that this page loads. */
export async function lookForAfterLoad(
  page: Page,
  selector: string,
): Promise<void> {
  await page.addInitScript(inPage, selector);
}

/** When the selector was first there. */
export function seen(page: Page): Promise<number> {
  return page.evaluate(() => window.benchSight);
}

/** Milliseconds from the beginning of the navigation until the selector was there. */
export function seenAfterLoad(page: Page): Promise<number> {
  return page.evaluate(
    async () => (await window.benchSight) - performance.timeOrigin,
  );
}

/** Notes when the page's next click arrives, before anything of the page hears of it. */
export async function noteClick(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = () => {
      window.benchClick = performance.timeOrigin + performance.now();
    };
    addEventListener("click", note, { capture: true, once: true });
  });
}

/** When that click arrived. */
export function clicked(page: Page): Promise<number> {
  return page.evaluate(() => window.benchClick);
}

function inPage(selector: string): void {
  window.benchSight = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector) === null) return;
      observer.disconnect();
      resolve(performance.timeOrigin + performance.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    look();
  });
}
