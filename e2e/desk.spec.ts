/** The desk: undo, a double click, the queue manager, and eight phones in one queue. */
import type { Page } from "@playwright/test";
import { expect, seen, test } from "./fixtures.ts";
import { lastAction, openDesk, openQueueManager, undoOn } from "./screens.ts";
import { callNext, join } from "./world.ts";

test("undo puts a called customer back, and the phone shows the queue again @once @core", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { secret } = await join(address, business.queueId, { name: "Ana" });
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /^Call Next\s*#/ }).click();
  await seen(phone.getByRole("heading", { name: "You've Been Called!" }));
  await undoOn(ownerPage).click();
  await seen(phone.getByRole("heading", { name: "You're in the queue!" }));
});

test("a double click calls one customer @once @core", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Ana" });
  await join(address, business.queueId, { name: "Ben" });
  await openDesk(ownerPage);
  // Playwright's own double click waits for the page in between, on a slow machine longer than a double click takes.
  const callNextButton = ownerPage.getByRole("button", {
    name: /^Call Next\s*#/,
  });
  await callNextButton.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await seen(ownerPage.getByRole("button", { name: "Here: #1" }));
  await expect(lastAction(ownerPage)).toHaveText("Called customer #1 · Ana");
  await expect(ownerPage.getByRole("button", { name: "Here: #2" })).toHaveCount(
    0,
  );
});

test("the queue manager creates, renames, closes and deletes queues @once", async ({
  business,
  ownerPage,
}) => {
  expect(business.queueName).toBe("Walk-ins");
  await ownerPage.goto("/dashboard");
  const dialog = await openQueueManager(ownerPage);
  await expect(
    dialog.getByRole("button", { name: "Create Queue" }),
  ).toBeDisabled();
  await dialog.getByLabel("Queue name").fill("Kids' cuts");
  await dialog.getByRole("button", { name: "Create Queue" }).click();
  await seen(dialog.getByText("Kids' cuts"));
  const edit = dialog.getByRole("button", { name: "Edit Kids' cuts" });
  const row = dialog.getByRole("form", { name: "Edit Kids' cuts" });
  await edit.click();
  await expect(row.getByLabel("Queue name")).toBeFocused();
  await ownerPage.keyboard.press("Escape");
  await expect(row).toBeHidden();
  await expect(edit, "the dialog stays, the focus comes back").toBeFocused();
  await edit.click();
  await row.getByLabel("Queue name").fill("Children");
  await dialog.getByRole("button", { name: "Save" }).click();
  await seen(dialog.getByText("Children"));
  await dialog.getByRole("button", { name: "Deactivate Children" }).click();
  await seen(ownerPage.getByText("Queue deactivated.").first());
  await seen(dialog.getByText("Inactive"));
  await dialog.getByRole("button", { name: "Delete Children" }).click();
  const question = ownerPage.getByRole("alertdialog");
  await expect(question).toContainText(
    "Are you sure you want to delete the queue 'Children'? This action cannot be undone and might affect historical data.",
  );
  await question.getByRole("button", { name: "Delete Queue" }).click();
  await seen(ownerPage.getByText("Queue deleted successfully.").first());
  await expect(dialog.getByText("Children")).toHaveCount(0);
});

test("eight phones in one queue each show their own place and move up together @phones", async ({
  browser,
  address,
  business,
}) => {
  const phones: Page[] = [];
  for (let number = 1; number <= 8; number++) {
    const { ok, secret } = await join(address, business.queueId);
    expect(ok, `join ${number}`).toBe(true);
    // One context each: tickets in one browser would share its storage.
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      baseURL: address,
    });
    const phone = await context.newPage();
    await phone.goto(`${business.joinPath}#ticket=${secret}`);
    phones.push(phone);
  }
  for (const [ahead, phone] of phones.entries()) {
    await expect(placeOn(phone)).toHaveAccessibleName(
      `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you, ${7 - ahead} behind you`,
    );
  }
  await callNext(business.owner, business.queueId);
  const [first, ...others] = phones;
  await seen(
    (first as Page).getByRole("heading", { name: "You've Been Called!" }),
  );
  for (const [ahead, phone] of others.entries()) {
    await expect(placeOn(phone)).toHaveAccessibleName(
      `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you, ${6 - ahead} behind you`,
    );
  }
  for (const phone of phones) await phone.context().close();
});

const placeOn = (phone: Page) =>
  phone.getByRole("img", { name: /ahead of you/ });
