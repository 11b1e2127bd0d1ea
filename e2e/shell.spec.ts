/** The shell around an owner's pages: one menu on every page and at every size. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoViolation } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { expectEdge, expectRoom, inForcedColours, OWNERS } from "./room.ts";
import { showPart } from "./screens.ts";
import { setPlan } from "./world.ts";

const LONG = "Maximiliane's Barbershop, Hot Towels and Beard Oils of Old York";
const PAGES = {
  "/reports": "Reports",
  "/profile": "Profile Settings",
  "/team": "Team",
  "/poster": "Posters & TV",
  "/support": "Billing & support",
};
/** What the menu leads to on the dashboard, and the part that it brings into sight. */
const PARTS = {
  "Queue Analytics": "queue-analytics",
  "Queue Status": "queue-status",
  "SMS Settings": "sms-settings",
  "Calendar Settings": "calendar-settings",
  Dashboard: "dashboard",
};
const menu = (page: Page) => page.getByRole("complementary");

/** The ids of the parts that had a ring since the page was loaded; a ring is gone after 800 ms. */
async function noteRings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const rings: string[] = [];
    Object.assign(window, { rings });
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.matches(".outline-brand\\!"))
          rings.push(target.id);
    }).observe(document, { subtree: true, attributeFilter: ["class"] });
  });
  return () =>
    page.evaluate(() => (window as unknown as { rings: string[] }).rings);
}

test("at 1280 x 650 Logout is in sight on every page, and every page's entry is current @once", async ({
  address,
  business: { owner },
  ownerPage: page,
}) => {
  await setPlan(address, owner, "pro");
  await page.setViewportSize({ width: 1280, height: 650 });
  for (const [path, name] of Object.entries(PAGES)) {
    await page.goto(path);
    await seen(page.getByRole("heading", { name, level: 1 }));
    await expect(menu(page).getByRole("listitem")).toHaveCount(12);
    await expect(
      menu(page).getByRole("button", { name: "Logout" }),
    ).toBeInViewport({ ratio: 1 });
    await expect(menu(page).locator("[aria-current=page]")).toHaveText(name);
    await expectAccessible(page);
  }
});

test("from the reports every entry leads to its place, with a ring and the entry current @once", async ({
  address,
  business: { owner },
  ownerPage: page,
}) => {
  await setPlan(address, owner, "pro");
  await page.setViewportSize({ width: 1280, height: 800 });
  const rings = await noteRings(page);
  for (const [name, id] of Object.entries(PARTS)) {
    await page.goto("/reports");
    await menu(page).getByRole("link", { name, exact: true }).click();
    const part = page.locator(`#${id}`);
    if (id !== "dashboard") await expect.poll(rings).toContain(id);
    await expect(part).toBeInViewport();
    await expect(menu(page).locator("[aria-current]")).toHaveText(name);
  }
  await expect(page.locator("#queue-status")).not.toBeInViewport();
  await menu(page).getByRole("button", { name: "Queue Status" }).click();
  await expect.poll(rings).toContain("queue-status");
  await expect(page.locator("#queue-status")).toBeFocused();
  await expect(menu(page).locator("[aria-current=location]")).toHaveText(
    "Queue Status",
  );
  await expect(page.locator("#queue-status")).not.toHaveClass(/outline-brand/);

  await page.goto("/reports");
  await menu(page).getByRole("link", { name: "Manage Queues" }).click();
  await seen(page.getByRole("dialog", { name: "Manage Queues" }));
  await page.reload();
  await seen(page.getByRole("combobox", { name: "Select Queue" }));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const [path, name] of Object.entries(PAGES)) {
    await menu(page).getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator("#main")).toBeFocused();
  }
});

test("at 820 px every entry shows its words, and the keyboard opens and closes the wide menu @once", async ({
  address,
  business: { owner },
  ownerPage: page,
}) => {
  await setPlan(address, owner, "pro");
  for (const height of [1180, 650]) {
    await page.setViewportSize({ width: 820, height });
    await page.goto("/reports");
    const entries = menu(page).getByRole("listitem");
    await expect(entries).toHaveCount(12);
    for (const entry of await entries.all()) {
      const words = entry.locator("span").last();
      await expect(words).not.toBeEmpty();
      await expect(words).toBeInViewport({ ratio: 1 });
      const { width = 0 } = (await words.boundingBox()) ?? {};
      expect(width).toBeGreaterThan(25);
      expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  }
  const mark = page.getByRole("button", { name: "Open the menu" });
  await mark.focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer.getByRole("link", { name: "Reports" })).toBeFocused();
  expect((await drawer.boundingBox())?.width).toBe(256);
  await expectNoViolation(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(mark).toBeFocused();
  await page.keyboard.press("Enter");
  await drawer.getByRole("link", { name: "Queue Status" }).press("Enter");
  await expect(drawer).toBeHidden();
  await expect(page.locator("#queue-status")).toBeFocused();
});

test("on a phone the reports are two taps away, and the way back is one @once", async ({
  address,
  business: { owner },
  ownerPage: page,
}) => {
  await setPlan(address, owner, "pro");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard");
  await showPart(page, "Manage");
  const row = page.getByRole("link", { name: "Reports" });
  await expect(row).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await row.click();
  await seen(page.getByRole("heading", { name: "Reports", level: 1 }));
  const bar = page.getByRole("navigation", { name: "Menu" });
  await expect(bar.locator("[aria-current]")).toHaveText("Manage");
  expect((await bar.boundingBox())?.height).toBe(64);
  await page.getByRole("link", { name: "Back to Manage" }).click();
  await seen(page.getByRole("button", { name: /^Manage Queues\s*1 of 10$/ }));

  await page.getByRole("link", { name: /^SMS Settings/ }).click();
  await seen(page.getByRole("region", { name: "SMS Messaging" }));
  await page.goBack();
  await seen(page.getByRole("heading", { name: "Once in a while" }));
  await bar.getByRole("button", { name: "Logout" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Stay" })).toBeFocused();
});

test("the page alone scrolls, and in a low window the whole document @once", async ({
  business,
  ownerPage: page,
}) => {
  expect(business.queueName).toBe("Walk-ins");
  const scrolled = () =>
    page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return scrollHeight - clientHeight;
    });
  await page.setViewportSize({ width: 1024, height: 650 });
  await page.goto("/profile");
  const card = page.getByRole("region", { name: "Your Data" });
  await seen(card);
  expect(await scrolled()).toBe(0);
  const header = page.getByRole("banner");
  await card.scrollIntoViewIfNeeded();
  await expect(header).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 640, height: 400 });
  await card.scrollIntoViewIfNeeded();
  await expect(header).not.toBeInViewport();
});

test("the shell keeps its words with large text and long names, and its edges in forced colours @once", async ({
  address,
  business: { owner },
  ownerPage: page,
}) => {
  await setPlan(address, owner, "pro");
  await page.goto("/profile?edit=details");
  await page.getByLabel("Business Name").fill(LONG);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await seen(page.getByRole("banner").getByText(LONG));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard");
  await showPart(page, "Manage");
  await seen(page.getByText("0 of 50", { exact: true }));
  await expectRoom(
    page,
    OWNERS.filter(({ width }) => width <= 640),
  );
  await page.goto("/poster?show=tv");
  await seen(page.getByRole("link", { name: "Open the display" }));
  await expectRoom(page, OWNERS);
  await page.goto("/dashboard");
  await inForcedColours(page, async () => {
    await expectEdge(
      page.getByRole("button", { name: "Manage", exact: true }),
      "outline",
    );
    await page.setViewportSize({ width: 820, height: 900 });
    await page.goto("/support");
    await expectEdge(menu(page).locator("[aria-current]"), "outline");
    await page.getByRole("button", { name: "Open the menu" }).click();
    await expectEdge(page.getByRole("dialog"), "border-top");
  });
});
