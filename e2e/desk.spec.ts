/** The desk: undo, no-show, reset, several screens at once, the keyboard, and twenty phones in one queue. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";
import { openDesk, openQueueManager, showPart } from "./screens.ts";
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
  await expect(
    phone.getByRole("heading", { name: "You've Been Called!" }),
  ).toBeVisible();
  await ownerPage
    .getByRole("button", { name: "Undo" })
    .filter({ visible: true })
    .first()
    .click();
  await expect(
    phone.getByRole("heading", { name: "You're in the queue!" }),
  ).toBeVisible();
});

test("many joins from one connection are reported, removed with one press and restored with Undo @once", async ({
  address,
  business,
  ownerPage,
}) => {
  await openDesk(ownerPage);
  for (let i = 1; i <= 6; i += 1) {
    await join(address, business.queueId, { name: `Nobody ${i}` });
  }
  const notice = ownerPage.getByText(
    "Many joins from one connection: 6 people in this queue.",
  );
  await expect(notice).toBeVisible();
  await expectAccessible(ownerPage);
  await ownerPage.getByRole("button", { name: "Remove all of them" }).click();
  await expect(notice).toBeHidden();
  await expect(
    ownerPage.getByRole("button", { name: /Nobody is waiting/ }),
  ).toBeVisible();
  await ownerPage
    .getByRole("button", { name: "Undo" })
    .filter({ visible: true })
    .first()
    .click();
  await expect(
    ownerPage.getByRole("button", { name: /^Call Next\s*#1/ }),
  ).toBeVisible();
});

test("when no customer waits, Call Next and Skip say so @once", async ({
  business,
  ownerPage,
}) => {
  expect(business.queueName).toBe("Walk-ins");
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /Nobody is waiting/ }).click();
  const answer = ownerPage
    .getByRole("alert")
    .filter({ hasText: "There is no one on the queue now." });
  await expect(answer).toBeVisible();
  await expect(answer).toBeHidden();
  await ownerPage.getByRole("button", { name: /^Skip/ }).click();
  await expect(answer).toBeVisible();
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
  await expect(
    ownerPage.getByRole("button", { name: "Serve #1" }),
  ).toBeVisible();
  await expect(ownerPage.getByRole("button", { name: "Serve #2" })).toHaveCount(
    0,
  );
});

test("a customer who does not appear goes two places back, and is out the second time @once", async ({
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
  await ownerPage.getByRole("button", { name: "No-show #1" }).click();
  await expect(
    phone.getByRole("img", { name: /^2 people ahead of you/ }),
  ).toBeVisible();

  for (const number of [2, 3, 1]) {
    await callNext(business.owner, business.queueId);
    await expect(
      ownerPage.getByRole("button", { name: `Serve #${number}` }),
    ).toBeVisible();
  }
  await ownerPage.getByRole("button", { name: "No-show #1" }).click();
  await expect(
    phone.getByText(/The business has called or removed you/),
  ).toBeVisible();
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
  await expect(phone.getByText("Your position")).toBeVisible();
  await ownerPage.goto("/dashboard");
  await showPart(ownerPage, "Manage");
  const reset = ownerPage
    .getByRole("button", { name: "Reset Queue" })
    .filter({ visible: true })
    .first();
  await reset.click();
  const question = ownerPage.getByRole("alertdialog");
  await expect(question).toContainText(
    "Are you sure you want to reset this queue (Walk-ins)? This will remove ALL customers (including scheduled) and reset counts. This cannot be undone.",
  );
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await ownerPage.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(phone.getByText("Your position")).toBeVisible();

  await reset.click();
  await question.getByRole("button", { name: "Reset Queue" }).click();
  await expect(
    ownerPage.getByText("Queue reset successfully.").first(),
  ).toBeVisible();
  await expect(
    phone.getByText(/The business has called or removed you/),
  ).toBeVisible();
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
  await expect(dialog.getByText("Kids' cuts")).toBeVisible();

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
  await expect(dialog.getByText("Children")).toBeVisible();

  await dialog.getByRole("button", { name: "Deactivate Children" }).click();
  await expect(ownerPage.getByText("Queue deactivated.").first()).toBeVisible();
  await expect(dialog.getByText("Inactive")).toBeVisible();

  await dialog.getByRole("button", { name: "Delete Children" }).click();
  const question = ownerPage.getByRole("alertdialog");
  await expect(question).toContainText(
    "Are you sure you want to delete the queue 'Children'? This action cannot be undone and might affect historical data.",
  );
  await question.getByRole("button", { name: "Delete Queue" }).click();
  await expect(
    ownerPage.getByText("Queue deleted successfully.").first(),
  ).toBeVisible();
  await expect(dialog.getByText("Children")).toHaveCount(0);
});

test("the desk works with the keyboard alone", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Ana" });
  await join(address, business.queueId, { name: "Ben" });
  await openDesk(ownerPage);
  await expect(
    ownerPage.getByRole("button", { name: /^Call Next\s*#/ }),
  ).toBeVisible();
  await ownerPage.keyboard.press("n");
  await expect(
    ownerPage.getByRole("button", { name: "Serve #1" }),
  ).toBeVisible();
  // Shown at once, but undo needs the server's answer.
  await expect(
    ownerPage
      .getByRole("button", { name: "Undo" })
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await ownerPage.keyboard.press("u");
  await expect(ownerPage.getByRole("button", { name: "Serve #1" })).toHaveCount(
    0,
  );
  await ownerPage.keyboard.press("s");
  await expect(
    ownerPage.getByText("Skipped customer #1").first(),
  ).toBeVisible();
  await ownerPage.keyboard.press("n");
  await expect(
    ownerPage.getByRole("button", { name: "Serve #2" }),
  ).toBeVisible();
  await ownerPage.keyboard.press("d");
  await expect(ownerPage.getByRole("button", { name: "Serve #2" })).toHaveCount(
    0,
  );
  await ownerPage.keyboard.press("?");
  const list = ownerPage.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toBeVisible();
  await ownerPage.keyboard.press("Escape");
  await expect(list).toBeHidden();
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
  await expect(
    (first as Page).getByRole("heading", { name: "You've Been Called!" }),
  ).toBeVisible();
  for (const [ahead, phone] of others.entries()) {
    await expect(placeOn(phone)).toHaveAccessibleName(
      `${ahead} ${ahead === 1 ? "person" : "people"} ahead of you, ${18 - ahead} behind you`,
    );
  }
  for (const phone of phones) await phone.context().close();
});

function placeOn(phone: Page) {
  return phone.getByRole("img", { name: /ahead of you/ });
}
