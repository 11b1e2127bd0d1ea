/** The people of a shop: the owner names themselves, invites somebody by mail, and withdraws the invitation. */
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { showPart } from "./screens.ts";
import { lettersTo } from "./standins.ts";

test("an owner names themselves, invites somebody by mail, and withdraws it @once", async ({
  business,
  ownerPage: page,
}) => {
  const email = `sam-${business.businessId}@example.test`;
  await page.goto("/dashboard");
  await showPart(page, "Manage");
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await seen(page.getByRole("heading", { name: "Team", level: 1 }));
  const people = page.getByRole("region", { name: "People" });
  await expect(people).toContainText(business.owner.account.email);
  await expectAccessible(page);

  await people.getByRole("button", { name: "Add your name" }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel("Your name, as colleagues see it");
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await name.fill("Anna");
  await name.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(people).toContainText("Anna");
  const edit = people.getByRole("button", { name: "Edit your name" });
  await expect(edit).toBeFocused();

  const form = page.getByRole("region", { name: "Invite someone" });
  const invite = form.getByRole("button", { name: "Invite" });
  await form.getByLabel("Name").fill("anna");
  await form.getByLabel("E-mail address").fill(email);
  await form.getByRole("radio", { name: "Manager" }).check();
  await invite.click();
  await seen(form.getByText("Someone here already has this name."));
  await expect(form.getByLabel("Name")).toBeFocused();
  await expectAccessible(page);
  await form.getByLabel("Name").fill("Sam");
  await invite.click();
  const open = page.getByRole("region", { name: "Open invitations" });
  await seen(open.getByText("Link works until"));
  await expect(open).toContainText(`Sam`);
  await expect(open).toContainText(`Manager${email}`);
  await expectAccessible(page);
  await expect.poll(() => lettersTo(email)).toHaveLength(1);
  const [mail] = await lettersTo(email);
  expect(mail?.text).toMatch(/as a manager[^]*http\S+\/invitation#\S+/);

  await open.getByRole("button", { name: "Send again to Sam" }).click();
  await expect.poll(() => lettersTo(email)).toHaveLength(2);
  await open.getByRole("button", { name: /^Withdraw/ }).click();
  await expect(open).toBeHidden();
  await expect(page.locator("#main")).toBeFocused();
});
