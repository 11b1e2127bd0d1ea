/** The profile: pictures, hours, holidays, running late; and a new e-mail address and password. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { chunk } from "../tests/convex/profile/pictures.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { showPart } from "./screens.ts";
import { mailsTo } from "./standins.ts";
import { newAccount, openAllDay, register, signUp } from "./world.ts";

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

test("customers see what the owner changes in the profile", async ({
  ownerPage,
  business,
  phone,
  request,
}) => {
  await ownerPage.goto("/profile");
  await ownerPage.getByRole("button", { name: "Edit Profile" }).click();
  const form = ownerPage.getByRole("dialog", { name: "Edit Profile" });
  await expectAccessible(ownerPage);

  await pick(ownerPage, "image/png", Buffer.from(PAGE));
  await refusal(ownerPage, "Please upload an image file");
  await pick(ownerPage, "image/png", Buffer.concat([ICON, Buffer.from(PAGE)]));
  await refusal(ownerPage, "Please upload an image file");
  await pick(ownerPage, "image/png", Buffer.alloc(2_097_153));
  await refusal(ownerPage, "File size must be less than 2MB");
  await pick(ownerPage, "image/png", LARGE);
  await seen(ownerPage.getByText("Logo uploaded successfully."));

  await form.getByLabel("Business Name").fill("Fadehouse");
  await form.getByLabel("Thursday, opens").fill("18:00");
  await form.getByLabel("Thursday, closes").fill("18:00");
  for (const place of [0, 1]) {
    await form.getByRole("button", { name: "Add a date" }).click();
    await form
      .getByLabel("Date", { exact: true })
      .nth(place)
      .fill("2030-12-25");
  }
  await form.getByRole("button", { name: "Save Changes" }).click();
  await seen(
    form.getByText(
      "Invalid start/end time for Thursday. Start time must be before end time.",
    ),
  );
  await seen(form.getByText(/2030 is in the list twice\.$/));
  await expect(form.getByLabel("Thursday, opens")).toBeFocused();
  await expectAccessible(ownerPage);
  await form.getByLabel("Thursday, closes").fill("02:00");
  await expect(form.getByText("until 02:00 the next day")).toBeVisible();
  await form
    .getByRole("button", { name: /^Remove Wednesday/ })
    .last()
    .click();
  await form.getByLabel("Time to appear when called").selectOption("10");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await seen(ownerPage.getByText("Profile saved successfully!"));
  await expect(form).toBeHidden();
  await expect(
    ownerPage.getByText("18:00 to 02:00 the next day"),
  ).toBeVisible();
  await expect(
    ownerPage.getByText("10 minutes", { exact: true }),
  ).toBeVisible();

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
  await openAllDay(business.owner);
  await ownerPage.getByLabel("How late").selectOption("20");
  await ownerPage.getByRole("button", { name: "Tell everybody" }).click();
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
  const told = ownerPage.getByText(/^Running 20 min late until/);
  await seen(told);
  await ownerPage.getByRole("button", { name: "In time again" }).click();
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
      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Log In" }).click();
      await page.getByRole("button", { name: "Change e-mail" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("New e-mail address").fill(newEmail);
      await dialog.getByLabel("Current password").fill("not this one");
      await dialog.getByRole("button", { name: "Send code" }).click();
      await refusal(page, "This is not your password.");
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
      await page.getByLabel("Email").fill(newEmail);
      await page.getByLabel("Password", { exact: true }).fill(newPassword);
      await page.getByRole("button", { name: "Log In" }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    },
  );
});
