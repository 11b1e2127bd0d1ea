/** What every screen owes every visitor: no axe violation in light or dark, and nothing to scroll sideways. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const THEMES = ["light", "dark"] as const;

/** As small as our visitors' screens get (WCAG 2.2, 1.4.10 Reflow). */
const NARROWEST = 320;

async function violations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/**
 * Checks the page as it stands, in both themes and at 320 px too; leaves theme and size as they were. Fixtures call it
 * at the end of each test; call it yourself for a state that the test leaves behind.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  const shown = await page.evaluate(
    () => document.documentElement.dataset["theme"],
  );
  for (const theme of THEMES) {
    await setTheme(page, theme);
    expect(await violations(page), `${page.url()} in ${theme}`).toEqual([]);
  }
  await setTheme(page, shown);
  expect(await sidewaysScroll(page), "scrolls sideways").toBeLessThanOrEqual(0);
  if (size !== null) {
    await page.setViewportSize({ width: NARROWEST, height: size.height });
    await expect
      .poll(() => sidewaysScroll(page), {
        message: "at 320 px",
        timeout: 2_000,
      })
      .toBeLessThanOrEqual(0);
    await page.setViewportSize(size);
  }
}

/** Resolves when the colours have arrived: they are measured next. */
async function setTheme(page: Page, theme: string | undefined) {
  await page.evaluate(async (name) => {
    if (name === undefined) delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = name;
    const fading = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  }, theme);
}
