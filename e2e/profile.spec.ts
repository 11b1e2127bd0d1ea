/** The profile: pictures, hours, holidays; what customers read of it; and a new e-mail address and password. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { chunk } from "../tests/convex/profile/pictures.ts";
import { expectAccessible } from "./accessible.ts";
import { defaultHours } from "../convex/business/rules/hours.ts";
import { expect, seen, test } from "./fixtures.ts";
import { DESKTOP, PHONE } from "./playwright.config.ts";
import { showPart } from "./screens.ts";
import { mailsTo } from "./standins.ts";
import {
  alwaysOpen,
  changeSettings,
  newAccount,
  register,
  sayLate,
  signUp,
} from "./world.ts";
import { logIn } from "./sign-up.ts";

const ICON = readFileSync(join(import.meta.dirname, "../public/icon-192.png"));
/** The same at the maximum size of a logo, which the connection must also carry. */
const LARGE = filledUp(ICON, 2_097_152);
const PAGE = "<!doctype html><script>document.title='taken'</script>";

function filledUp(png: Buffer, size: number): Buffer {
  // IEND, the last chunk, has 12 bytes, as has the frame of a chunk's data.
  const text = new Uint8Array(size - png.length - 12);
  const end = png.length - 12;
  return Buffer.concat([
    png.subarray(0, end),
    chunk("tEXt", text),
    png.subarray(end),
  ]);
}

async function pick(page: Page, mimeType: string, buffer: Buffer) {
  const file = { name: "logo.png", mimeType, buffer };
  await page.locator("input[type=file]").setInputFiles(file);
}

/** Whether the picture at the head of a page has loaded, not only its frame. */
async function expectLogo(page: Page) {
  const logo = page.locator("header img").first();
  await seen(logo);
  await expect
    .poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(192);
}

const refusal = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();

test("customers see what the owner changes in the profile @once", async ({
  ownerPage,
  business,
  phone,
  request,
}) => {
  const card = (name: string) => ownerPage.getByRole("region", { name });
  const form = (name: string) => ownerPage.getByRole("form", { name });
  const save = async () =>
    await ownerPage.getByRole("button", { name: "Save Changes" }).click();

  await changeSettings(business.owner, { operatingHours: defaultHours });
  await ownerPage.goto("/profile");
  await expectAccessible(ownerPage);
  const index = ownerPage.getByRole("navigation", { name: "On this page" });
  await expect(index).toBeHidden();
  await test.step("the index of a wide page", async () => {
    await ownerPage.setViewportSize(DESKTOP.viewport);
    await expectAccessible(ownerPage);
    await seen(card("Activity"));
    const below = ownerPage.getByRole("region", {
      name: "Activity",
      includeHidden: true,
    });
    await below.evaluate((one: HTMLElement) => (one.hidden = true));
    await index.getByRole("link", { name: "Your data" }).click();
    await expect(card("Your data")).toBeInViewport();
    const inSight = index.locator("[aria-current=location]");
    await expect(inSight).toHaveText("Your data");
    // A card that loads later moves the page's end away.
    await below.evaluate((one: HTMLElement) => {
      one.hidden = false;
      window.dispatchEvent(new Event("scroll"));
    });
    await expect(inSight).toHaveText("Your data");
    await index.getByRole("link", { name: "Operating hours" }).click();
    await expect(inSight).toHaveText("Operating hours");
    await ownerPage.setViewportSize(PHONE.viewport);
  });
  await ownerPage.getByRole("button", { name: "Edit Profile" }).click();
  const details = form("Edit Profile");
  await expect(details).toBeFocused();
  await expectAccessible(ownerPage);

  await pick(ownerPage, "image/png", Buffer.from(PAGE));
  await refusal(ownerPage, "Please upload an image file");
  await pick(ownerPage, "image/png", Buffer.concat([ICON, Buffer.from(PAGE)]));
  await refusal(ownerPage, "Please upload an image file");
  await pick(ownerPage, "image/png", Buffer.alloc(2_097_153));
  await refusal(ownerPage, "File size must be less than 2MB");
  await pick(ownerPage, "image/png", LARGE);
  await seen(ownerPage.getByText("Logo uploaded successfully."));

  await details.getByLabel("Business name").fill("Fadehouse");
  // The others stay readable, and what is not saved comes back.
  await expect(card("Operating hours").getByText("Monday to")).toBeVisible();
  await ownerPage.reload();
  await seen(ownerPage.getByText("Your unsaved changes are back."));
  await expect(details.getByLabel("Business name")).toHaveValue("Fadehouse");
  await ownerPage.keyboard.press("Tab");
  await ownerPage
    .getByRole("button", { name: "Edit: Operating hours" })
    .click();
  const question = ownerPage.getByRole("alertdialog");
  await expect(question).toContainText("You have changes here.");
  await expectAccessible(ownerPage);
  await ownerPage.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await save();
  await seen(card("Business details").getByText("Fadehouse"));
  const edit = ownerPage.getByRole("button", { name: "Edit Profile" });
  await expect(edit).toBeFocused();

  await ownerPage
    .getByRole("button", { name: "Edit: Operating hours" })
    .click();
  const hours = form("Edit: Operating hours");
  await hours.getByLabel("Thursday, opens").fill("18:00");
  await hours.getByLabel("Thursday, closes").fill("18:00");
  for (const place of [0, 1]) {
    await hours.getByRole("button", { name: "Add a date" }).click();
    await hours
      .getByLabel("Date", { exact: true })
      .nth(place)
      .fill("2030-12-25");
  }
  await save();
  const wrong = hours.getByText(
    "Invalid start/end time for Thursday. Start time must be before end time.",
  );
  await seen(wrong);
  await seen(hours.getByText(/2030 is in the list twice\.$/));
  const opens = hours.getByLabel("Thursday, opens");
  await expect(opens).toBeFocused();
  await expect(wrong).toBeInViewport();
  await expectAccessible(ownerPage);
  await hours.getByLabel("Thursday, closes").fill("02:00");
  await expect(hours.getByText("until 02:00 the next day")).toBeVisible();
  await hours
    .getByRole("button", { name: /^Remove Wednesday/ })
    .last()
    .click();
  await save();
  await expect(hours).toBeHidden();
  const entry = card("Operating hours").locator("dl > div");
  await seen(entry.filter({ hasText: "Thursday18:00 to 02:00 the next day" }));

  await ownerPage.getByRole("button", { name: "Edit: The line" }).click();
  const line = form("Edit: The line");
  await line.getByLabel("Time to come when called").selectOption("10");
  await save();
  await seen(card("The line").getByText("10 minutes", { exact: true }));
  await expectAccessible(ownerPage);

  await phone.goto(business.joinPath);
  await seen(phone.getByText("Fadehouse"));
  await expectLogo(phone);
  const address = await phone.locator("header img").getAttribute("src");
  const logo = await request.get(address ?? "");
  expect(logo.headers()).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });

  // A closed shop is not late.
  await changeSettings(business.owner, { operatingHours: alwaysOpen });
  await sayLate(business.owner, 20);
  const late = phone.getByText("Running about 20 min late");
  await seen(late);
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await seen(phone.getByRole("heading", { name: "You're in the queue!" }));
  await seen(late);
  await expectLogo(phone);
  await expectAccessible(ownerPage);

  await ownerPage.getByRole("link", { name: "Back to Dashboard" }).click();
  await expectLogo(ownerPage);
  await showPart(ownerPage, "Queue");
  const told = ownerPage.getByRole("button", {
    name: "20 min late Back on time",
  });
  await told.click();
  await expect(told).toBeHidden();
  await expect(late).toBeHidden();
});

const credentials = test.extend({
  owner: async ({ address }, use) => {
    await use(await signUp(address, newAccount(), register));
  },
});

credentials.describe("what one signs in with", () => {
  credentials(
    "another address by the code that was sent there, and another password @once",
    async ({ page, owner }) => {
      const { email, password } = owner.account;
      const newEmail = `new-${email}`;
      const newPassword = `${password}-new`;
      await page.goto("/login?redirect=/profile");
      await logIn(page, { email, password });
      await page.getByRole("button", { name: "Change e-mail" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("New e-mail address").fill(newEmail);
      await dialog.getByLabel("Current password").fill("not this one");
      await dialog.getByRole("button", { name: "Send code" }).click();
      await refusal(page, "That's not your password.");
      await dialog.getByLabel("Current password").fill(password);
      await dialog.getByRole("button", { name: "Send code" }).click();
      await expect(dialog.getByLabel("Code from the e-mail")).toBeFocused();
      await expectAccessible(page);
      await expect.poll(() => mailsTo(newEmail)).toHaveLength(1);
      const [mail] = await mailsTo(newEmail);
      const code = /\d{4} \d{4}/.exec(mail ?? "")?.[0] ?? "";
      await dialog.getByLabel("Code from the e-mail").fill(code);
      await dialog.getByRole("button", { name: "Use this address" }).click();
      await expect(dialog).toBeHidden();
      await seen(page.getByText(newEmail));
      await expect.poll(() => mailsTo(email)).toHaveLength(1);
      await page.getByRole("button", { name: "Change password" }).click();
      await dialog.getByLabel("Current password").fill(password);
      await dialog
        .getByLabel("New password", { exact: true })
        .fill(newPassword);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Change password" }).click();
      await expect(dialog).toBeHidden();
      await page.goto("/dashboard");
      await page.getByRole("button", { name: "Logout" }).click();
      // On a phone Logout is beside the tabs, so it asks.
      await page.getByRole("button", { name: "Log out" }).click();
      await logIn(page, { email: newEmail, password: newPassword });
      await expect(page).toHaveURL(/\/dashboard$/);
    },
  );
});
