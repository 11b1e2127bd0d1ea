/** Texts by hand: until the quota is used, then through the shop's own account. After a call: alerts.spec.ts. */
import type { Page } from "@playwright/test";
import { expect, seen, test } from "./fixtures.ts";
import { bringIntoView, openDesk, openSettings, pickFor } from "./screens.ts";
import { newPhone, ownTwilio, textFrom, textsTo } from "./standins.ts";
import { join, setPlan, setTextsUsed } from "./world.ts";

const SENT = "SMS sent successfully!";
async function openPanel(page: Page) {
  await openSettings(page, "SMS Settings");
  const place = page.locator("#sms-settings");
  await bringIntoView(place);
  return page.getByRole("region", { name: "SMS Messaging" });
}

test("staff text customers until the month's quota is used, then from the shop's own account, until STOP @once", async ({
  address,
  business,
  ownerPage,
}) => {
  const { owner, queueId } = business;
  await setPlan(address, owner, "pro");
  const [zoe, ana] = [newPhone(), newPhone()];
  await join(address, queueId, { name: "Zoë", phone: zoe });

  await test.step("a text from the customer's row", async () => {
    await openDesk(ownerPage);
    const queues = ownerPage.getByLabel("Select Queue");
    await queues.selectOption("All Queues");
    await pickFor(ownerPage, "#1", "Send SMS");
    const dialog = ownerPage.getByRole("dialog");
    await dialog.getByRole("button", { name: "Ready now" }).click();
    await dialog.getByRole("button", { name: "Send SMS" }).click();
    await seen(ownerPage.getByText(SENT));
    await expect(dialog).toBeHidden();
    const [text] = await textsTo(zoe);
    expect(text?.body).toContain(
      `${business.name}: it's your turn, number 1 (${business.queueName})`,
    );
  });

  await setTextsUsed(address, owner, 49);
  const panel = await openPanel(ownerPage);
  const send = async (to: string, words: string) => {
    await panel.getByLabel("Phone number").fill(to);
    await panel.getByLabel("Message").fill(words);
    await panel.getByRole("button", { name: "Send SMS" }).click();
  };

  await test.step("the last text of the month is sent with the first press after its number was corrected, and none after it", async () => {
    await expect(panel).toContainText("49 / 50 SMS");
    await send("12", "Your coat is here.");
    await expect(panel).toContainText("with its country code");
    await panel.getByLabel("Phone number").fill(ana);
    await panel.getByRole("button", { name: "Send SMS" }).click();
    await expect(panel).toContainText("50 / 50 SMS");
    await expect(panel).toContainText("You've used up your 50 SMS");
    await expect(panel.getByRole("listitem").first()).toContainText(
      /Sent|Delivered/,
    );
    await send(ana, "Your hat, too.");
    await expect(panel).toContainText(
      "Monthly SMS limit reached (50 SMS per month). Please set up your own Twilio credentials to continue.",
    );
    expect(await textsTo(ana)).toHaveLength(1);
  });

  const own = await ownTwilio();
  await test.step("the shop's own account is checked, saved and used", async () => {
    await panel.getByLabel("Account SID").fill(own.sid);
    await panel.getByLabel("Auth token").fill("not-the-token");
    await panel.getByLabel("Sender number").fill(own.number);
    const save = panel.getByRole("button", { name: "Save Credentials" });
    await save.click();
    await expect(panel.getByRole("alert")).toContainText(
      "Failed to save Twilio credentials: Twilio rejected",
    );
    await panel.getByLabel("Auth token").fill(own.token);
    await save.click();
    await expect(panel).toContainText("Using custom Twilio");
    await panel.getByRole("button", { name: "Send SMS" }).click();
    await expect.poll(() => textsTo(ana)).toHaveLength(2);
    const [newest] = await textsTo(ana);
    expect(newest).toMatchObject({ body: "Your hat, too.", from: own.number });
  });

  await test.step("texts to a landline and to a customer who replied STOP are refused", async () => {
    await send("+15005550009", "Hello");
    await expect(panel.getByRole("alert")).toContainText(
      "Failed to send SMS: landline",
    );
    await textFrom(ana, own.number, "stop");
    await send(ana, "One more");
    await expect(panel.getByRole("alert")).toContainText("replied STOP");
    expect(await textsTo(ana)).toHaveLength(2);
  });
});
