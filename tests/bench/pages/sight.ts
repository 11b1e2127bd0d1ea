/** When something appears in a page's DOM, by the page's own clock, which all pages share: epoch ms with fractions. */
import type { Page } from "@playwright/test";

declare global {
  interface Window {
    benchSight: Promise<number>;
    benchClick: number;
  }
}

/** The form is usable and says how many wait. */
export const FORM =
  "form:has(input[name=name]) button[type=submit]:not(:disabled)";
export const TICKET = '[aria-label*=" ahead of you"]';
export const CALLED = ".on-go h1";
/** Makes this page wait for a selector. `seen` tells when it appeared. */
export async function lookFor(page: Page, selector: string): Promise<void> {
  await page.evaluate(inPage, selector);
}

/** The same for every document that this page loads. */
export async function lookForAfterLoad(page: Page, selector: string) {
  await page.addInitScript(inPage, selector);
}

export const seen = (page: Page): Promise<number> =>
  page.evaluate(() => window.benchSight);
/** Milliseconds from the start of the navigation until the selector appeared. */
export const seenAfterLoad = (page: Page): Promise<number> =>
  page.evaluate(async () => (await window.benchSight) - performance.timeOrigin);

/** Records when the page's next click arrives, before any code of the page gets it. */
export async function noteClick(page: Page): Promise<void> {
  await page.evaluate(() => {
    const note = () => {
      window.benchClick = performance.timeOrigin + performance.now();
    };
    addEventListener("click", note, { capture: true, once: true });
  });
}

export const clicked = (page: Page): Promise<number> =>
  page.evaluate(() => window.benchClick);

function inPage(selector: string): void {
  window.benchSight = new Promise((resolve, reject) => {
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
    // Playwright waits for a page's promise without end.
    setTimeout(() => reject(new Error(`No ${selector}`)), 60_000);
  });
}
