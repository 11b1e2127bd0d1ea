/** The end of an owner's account. */
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test as base } from "./fixtures.ts";
import { plansPaidBy } from "./standins.ts";
import { newAccount, register, signUpPaid } from "./world.ts";
import { logIn } from "./sign-up.ts";

/** The owner has paid for Starter at the stand-in, so there is an invoice. */
const test = base.extend({
  owner: async ({ address }, use) => {
    await use(await signUpPaid(address, newAccount(), "starter", register));
  },
});

test.describe("an owner who leaves", () => {
  // The login afterwards, which is refused.
  test.use({ expectedConsoleErrors: [/invalidCredentials/] });

  test("downloads the data and deletes the account, which ends the customer's ticket and the subscription @once", async ({
    ownerPage: page,
    owner,
    business,
    phone,
  }) => {
    const { email, password, businessName } = owner.account;
    await phone.goto(business.joinPath);
    await phone.getByLabel(/Your Name/).fill("Zoë");
    await phone.getByRole("button", { name: "Join Queue Now" }).click();
    await seen(phone.getByRole("heading", { name: "You're in the queue!" }));

    await page.goto("/profile");
    await page.getByRole("button", { name: "Prepare a download" }).click();
    const fetched = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download ZIP" }).click();
    const file = await fetched;
    expect(file.suggestedFilename()).toMatch(/ \d{4}-\d\d-\d\d\.zip$/);
    const files = unzipSync(await readFile(await file.path()));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(text("tickets.csv")).toContain("Zoë");
    expect(text("profile.json")).toContain(businessName);
    await seen(page.getByText("Your browser is downloading it."));

    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("1 person is in your queues now.");
    await expect(dialog).toContainText(
      "Your subscription is cancelled right away",
    );
    await expectAccessible(page);
    const confirm = dialog.getByRole("button", { name: "Delete everything" });
    await dialog.getByLabel(/^Type/).fill("Something else");
    await confirm.click();
    await expect(dialog).toContainText("That's not the name of your business.");
    await dialog.getByLabel(/^Type/).fill(businessName);
    await dialog.getByLabel("Your password").fill(`${password}x`);
    await confirm.click();
    await expect(dialog).toContainText("That's not your password.");
    await expectAccessible(page);
    await dialog.getByLabel("Your password").fill(password);
    await confirm.click();

    await seen(
      page.getByText("Your account and all its data have been deleted."),
    );
    await expect(page).toHaveURL(/\/login$/);
    await seen(
      phone.getByRole("heading", { name: "You're no longer in line" }),
    );
    await phone.goto(business.joinPath);
    await seen(phone.getByText("This code doesn't lead to a shop"));
    await expect.poll(() => plansPaidBy(email)).toEqual([]);

    await logIn(page, { email, password });
    await expect(page.getByRole("alert")).toContainText(
      "Invalid login credentials",
    );
  });
});
