/** Every screen: no axe violation in light or dark, no sideways scroll. One structure is checked once per run. */
import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import axe, { type RunOptions } from "axe-core";
import { expect, type Frame, type Page } from "@playwright/test";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules about colours, the only ones that another theme can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** The narrowest screen of our visitors (WCAG 2.2, 1.4.10 Reflow), and a tablet's. */
const OTHER_WIDTHS = [320, 768];
/** The folder where all workers keep the outlines of screens without a violation; made by product.ts for this run. */
const good = process.env["E2E_GOOD_SCREENS"] ?? "";

/** Checks the current page in both themes and at other widths. Fixtures call it at the end of each test. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page may be leaving for another one, which is checked instead: a redirect goes over two.
  for (let redirects = 2; ; redirects -= 1) {
    let isNew = false;
    const note = (frame: Frame) => (isNew ||= frame === page.mainFrame());
    page.on("framenavigated", note);
    try {
      return await look(page);
    } catch (error) {
      const isGone = String(error).includes("Execution context was destroyed");
      if (!(isGone || isNew) || redirects === 0) throw error;
      await page.waitForFunction(() => document.readyState === "complete");
    } finally {
      page.off("framenavigated", note);
    }
  }
}

async function look(page: Page) {
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page);
}

/** At the current width only, for what another width would close. */
export async function expectNoViolation(page: Page): Promise<void> {
  const screen = `${page.viewportSize()?.width} ${await page.evaluate(outline)}`;
  const found = join(good, createHash("sha256").update(screen).digest("hex"));
  if (existsSync(found)) return;
  const shown = await page.evaluate(
    () => document.documentElement.dataset["theme"],
  );
  await page.evaluate(axe.source);
  await setTheme(page, "light");
  await expectNone(
    page,
    { runOnly: { type: "tag", values: RULES } },
    "in light",
  );
  await setTheme(page, "dark");
  await expectNone(
    page,
    { runOnly: { type: "rule", values: COLOUR_RULES } },
    "in dark",
  );
  await setTheme(page, shown);
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  writeFileSync(found, "");
}

/** The structure of a page: elements, attributes and states, without names, numbers and texts. Runs in the page. */
function outline(): string {
  const spoken =
    /^(id|for|href|src|d|value|title|aria-label|aria-\w+by|style)$/;
  const elements = [...document.querySelectorAll("*")].map(
    ({ tagName, attributes }) =>
      [...attributes].reduce(
        (text, { name, value }) =>
          `${text} ${name}${spoken.test(name) ? "" : `=${value}`}`,
        tagName,
      ),
  );
  // Three rows of a list have the same structure as two.
  return [...new Set(elements)].join("\n");
}

async function expectNone(page: Page, rules: RunOptions, how: string) {
  let found = await violations(page, rules);
  const size = page.viewportSize();
  if (size !== null && found.some((line) => line.startsWith("target-size"))) {
    // A target that a bar partly covers is not a small target, because it can be scrolled to. On a screen as high as
    // the page no bar covers any.
    const height = await page.evaluate(() => {
      // On an owner's pages it is what scrolls.
      const main = document.getElementById("main");
      const hidden = main ? main.scrollHeight - main.clientHeight : 0;
      return document.documentElement.scrollHeight + hidden;
    });
    await page.setViewportSize({ ...size, height });
    found = await violations(page, rules);
    await page.setViewportSize(size);
  }
  expect(found, `${page.url()} ${how}`).toEqual([]);
}

/** Each with the elements that violate it. Asks for violations only: listing every passing element doubles the time. */
async function violations(page: Page, rules: RunOptions): Promise<string[]> {
  const options: RunOptions = { ...rules, resultTypes: ["violations"] };
  const results = await page.evaluate(
    async (given) => await window.axe.run(document, given),
    options,
  );
  return results.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

async function expectNoSidewaysScroll(page: Page) {
  // A page that was just printed keeps the layout for paper briefly.
  await expect
    .poll(() => sidewaysScroll(page), { message: "scrolls sideways" })
    .toBeLessThanOrEqual(0);
  const size = page.viewportSize();
  if (size === null) return;
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: size.height });
    await expect
      .poll(() => sidewaysScroll(page), { message: `at ${width} px` })
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
}

const sidewaysScroll = async (page: Page): Promise<number> =>
  page.evaluate(() => {
    const scrollers = [
      document.documentElement,
      document.getElementById("main"),
    ].filter((one) => one !== null);
    const past = scrollers.map((one) => one.scrollWidth - one.clientWidth);
    return Math.max(...past);
  });

/** Our pages follow the user's choice, the stand-ins the system. Also stops colour transitions before the measuring. */
async function setTheme(page: Page, theme: string | undefined) {
  await page.emulateMedia({ colorScheme: theme === "dark" ? "dark" : "light" });
  await page.evaluate((name) => {
    const { dataset } = document.documentElement;
    if (name === undefined) delete dataset["theme"];
    else dataset["theme"] = name;
    const still = new CSSStyleSheet();
    still.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets = [still];
  }, theme);
}
