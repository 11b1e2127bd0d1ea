/** What platform admins do to businesses: finding one, its queues and people, its plan, making one, and its end. Signing in: admin-access.spec.ts. */
import type { Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { expectAccessible } from "./accessible.ts";
import { expect, test as base } from "./fixtures.ts";
import { signInBrowser } from "./session.ts";
import { join, newAccount, signInAdmin } from "./world.ts";

/** The page is an admin's, in the portal. */
const test = base.extend<{ adminPage: Page }>({
  adminPage: async ({ page, context, address }, use) => {
    await signInBrowser(context, address, await signInAdmin(address));
    await use(page);
  },
});

/** One business in the list, which is a table on wide screens. */
const entry = (page: Page, name: string) =>
  page
    .getByRole("row", { name })
    .or(page.getByRole("main").getByRole("listitem"))
    .filter({ hasText: name });

/** Does something to the one business that is shown: its buttons are in a menu on phones. */
async function act(page: Page, name: string, action: string): Promise<void> {
  const button = page.getByRole("button", { name: `${action} of ${name}` });
  const own = button.or(
    page.getByRole("link", { name: `${action} of ${name}` }),
  );
  const more = page.getByRole("button", { name: `More for ${name}` });
  await own.or(more).first().click();
  const inMenu = page.getByRole("dialog", { name: `More for ${name}` });
  if (!(await inMenu.isVisible())) return;
  await inMenu.getByRole("button", { name: action, exact: true }).click();
}

/** Opens a page of the portal by its menu. */
async function open(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Admin sections" })
    .getByRole("link", { name })
    .click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
}

test("a business is found, looked into down to its people, and put on another plan", async ({
  adminPage: page,
  address,
  business: { owner, queueId, name, businessId },
}) => {
  await join(address, queueId, { name: "Zoë" });
  await page.goto("/admin");
  await expect(
    page.getByRole("heading", { name: "Overview", level: 1 }),
  ).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^In the last 30 days: / }),
  ).toBeVisible();
  await expectAccessible(page);

  await open(page, "Businesses");
  await expect(page.getByText(/^\d+ businesses: /)).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search businesses" });
  await search.fill("nobody has this name");
  await expect(page.getByText(/^No business matches/)).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  for (const text of [owner.account.email, businessId, name.toUpperCase()]) {
    await search.fill(text);
    await expect(entry(page, name)).toBeVisible();
    await expect(page.getByText("1–1", { exact: true })).toBeVisible();
  }
  await expectAccessible(page);

  await act(page, name, "Upgrade Plan");
  const dialog = page.getByRole("dialog", { name: "Upgrade Plan" });
  const current = dialog.getByRole("textbox", { name: "Current plan" });
  await expect(current).toHaveValue("Starter");
  const confirm = dialog.getByRole("button", { name: "Update Plan" });
  await confirm.click();
  await expect(dialog).toContainText("Choose a plan.");
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "Pro" }).check();
  await confirm.click();
  await expect(
    page.getByText("Business plan updated successfully"),
  ).toBeVisible();
  await expect(entry(page, name)).toContainText("ProGranted");
  const me = await owner.client.query(api.account.me, {});
  expect(me?.business?.plan).toBe("pro");

  await entry(page, name).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  // A page of its own: opened and loaded again by its address.
  await page.reload();
  await page.getByRole("link", { name: "View Queues" }).click();
  await expect(page.getByText("Walk-ins")).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("link", { name: "View Participants of Walk-ins" })
    .click();
  const person = page.getByRole("main").getByRole("listitem");
  await expect(person).toContainText("Zoë");
  await expect(person).toContainText("Waiting");
  await expect(person).toContainText("PhoneNot provided");
  await expect(person).toContainText("Party size1");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Skipped");
  await expect(page.getByText("Nobody with this status.")).toBeVisible();
});

test("an account that an admin makes can be used, and one that exists is not made again", async ({
  adminPage: page,
  openPhone,
}) => {
  const { email, businessName } = newAccount();
  await page.goto("/admin/businesses");
  await page.getByRole("button", { name: "Add Business" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Business" });
  const add = dialog.getByRole("button", { name: "Add Business" });
  await add.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Email, password, and business name are required",
  );
  await expectAccessible(page);
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Business Name").fill(businessName);
  await dialog.getByLabel("Password").fill("short");
  await add.click();
  await expect(dialog.getByRole("alert")).toContainText(/8 characters/);
  await dialog.getByLabel("Password").fill("long enough");
  await dialog.getByLabel("Plan").selectOption("Pro");
  await add.click();
  await expect(
    page.getByText("Business account created successfully"),
  ).toBeVisible();
  await expect(entry(page, businessName)).toContainText("Pro");

  const phone = await openPhone();
  await phone.goto("/login");
  await phone.getByLabel("Email").fill(email);
  await phone.getByLabel("Password", { exact: true }).fill("long enough");
  await phone.getByRole("button", { name: "Log In" }).click();
  await expect(phone).toHaveURL(/\/(setup|dashboard)$/);

  await page.getByRole("button", { name: "Add Business" }).click();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Business Name").fill(businessName);
  await dialog.getByLabel("Password").fill("long enough");
  await add.click();
  await expect(dialog.getByRole("alert")).toBeVisible();
});

test("a business ends with its name typed: its owner is out, and whoever waits reads it", async ({
  adminPage: page,
  business: { name, joinPath, owner },
  phone,
}) => {
  await phone.goto(joinPath);
  await phone.getByRole("button", { name: "Join Queue" }).click();
  await expect(phone.getByText("#1", { exact: true }).first()).toBeVisible();
  await page.goto(`/admin/businesses?text=${encodeURIComponent(name)}`);
  await expect(entry(page, name)).toBeVisible();
  await entry(page, name).getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Delete Business" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete` });
  const confirm = dialog.getByRole("button", { name: "Delete Business" });
  await confirm.click();
  await expect(dialog).toContainText("This is not the name of the business.");
  await expectAccessible(page);
  await dialog.getByLabel(/^Type/).fill(name);
  await confirm.click();
  await expect(page.getByText("Business deleted successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/businesses$/);
  await expect(
    phone.getByRole("heading", { name: "You're no longer in the queue" }),
  ).toBeVisible();
  expect(await owner.client.query(api.account.me, {})).toBeNull();
  await page.getByRole("searchbox").fill(name);
  await expect(page.getByText(/^No business matches/)).toBeVisible();
});

test("the server's figures are shown with what is wrong", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/operations");
  await expect(
    page.getByRole("heading", { name: "Operations", level: 1 }),
  ).toBeVisible();
  await expect(page.getByText("No backup is known.")).toBeVisible();
  await expect(page.getByText("Running since")).toBeVisible();
  await page.getByRole("button", { name: "Refresh" }).click();
  const functions = page.getByRole("region", { name: "Functions" });
  await expect(functions.getByRole("row")).not.toHaveCount(0);
  await expect(page.getByRole("row", { name: /^E-mails / })).toBeVisible();
  await expectAccessible(page);
});
