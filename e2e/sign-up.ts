/** Signing up, paying, setting up and logging in through the screens. */
import { expect, type Page } from "@playwright/test";
import { seen } from "./fixtures.ts";
import type { Account } from "./world.ts";

/** Fills the sign-up form; ends at the checkout. */
export async function signUpThere(page: Page, account: Account): Promise<void> {
  await page.getByLabel("Business name").fill(account.businessName);
  await page.getByLabel("E-mail").fill(account.email);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Create Account & Pay Now" }).click();
  await expect(page).toHaveURL(/\/checkout\/cs_/);
}

/** Pays at the stand-in's checkout; ends in the wizard. */
export async function payThere(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/setup$/);
}

/** Takes the wizard's suggestions in its first two steps. */
async function toLastStep(page: Page): Promise<void> {
  for (const step of ["Your shop", "When you are open"]) {
    await seen(page.getByRole("heading", { name: step }));
    await page.getByRole("button", { name: "Next" }).click();
  }
  await seen(page.getByRole("heading", { name: "Step 3 of 3" }));
}

/** Takes the wizard's suggestions; ends in the dashboard. */
export async function setUpThere(page: Page): Promise<void> {
  await toLastStep(page);
  await page
    .getByRole("button", { name: "Finish Setup and Go to Dashboard" })
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** On the page that asks for them. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log In" }).click();
}
