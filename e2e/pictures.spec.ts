/**
 * Takes the README's pictures of the demo shop, and makes the app's icons from public/icon.svg. Runs only on request:
 * `PICTURES=1 npx playwright test --config=e2e --project=desktop pictures`
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DEMO_OWNER } from "../convex/demo/rules/logins.ts";
import { expect, seen, test } from "./fixtures.ts";
import { showPart } from "./screens.ts";

const FOLDER = join(import.meta.dirname, "pictures");
const PUBLIC = join(import.meta.dirname, "..", "public");
/** Systems crop the last two to their own shapes, so their corners are filled. */
const ICONS = [
  { name: "icon-192", size: 192, isCut: false },
  { name: "icon-512", size: 512, isCut: false },
  { name: "icon-180", size: 180, isCut: true },
  { name: "icon-mask", size: 512, isCut: true },
];
/** A README should also open at once on a phone. */
const MAX_BYTES = 200_000;

async function take(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  // No focus ring and no pointer in a picture.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.mouse.move(0, 0);
  await page.screenshot({ path, animations: "disabled" });
  expect(statSync(path).size, path).toBeLessThan(MAX_BYTES);
}

test.use({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });

test("takes pictures: dashboard, ticket and call", async ({ page, phone }) => {
  test.slow();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(DEMO_OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_OWNER.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page
    .getByLabel("Select Queue")
    .selectOption({ label: "Haircut (4 waiting)" });
  await seen(page.getByRole("button", { name: "Here: H5 Elif" }));
  await take(page, "dashboard");
  await showPart(page, "Overview");
  const code = page.getByRole("img", { name: /\/join\?b=/ });
  const label = (await code.getAttribute("aria-label")) ?? "";
  await phone.goto(label.slice(label.indexOf("http")));
  await phone.getByText("Haircut").click();
  await phone.getByLabel(/Your Name/).fill("Zoë");
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  const place = phone.getByRole("img", { name: /ahead of you/ });
  for (const ahead of [4, 3, 2]) {
    await expect(place).toHaveAccessibleName(new RegExp(`^${ahead} `));
    if (ahead > 2) await callNext(page);
  }
  await take(phone, "ticket");
  for (const ahead of [1, 0]) {
    await callNext(page);
    await expect(place).toHaveAccessibleName(new RegExp(`^${ahead} `));
  }
  await callNext(page);
  await seen(phone.getByRole("heading", { name: "You've Been Called!" }));
  await take(phone, "called");
});

/** Presses until the next person is named. A press within 0.4 s of the last one would count as a double tap. */
async function callNext(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^Call Next/ });
  const before = (await button.textContent()) ?? "";
  await expect(async () => {
    await button.click();
    await expect(button).not.toHaveText(before, { timeout: 2_000 });
  }).toPass();
}

test("makes the icons", async ({ browser }) => {
  const svg = readFileSync(join(PUBLIC, "icon.svg"), "utf8");
  for (const { name, size, isCut } of ICONS) {
    const viewport = { width: size, height: size };
    const page = await browser.newPage({ viewport, deviceScaleFactor: 1 });
    const drawn = isCut ? svg.replace('rx="9"', "") : svg;
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawn}`,
    );
    const path = join(PUBLIC, `${name}.png`);
    await page.screenshot({ path, omitBackground: true });
    await page.close();
  }
});
