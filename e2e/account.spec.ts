/** What an owner does about the account from the dashboard: the bills, and ending every session. */
import { expectAccessible } from "./accessible.ts";
import { expect, test as base } from "./fixtures.ts";
import { showPart } from "./screens.ts";
import { newAccount, register, signUpPaid } from "./world.ts";

/** The owner has paid for Starter at the stand-in: there is a bill. */
const test = base.extend({
  owner: async ({ address }, use) => {
    await use(await signUpPaid(address, newAccount(), "starter", register));
  },
});

test.describe.configure({ timeout: 150_000 });

test("the bills open beside the dashboard, each at the payment service", async ({
  ownerPage: page,
  context,
}) => {
  await page.goto("/dashboard");
  await showPart(page, "Manage");
  const button = page.getByRole("button", { name: "Invoices" });
  const bills = page.getByRole("dialog", { name: "Invoices" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(bills.getByRole("listitem")).toHaveCount(1);
  await expect(bills.getByRole("listitem")).toContainText("$19.00Paid");
  await page.keyboard.press("Escape");
  await expect(bills).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(bills.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  const opened = context.waitForEvent("page");
  await bills.getByRole("link", { name: /^View/ }).click();
  const there = await opened;
  await expect(there.getByRole("heading", { name: /^Invoice / })).toBeVisible();
  expect(await there.evaluate(() => window.opener === null)).toBe(true);
});

test("signing out everywhere ends another device's session too, and both can come back", async ({
  ownerPage: page,
  owner,
  phone,
}) => {
  const { email, password } = owner.account;
  const logIn = async () => {
    await phone.getByLabel("Email").fill(email);
    await phone.getByLabel("Password", { exact: true }).fill(password);
    await phone.getByRole("button", { name: "Log In" }).click();
    await expect(phone).toHaveURL(/\/dashboard$/);
    await expect(phone.getByText("Live", { exact: true })).toBeVisible();
  };
  await phone.goto("/login");
  await logIn();

  await page.goto("/dashboard");
  await showPart(page, "Manage");
  await page.getByRole("button", { name: "Sign Out Everywhere" }).click();
  const question = page.getByRole("alertdialog", {
    name: "Sign out everywhere?",
  });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Sign Out Everywhere" }).click();
  await expect(page.getByText("You are signed out everywhere.")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  await expect(
    phone.getByRole("heading", { name: "Log In to Your Account" }),
  ).toBeVisible();
  await expect(phone).toHaveURL(/\/login\?redirect=%2Fdashboard$/);
  // A token is not asked for again after it has ended.
  await expect
    .poll(() =>
      phone.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.includes("JWT")),
      ),
    )
    .toEqual([]);
  await logIn();
});
