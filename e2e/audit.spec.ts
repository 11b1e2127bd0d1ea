/** What admins leave a trace of: viewing a business as its owner, the audit log, and the owner's part of it. */
import type { Locator } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { lastAction, pickMore } from "./screens.ts";
import { signInBrowser } from "./session.ts";
import { join, signInAdmin } from "./world.ts";

// The client logs each refusal, like every thrown error.
test.use({ expectedConsoleErrors: [/viewingOnly/] });

test("an admin views a business as its owner without changing it, and both can read that it was viewed @once", async ({
  page,
  context,
  address,
  business: { owner, queueId, name, businessId },
}) => {
  await join(address, queueId, { name: "Zoë" });
  await context.grantPermissions(["clipboard-write"]);
  await signInBrowser(context, address, await signInAdmin(address));
  await page.goto(`/admin/businesses/${businessId}`);
  await page.getByRole("button", { name: "View as owner" }).click();

  const bar = page.getByRole("region", { name: "Viewing as owner" });
  await expect(bar).toContainText(`Viewing ${name}`);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole("button", { name: /^Call Next/ }).click();
  await expect(lastAction(page)).toContainText(
    "You're only viewing. Nothing was changed.",
  );
  await pickMore(page, "Show code");
  await page.getByRole("button", { name: "Copy Join Link" }).click();
  const message = page.getByText("Public Join URL copied to clipboard!");
  // Under the pointer a message stays.
  await message.hover();
  const [above, below] = [await bar.boundingBox(), await message.boundingBox()];
  const foot = (above?.y ?? NaN) + (above?.height ?? NaN);
  expect(below?.y, "no message covers the bar").toBeGreaterThanOrEqual(foot);
  const { waiting } = await owner.client.query(api.desk.actions.board, {
    queueId,
  });
  expect(waiting.map((person) => person.name)).toEqual(["Zoë"]);
  await expectAccessible(page);

  await page.goto("/profile");
  await seen(bar);
  await seen(page.getByText(owner.account.email).first());
  const record = page.getByRole("region", {
    name: "Activity",
  });
  await expect(record).toContainText("We started viewing your business");
  await expectAccessible(page);

  await bar.getByRole("button", { name: "Stop viewing" }).click();
  await seen(page.getByRole("heading", { name, level: 1 }));
  await expect(bar).toBeHidden();
  const entries = page.getByRole("list", { name: "Entries, newest first" });
  await expect(entries).toContainText("Stopped viewing as owner");
  await expectAccessible(page);

  await page.goto("/admin/audit");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await page.keyboard.press("Enter");
  await page
    .getByRole("combobox", { name: "What" })
    .selectOption("Started viewing as owner");
  const found = entries.getByRole("listitem");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(name);
  await expectAccessible(page);
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await expect(found).not.toHaveCount(0);
});

test("the owner and admins read a long record page by page, each page from its card's heading @once", async ({
  ownerPage: page,
  browser,
  address,
  business: { name, businessId },
}) => {
  const admin = await signInAdmin(address);
  for (let at = 0; at < 21; at += 1) {
    const plan = at % 2 === 0 ? "pro" : "enterprise";
    await admin.client.mutation(api.admin.directory.setPlan, {
      businessId,
      plan,
    });
  }
  await page.goto("/profile");
  const record = page.getByRole("region", {
    name: "Activity",
  });
  await readOn(record, "Older");
  await expect(record).toContainText("We gave you Pro without payment.");
  const context = await browser.newContext({ viewport: page.viewportSize() });
  await signInBrowser(context, address, admin);
  const portal = await context.newPage();
  await portal.goto(`${address}/admin/businesses/${businessId}`);
  const entries = portal.getByRole("region", { name: "Activity" });
  await readOn(entries, "Next");
  await expect(entries).toContainText("Plan granted");
  await entries.getByRole("button", { name: "Previous" }).click();
  await expect(entries).toContainText("1–20");
  await expect(portal.getByRole("heading", { name })).toBeAttached();
  await context.close();
});

async function readOn(card: Locator, on: string): Promise<void> {
  await expect(card).toContainText("1–20");
  await card.getByRole("button", { name: on }).click();
  await expect(card).not.toContainText("1–20");
  await expect(card).toContainText(/21–\d+/);
  await expect(card.getByRole("heading", { level: 2 })).toBeInViewport();
}
