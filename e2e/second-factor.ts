/** Turns a second factor on, like a user with an authenticator app. */
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "./accessible.ts";

/** On a page with its card. @returns the recovery codes */
export async function turnOnSecondFactor(page: Page, password: string) {
  const card = page.getByRole("region", { name: "Log-in code" });
  await card.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Next" }).click();
  const key = await dialog.getByRole("textbox", { name: "Key" }).inputValue();
  await expectAccessible(page);
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await dialog.getByLabel("Code from the app").fill(app.generate());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("listitem");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const kept = await codes.allInnerTexts();
  await dialog.getByRole("button", { name: "I've saved them" }).click();
  return kept;
}
