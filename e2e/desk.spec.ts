/** The desk: undo, no-show, reset, several screens at once, and twenty phones in one queue. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import {
  isNarrow,
  lastAction,
  openDesk,
  openQueueManager,
  pickMore,
  showPart,
  undoOn,
} from "./screens.ts";
import { callNext, join, setPlan } from "./world.ts";

test("undo puts a called customer back, and the phone shows the queue again @core", async ({
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

test("many joins from one connection are reported, skipped with one press and restored with Undo @once", async ({
  address,
  business,
  ownerPage,
}) => {
  await openDesk(ownerPage);
  for (let i = 1; i <= 6; i += 1) {
    await join(address, business.queueId, { name: `Nobody ${i}` });
  }
  // A screen reader's copy of it is a list item.
  const notice = ownerPage
    .getByRole("paragraph")
    .filter({ hasText: "6 people joined from one connection in 1 min." });
  await seen(notice);
  await expectAccessible(ownerPage);
  await ownerPage.getByRole("button", { name: "Skip all 6" }).click();
  await expect(notice).toBeHidden();
  await seen(ownerPage.getByRole("button", { name: /Nobody is waiting/ }));
  await expect(lastAction(ownerPage)).toHaveText("Skipped 6 customers");
  await undoOn(ownerPage).click();
  await seen(ownerPage.getByRole("button", { name: /^Call Next\s*#1/ }));
});

test("when no customer waits, Call Next and Skip say so @once", async ({
  business,
  ownerPage,
}) => {
  expect(business.queueName).toBe("Walk-ins");
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /Nobody is waiting/ }).click();
  const answer = "There is no one on the queue now.";
  await expect(lastAction(ownerPage)).toHaveText(answer);
  await openDesk(ownerPage);
  await expect(lastAction(ownerPage)).toBeEmpty();
  await ownerPage.getByRole("button", { name: /^Skip/ }).click();
  await expect(lastAction(ownerPage)).toHaveText(answer);
  // The line is in sight, so there is no second message.
  await expect(ownerPage.getByRole("alert")).toHaveCount(0);
});

test("a double click calls one customer @once @core", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Ana" });
  await join(address, business.queueId, { name: "Ben" });
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /^Call Next\s*#/ }).dblclick();
  await seen(ownerPage.getByRole("button", { name: "Here: #1" }));
  await expect(lastAction(ownerPage)).toHaveText("Called customer #1 · Ana");
  await expect(ownerPage.getByRole("button", { name: "Here: #2" })).toHaveCount(
    0,
  );
});

test("a customer who does not come goes two places back, and is out the second time @once", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { secret } = await join(address, business.queueId, { name: "Ana" });
  for (const name of ["Ben", "Cy", "Dora"]) {
    await join(address, business.queueId, { name });
  }
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /^Call Next\s*#/ }).click();
  await ownerPage.getByRole("button", { name: "Didn't come: #1" }).click();
  await seen(phone.getByRole("img", { name: /^2 people ahead of you/ }));
  for (const number of [2, 3, 1]) {
    await callNext(business.owner, business.queueId);
    await seen(ownerPage.getByRole("button", { name: `Here: #${number}` }));
  }
  await ownerPage.getByRole("button", { name: "Didn't come: #1" }).click();
  await seen(phone.getByText(/The business has called or removed you/));
});

test("reset asks first, ends all tickets and starts at number 1 again @once", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { secret } = await join(address, business.queueId, { name: "Ana" });
  await join(address, business.queueId, { name: "Ben" });
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  await seen(phone.getByText("Your position"));
  await openDesk(ownerPage);
  await pickMore(ownerPage, "Reset Queue");
  const question = ownerPage.getByRole("alertdialog");
  await expect(question).toContainText(
    "Are you sure you want to reset this queue (Walk-ins)? This will remove ALL customers (including scheduled) and reset counts. This cannot be undone.",
  );
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await ownerPage.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await seen(phone.getByText("Your position"));
  if (isNarrow(ownerPage)) {
    await showPart(ownerPage, "Manage");
    await ownerPage.getByRole("button", { name: "Reset Queue" }).click();
  } else await pickMore(ownerPage, "Reset Queue");
  await question.getByRole("button", { name: "Reset Queue" }).click();
  await seen(ownerPage.getByText("Queue reset successfully.").first());
  await seen(phone.getByText(/The business has called or removed you/));
  expect(await join(address, business.queueId)).toMatchObject({ number: 1 });
});

test("the queue manager creates, renames, closes and deletes queues", async ({
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

test("twenty phones in one queue each show their own place and move up together @phones", async ({
  browser,
  address,
  business,
}) => {
  // A Starter queue holds ten people.
  await setPlan(address, business.owner, "pro");
  const phones: Page[] = [];
  for (let number = 1; number <= 20; number++) {
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
      `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you, ${19 - ahead} behind you`,
    );
  }
  await callNext(business.owner, business.queueId);
  const [first, ...others] = phones;
  await seen(
    (first as Page).getByRole("heading", { name: "You've Been Called!" }),
  );
  for (const [ahead, phone] of others.entries()) {
    await expect(placeOn(phone)).toHaveAccessibleName(
      `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you, ${18 - ahead} behind you`,
    );
  }
  for (const phone of phones) await phone.context().close();
});

const placeOn = (phone: Page) =>
  phone.getByRole("img", { name: /ahead of you/ });
