/** The story the product exists for, with an owner at the desk and a customer's phone, both in a real browser. */
import { expect, test } from "./fixtures.ts";
import { openQueueManager, showPart } from "./screens.ts";
import { newAccount } from "./world.ts";

test("an owner signs up, a customer joins by the code's link and is called at once", async ({
  page,
  phone,
}) => {
  const account = newAccount();

  await test.step("the owner signs up and lands in the dashboard", async () => {
    await page.goto("/signup?plan=starter");
    await page.getByLabel("Business Name").fill(account.businessName);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(account.businessName).first()).toBeVisible();
  });

  const joinUrl =
    await test.step("creates a queue and sees its QR code", async () => {
      const dialog = await openQueueManager(page);
      await dialog.getByLabel(/queue name/i).fill("Walk-in cuts");
      await dialog.getByRole("button", { name: /create/i }).click();
      await expect(dialog.getByText("Walk-in cuts")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await showPart(page, "Overview");
      const code = page.getByRole("img", { name: /\/join\?b=/ });
      await expect(code).toBeVisible();
      const label = await code.getAttribute("aria-label");
      const url = /https?:\S+\/join\?b=\w+/.exec(label ?? "")?.[0];
      expect(url, "the code's label names its URL").toBeDefined();
      return url ?? "";
    });

  const polled: string[] = [];
  await test.step("the customer joins and sees number and position", async () => {
    await phone.goto(joinUrl);
    await phone.getByLabel(/Your Name/).fill("Zoë 🌻");
    await phone.getByRole("button", { name: "Join Queue Now" }).click();
    await expect(
      phone.getByRole("heading", { name: "You're in the queue!" }),
    ).toBeVisible();
    await expect(phone.getByText("#1", { exact: true })).toBeVisible();
    await expect(phone.getByText("Your position")).toBeVisible();
    await phone.waitForLoadState("networkidle");
    phone.on("request", (request) => polled.push(request.url()));
  });

  await test.step("Call Next rings the phone", async () => {
    await showPart(page, "Queue");
    await page.getByRole("button", { name: /^Call Next/ }).click();
    await expect(
      phone.getByRole("heading", { name: "You've Been Called!" }),
    ).toBeVisible();
    await expect(phone.getByText("#1", { exact: true })).toBeVisible();
    await expect(phone).toHaveTitle(/Your turn!/);
    expect(polled, "requests between joining and being called").toEqual([]);
  });

  await test.step("is served and done", async () => {
    await page.getByRole("button", { name: /^Serve/ }).click();
    await page.getByRole("button", { name: /^Done/ }).click();
    await expect(
      phone.getByRole("heading", { name: "You've Been Served!" }),
    ).toBeVisible();
  });
});
