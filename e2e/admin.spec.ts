/** What admins do to businesses: find, view, change the plan, make, delete. Signing in: admin-access.spec.ts. */
import type { Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test as base } from "./fixtures.ts";
import { DESKTOP, PHONE } from "./playwright.config.ts";
import { isNarrow } from "./screens.ts";
import { signInBrowser } from "./session.ts";
import { addQueue, join, newSecret, setPlan, signInAdmin } from "./world.ts";

const PAGE = 20;
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
/** Types into a list's search, and waits until the list answers it and is no longer dimmed. */
async function search(page: Page, text: string, label = "businesses") {
  await page.getByRole("searchbox", { name: `Search ${label}` }).fill(text);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Runs an action on the one visible business: on phones its buttons are in a menu. */
async function act(page: Page, name: string, action: string): Promise<void> {
  const own = { name: `${action} of ${name}` };
  if (!isNarrow(page)) return await page.getByRole("button", own).click();
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page
    .getByRole("dialog", { name: `More for ${name}` })
    .getByRole("button", { name: action, exact: true })
    .click();
}

async function open(page: Page, name: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Admin sections" })
    .getByRole("link", { name })
    .click();
  await seen(page.getByRole("heading", { name, level: 1 }));
}

/** Does something on a wide screen, where lists are tables, and checks it. */
async function atDesk(page: Page, look: () => Promise<void>): Promise<void> {
  await page.setViewportSize(DESKTOP.viewport);
  await look();
  await expectAccessible(page);
  await page.setViewportSize(PHONE.viewport);
}

test("an admin finds a business, sees its customers and changes its plan @core", async ({
  adminPage: page,
  address,
  business: { owner, queueId, name, businessId },
}) => {
  await join(address, queueId, { name: "Zoë" });
  await page.goto("/admin");
  await seen(page.getByRole("heading", { name: "Overview", level: 1 }));
  await seen(page.getByRole("img", { name: /^In the last 30 days: / }));
  await expectAccessible(page);
  const growth = page.getByRole("region", { name: "Growth" });
  await growth.getByRole("button", { name: "Show as table" }).click();
  await expect(growth.getByRole("row")).not.toHaveCount(0);

  await open(page, "Businesses");
  await seen(page.getByText(/^\d+ businesses: /));
  await search(page, "nobody has this name");
  await seen(page.getByText(/^No business matches/));
  await page.getByRole("button", { name: "Clear search" }).click();
  const { email } = owner.account;
  const whole = [email, businessId, name.toUpperCase()];
  const parts = [email.slice(1), businessId.slice(1, -1), name.slice(1)];
  for (const text of [...whole, ...parts]) {
    await search(page, text);
    await seen(entry(page, name));
    await seen(page.getByText("1–1", { exact: true }));
  }
  await expect(entry(page, name)).toContainText(businessId);
  const cut = await entry(page, name).evaluate((row) =>
    [...row.querySelectorAll("td, p, span")]
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .filter((part) => part.clientWidth > 1)
      .map((part) => part.textContent),
  );
  expect(cut).toEqual([]);
  await expectAccessible(page);

  await act(page, name, "Upgrade Plan");
  const dialog = page.getByRole("dialog", { name: "Upgrade Plan" });
  const current = dialog.getByRole("textbox", { name: "Current plan" });
  await expect(current).toHaveValue("Starter");
  const confirm = dialog.getByRole("button", { name: "Update plan" });
  await confirm.click();
  await expect(dialog).toContainText("Choose a plan.");
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: "Pro" }).check();
  await confirm.click();
  await seen(page.getByText("Business plan updated successfully"));
  await expect(entry(page, name)).toContainText("ProGranted");
  const me = await owner.client.query(api.account.current.me, {});
  expect(me?.business?.plan).toBe("pro");

  await entry(page, name).getByRole("link", { name, exact: true }).click();
  await seen(page.getByRole("heading", { name, level: 1 }));
  // A page with its own address, which survives a reload.
  await page.reload();
  const plan = page.getByRole("region", { name: "Plan and subscription" });
  await plan.getByRole("button", { name: "Revoke grant" }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke grant" });
  await expect(question).toContainText(/loses the granted Pro plan/);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Revoke grant" }).click();
  await seen(page.getByText("Business plan updated successfully"));
  await expect(plan).toContainText("SubscriptionLapsed");
  await expect(plan).toContainText("Granted without paymentNothing");
  await expect(plan.getByRole("button", { name: "Revoke grant" })).toHaveCount(
    0,
  );
  await page.context().grantPermissions(["clipboard-write"]);
  await page.getByRole("button", { name: `Copy ${businessId}` }).click();
  await seen(page.getByText("Copied", { exact: true }));

  await page.getByRole("link", { name: "View Queues" }).click();
  await seen(page.getByText("Walk-ins"));
  await expectAccessible(page);
  await page
    .getByRole("link", { name: "View Participants of Walk-ins" })
    .click();
  const person = entry(page, "Zoë");
  await expect(person).toContainText("Waiting");
  await expect(person).toContainText("Not provided");
  await page.getByRole("combobox", { name: "Status" }).selectOption("Skipped");
  await seen(page.getByText("Nobody with this status."));
});

test("an admin pages through a business's customers; showing their masked phone numbers is recorded @once", async ({
  adminPage: page,
  address,
  business: { owner, queueId, businessId },
}) => {
  await setPlan(address, owner, "pro");
  await addQueue(owner, "Beards");
  for (let at = 1; at <= PAGE + 1; at += 1) {
    await owner.client.mutation(api.desk.actions.addWalkIn, {
      queueId,
      name: `Person ${at}`,
      ...(at === 1 && { phone: "+447700900123" }),
      requestKey: newSecret(),
    });
  }
  await page.goto(`/admin/queues/${businessId}`);
  await search(page, "no such queue", "queues");
  await seen(page.getByText(/^No queue matches/));
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await search(page, "walk", "queues");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards).toHaveCount(1);
  await page.getByRole("link", { name: "All participants" }).click();
  await seen(page.getByText("1–20", { exact: true }));
  const people = entry(page, "Person");
  await expect(people).toHaveCount(PAGE);
  const first = people.filter({ hasText: /Person 1\D/ });
  await expect(first).toContainText("••• 123");
  await expect(first).toContainText("Walk-ins");
  await page.getByRole("button", { name: "Show phone numbers" }).click();
  await expect(first).toContainText("+44 770 090 0123");
  await expect(
    page.getByRole("button", { name: "Show phone numbers" }),
  ).toBeHidden();

  await page.getByRole("button", { name: "Next" }).click();
  await seen(page.getByText("21–21", { exact: true }));
  await expect(people).toHaveText([/Person 21/]);
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(people).toHaveCount(PAGE);
  await search(page, "Person 21", "participants");
  await expect(people).toHaveText([/Person 21/]);
  await expectAccessible(page);
  await atDesk(page, () => seen(page.getByRole("row", { name: /Person 21/ })));
  await page.getByRole("link", { name: "Back to the queues" }).click();
  await seen(page.getByText("Beards"));

  await page.goto(`/admin/businesses/${businessId}`);
  const entries = page.getByRole("region", { name: "Activity" });
  await expect(
    entries
      .getByRole("listitem")
      .filter({ hasText: "Customers' phone numbers viewed" }),
  ).toHaveCount(1);
});

test("deleting a business by typing its name signs out its owner; its customer and an open page see it @once", async ({
  adminPage: page,
  context,
  business: { name, joinPath, owner, businessId },
  phone,
}) => {
  await phone.goto(joinPath);
  await phone.getByRole("button", { name: "Join Queue" }).click();
  await seen(phone.getByText("#1", { exact: true }).first());
  const beside = await context.newPage();
  await beside.goto(`/admin/businesses/${businessId}`);
  await seen(beside.getByRole("heading", { name, level: 1 }));
  await page.goto(`/admin/businesses?text=${encodeURIComponent(name)}`);
  await seen(entry(page, name));
  await entry(page, name).getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Delete business" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete` });
  const confirm = dialog.getByRole("button", { name: "Delete business" });
  await confirm.click();
  await expect(dialog).toContainText("That's not the name of the business.");
  await expectAccessible(page);
  await dialog.getByLabel(/^Type/).fill(name);
  await confirm.click();
  await seen(page.getByText("Business deleted successfully"));
  await expect(page).toHaveURL(/\/admin\/businesses$/);
  await seen(phone.getByRole("heading", { name: "You're no longer in line" }));
  expect(await owner.client.query(api.account.current.me, {})).toBeNull();
  await seen(beside.getByRole("heading", { name: "This business isn't here" }));
  await beside.close();
  await search(page, name);
  await seen(page.getByText(/^No business matches/));
});

test("operations: figures and what is wrong @once", async ({
  adminPage: page,
}) => {
  await page.goto("/admin/operations");
  await seen(page.getByRole("heading", { name: "Operations", level: 1 }));
  await seen(page.getByText("No backup is known."));
  await seen(page.getByText("Running since"));
  await page.getByRole("button", { name: "Refresh" }).click();
  const functions = page.getByRole("region", { name: "Functions" });
  await expect(functions.getByRole("row")).not.toHaveCount(0);
  await seen(page.getByRole("row", { name: /^E-mails / }));
  await expectAccessible(page);
  await atDesk(page, () => seen(page.getByText("Running since")));
});
