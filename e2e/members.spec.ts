/** The people of a shop besides its owner: how they come, what they see, how it ends. */
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { expectRoom, LARGE, PHONES } from "./room.ts";
import { openDesk, pickMore, showPart } from "./screens.ts";
import { addWalkIn, changeSettings, invite, takeOff } from "./world.ts";

const OWNERS_PAGES = ["/reports", "/support", "/poster", "/setup"];

test("an invited person sets a password, calls at the counter, has no owner's page, and is told when it ends @once @core", async ({
  business: { owner, queueId, name },
  page,
}) => {
  await addWalkIn(owner, queueId, "Zoë");
  const { email, path } = await invite(owner, "staff");
  await page.goto(path);
  await seen(page.getByRole("heading", { name: `Join ${name}` }));
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expectAccessible(page);
  await page.getByLabel("Choose a password").fill("Right-Mia-1!");
  await page.getByRole("button", { name: `Join ${name}` }).click();

  await expect(page).toHaveURL(/\/dashboard$/);
  await showPart(page, "Queue");
  await page.getByRole("button", { name: /^Call Next\s*#1/ }).click();
  await seen(page.getByRole("button", { name: "Here: #1" }));
  await expectAccessible(page);
  await pickMore(page, "Show code");
  await seen(page.getByRole("button", { name: "Copy Join Link" }));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByText("Keyboard")).toHaveCount(1);
  await expect(page.getByText(/Reset Queue|Manage Queues/)).toHaveCount(0);

  for (const address of OWNERS_PAGES) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await page.goto("/profile");
  await seen(page.getByRole("heading", { name: `Leave ${name}` }));
  const own = page.getByRole("region", { name: "What you did" });
  await expect(own).toContainText(/Called\s*1/);
  await expectAccessible(page);
  await page.goto(path);
  await seen(page.getByText("This invitation was used or has expired."));
  await expectAccessible(page);

  await openDesk(page);
  await seen(page.getByRole("button", { name: "Here: #1" }));
  await takeOff(owner, email);
  await seen(page.getByText(`You no longer work at ${name}`));
});

test("with large text, a shop's long name stays inside the buttons to join and to leave it @once", async ({
  business: { owner },
  phone,
}) => {
  const name = "Wolfeschlegelsteinhausenbergerdorff";
  await changeSettings(owner, { name });
  const { path } = await invite(owner, "manager");
  await phone.goto(path);
  const join = phone.getByRole("button", { name: `Join ${name}` });
  await seen(join);
  await expectRoom(phone, PHONES);
  await phone.getByLabel("Choose a password").fill("Right-Max-1!");
  await join.click();
  await expect(phone).toHaveURL(/\/dashboard$/);
  await phone.goto("/profile");
  await seen(phone.getByRole("button", { name: `Leave ${name}` }));
  await expectRoom(phone, [LARGE]);
});
