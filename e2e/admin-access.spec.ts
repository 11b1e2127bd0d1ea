/** Access to the portal: login, the password again, admins, a second factor. Work on businesses: admin.spec.ts. */
import type { Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { DEMO_ADMIN } from "../convex/demo/rules/logins.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { expectRoom, LARGE } from "./room.ts";
import { turnOnSecondFactor } from "./second-factor.ts";
import { signInBrowser } from "./session.ts";
import { logIn } from "./sign-up.ts";
import {
  hurryAdmin,
  confirmEmail,
  newAccount,
  register,
  signInAdmin,
  signUp,
  type Account,
} from "./world.ts";

// Convex's client logs every thrown refusal, such as those of a login.
test.use({
  expectedConsoleErrors: [
    /"code\\?":\\?"(notAdmin|confirmFirst|adminSessionEnded|viewingOnly|codeNeeded|codeWrong)/,
  ],
});

test("the portal refuses an owner; an admin signs in, makes another admin and revokes it @once", async ({
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
  await seen(page.getByText("Access denied. Admin privileges required."));
  await logIn(page, DEMO_ADMIN);
  await expect(page).toHaveURL(/\/admin\/businesses$/);
  await page.goto("/admin/security");
  await seen(
    page.getByRole("heading", { name: "Admins and security", level: 1 }),
  );
  await expectRoom(page, [LARGE]);
  await page.getByLabel("E-mail address of the account").fill(email);
  await page.getByRole("button", { name: "Grant admin access" }).click();
  await seen(page.getByText("Admin access granted"));
  await expect(
    page.getByRole("listitem").filter({ hasText: email }),
  ).toContainText(DEMO_ADMIN.email);
  await expectAccessible(page);
  await page
    .getByRole("button", { name: `Revoke access for ${email}` })
    .click();
  const question = page.getByRole("alertdialog");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Revoke access" }).click();
  await seen(page.getByText("Admin access revoked"));
  await expect(
    page.getByRole("listitem").filter({ hasText: email }),
  ).toHaveCount(0);
});

/** An owner with the admin role, signed in to the portal. */
async function signInAsNewAdmin(page: Page, address: string) {
  const account = newAccount();
  const owner = await signUp(address, account, register);
  const boss = await signInAdmin(address);
  const { email } = account;
  await boss.client.mutation(api.admin.admins.grant, { email });
  await page.goto("/admin/login");
  await logIn(page, account);
  await seen(page.getByRole("heading", { name: "Overview", level: 1 }));
  return { account, owner };
}

test("the portal asks for the password before granting access and after the hour, and keeps the form @once", async ({
  page,
  address,
}) => {
  const { account, owner } = await signInAsNewAdmin(page, address);
  const added = newAccount();
  await page.goto("/admin/businesses");
  await page.getByRole("button", { name: "Add Business" }).click();
  const form = page.getByRole("dialog", { name: "Add Business" });
  const add = form.getByRole("button", { name: "Add Business" });
  await add.click();
  await seen(form.getByText("Email, password, and business name are required"));
  await expectAccessible(page);
  await form.getByLabel("E-mail").fill(added.email);
  await form.getByLabel("Password").fill(added.password);
  await form.getByLabel("Business name").fill(added.businessName);
  await form.getByLabel("Admin Access").check();

  await hurryAdmin(address, owner, 6);
  await add.click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await expectAccessible(page);
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(confirm).toBeHidden();
  await expect(form.getByLabel("E-mail")).toHaveValue(added.email);
  await add.click();
  await confirm.getByLabel("Your password").fill("not this one");
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(confirm.getByRole("alert")).toContainText(
    "That's not your password.",
  );

  await hurryAdmin(address, owner, 60);
  const ended = page.getByRole("alertdialog", {
    name: "Your admin session has ended",
  });
  await seen(ended);
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await goOn(page, account);
  await expect(ended).toBeHidden();
  await confirm.getByLabel("Your password").fill(account.password);
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await seen(page.getByText("Business account created successfully"));

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  await logIn(page, added);
  // The role waits until the address is confirmed.
  await seen(page.getByText("Access denied. Admin privileges required."));
  await confirmEmail(address, added);
  await logIn(page, added);
  await seen(page.getByRole("navigation", { name: "Admin sections" }));
});

/** In the window over a page whose session has ended. */
async function goOn(page: Page, { password }: Account): Promise<void> {
  const ended = page.getByRole("alertdialog");
  await ended.getByLabel("Your password").fill(password);
  await ended.getByRole("button", { name: "Continue" }).click();
}

test("an owner turns a second factor on, signs in with it, makes new codes and turns it off @once", async ({
  page,
  context,
  address,
  openPhone,
}) => {
  const account = newAccount();
  await signInBrowser(
    context,
    address,
    await signUp(address, account, register),
  );
  await page.goto("/profile");
  const card = page.getByRole("region", { name: "Log-in code" });
  const [recovery = "", second = ""] = await turnOnSecondFactor(
    page,
    account.password,
  );
  await expect(card).toContainText("10 recovery codes are left.");

  const other = await openPhone();
  await other.goto("/login");
  await logIn(other, account);
  await seen(other.getByRole("heading", { name: "Enter your code" }));
  await expectAccessible(other);
  await other.getByLabel("Code from your app").fill("000000");
  await other.getByRole("button", { name: "Log In" }).click();
  await seen(other.getByText("This code is wrong"));
  await other.getByLabel("Code from your app").fill(recovery);
  await other.getByRole("button", { name: "Log In" }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.close();

  const dialog = page.getByRole("dialog");
  const codes = dialog.getByRole("listitem");
  await expect(card).toContainText("9 recovery codes are left.");
  const prove = async (verb: string, code: string) => {
    await dialog.getByLabel("Current password").fill(account.password);
    await dialog.getByLabel(/^Code from the app/).fill(code);
    await dialog.getByRole("button", { name: verb }).click();
  };
  await card.getByRole("button", { name: "New recovery codes" }).click();
  await prove("Make new codes", second);
  await expect(codes).toHaveCount(10);
  const newest = await codes.first().innerText();
  await dialog.getByRole("button", { name: "I've saved them" }).click();
  await card.getByRole("button", { name: "Turn off" }).click();
  await expectAccessible(page);
  await prove("Turn off", second);
  await seen(dialog.getByRole("alert"));
  await prove("Turn off", newest);
  await seen(card.getByRole("button", { name: "Turn on" }));

  await page.goto("/admin");
  await seen(page.getByRole("heading", { name: "Admin Access Required" }));
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  // Another app, whose page must load first. The page before also has a main part.
  await seen(page.getByRole("navigation", { name: "Menu" }));
});
