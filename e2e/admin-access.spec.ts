/** Getting into the admin portal and staying there: who is let in, giving the password again, who runs the platform, and a second factor. What admins do to businesses: admin.spec.ts. */
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { api } from "../convex/_generated/api.js";
import { DEMO_ADMIN } from "../convex/model/demo.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";
import { signInBrowser } from "./session.ts";
import { newAccount, register, signInAdmin, signUp } from "./world.ts";

// Convex's client tells of every refusal that is thrown, as those of a sign-in are.
test.use({ expectedConsoleErrors: [/"code\\?":\\?"notAdmin/] });

async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}

test("an owner is kept out, an admin comes in, makes another one and takes it back", async ({
  page,
  address,
  business: { owner },
}) => {
  const { email } = owner.account;
  await page.goto("/admin/businesses");
  await expect(page).toHaveURL(/\/admin\/login\?redirect=/);
  await expectAccessible(page);
  const colleague = newAccount();
  await register(address, colleague);
  await logIn(page, colleague);
  await expect(
    page.getByText("Access denied. Admin privileges required."),
  ).toBeVisible();
  await logIn(page, DEMO_ADMIN);
  await expect(page).toHaveURL(/\/admin\/businesses$/);

  await page.goto("/admin/security");
  await expect(
    page.getByRole("heading", { name: "Admins & Security", level: 1 }),
  ).toBeVisible();
  await page.getByLabel("E-mail address of the account").fill(email);
  await page.getByRole("button", { name: "Grant Admin Access" }).click();
  await expect(page.getByText("Admin access granted")).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: email }),
  ).toContainText(DEMO_ADMIN.email);
  await expectAccessible(page);
  await page
    .getByRole("button", { name: `Take access away from ${email}` })
    .click();
  const question = page.getByRole("alertdialog");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Take Access Away" }).click();
  await expect(page.getByText("Admin access taken away")).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: email }),
  ).toHaveCount(0);
});

test("who has lost the role in one browser sees nothing more of the portal in another", async ({
  page,
  context,
  address,
}) => {
  const boss = await signInAdmin(address);
  const account = newAccount();
  const { tokens } = await signUp(address, account, register);
  const { email } = account;
  await boss.client.mutation(api.admins.grant, { email });
  await signInBrowser(context, address, { tokens });
  await page.goto("/admin/security");
  // A session of the shop is none of the portal.
  await expect(page).toHaveURL(/\/admin\/login/);
  await logIn(page, account);
  await expect(page.getByText(DEMO_ADMIN.email).first()).toBeVisible();
  const admins = await boss.client.query(api.admins.list, {});
  const own = admins.find((admin) => admin.email === email);
  const userId = own?.userId ?? "";
  await boss.client.mutation(api.admins.revoke, { userId });
  await expect(
    page.getByRole("heading", { name: "Admin Access Required" }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  // Another app: its page has to be loaded.
  await expect(page.getByRole("main")).toBeVisible();
});

test("an owner turns a second factor on, and signs in with it", async ({
  page,
  context,
  address,
}) => {
  const account = newAccount();
  await signInBrowser(
    context,
    address,
    await signUp(address, account, register),
  );
  await page.goto("/profile");
  const card = page.getByRole("region", { name: "Second Factor" });
  await card.getByRole("button", { name: "Turn On" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(account.password);
  await dialog.getByRole("button", { name: "Next" }).click();
  const key = await dialog.getByRole("textbox", { name: "Key" }).inputValue();
  await expectAccessible(page);
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await dialog.getByLabel("Code of the app").fill(app.generate());
  await dialog.getByRole("button", { name: "Turn On" }).click();
  const codes = dialog.getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const recovery = await codes.first().innerText();
  await dialog.getByRole("button", { name: "I Have Kept Them" }).click();
  await expect(card).toContainText("10 recovery codes are left.");

  const other = await context.browser()?.newPage();
  if (other === undefined) throw new Error("no browser");
  await other.goto(`${address}/login`);
  await logIn(other, account);
  await expect(
    other.getByText("Enter the code of your authenticator app"),
  ).toBeVisible();
  await expectAccessible(other);
  await other.getByLabel("Code of your app").fill("000000");
  await other.getByRole("button", { name: "Log In" }).click();
  await expect(other.getByText("This code is not right")).toBeVisible();
  await other.getByLabel("Code of your app").fill(recovery);
  await other.getByRole("button", { name: "Log In" }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.close();
});
