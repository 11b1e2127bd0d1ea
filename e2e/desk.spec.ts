/** The desk: undo, no-show, reset, several at once, the keyboard, and twenty phones in one queue. */
import { expect, test } from "./fixtures.ts";
import { openDesk, openQueueManager, showPart } from "./screens.ts";
import { addQueue, join } from "./world.ts";

test("undo puts a called customer back and the phone shows the place again", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { secret } = await join(address, business.queueId, { name: "Ana" });
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /^Call Next/ }).click();
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

test("with nobody waiting Call Next and Skip say so", async ({
  business,
  ownerPage,
}) => {
  expect(business.queueName).toBe("Walk-ins");
  await openDesk(ownerPage);
  await ownerPage
    .getByRole("button", { name: /Nobody is waiting|^Call Next/ })
    .click();
  await expect(
    ownerPage.getByText("There is no one on the queue now.").first(),
  ).toBeVisible();
});

test("a double click calls one person", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Ana" });
  await join(address, business.queueId, { name: "Ben" });
  await openDesk(ownerPage);
  await ownerPage.getByRole("button", { name: /^Call Next/ }).dblclick();
  await expect(
    ownerPage.getByRole("button", { name: "Serve #1" }),
  ).toBeVisible();
  await expect(ownerPage.getByRole("button", { name: "Serve #2" })).toHaveCount(
    0,
  );
});

test("a customer who does not come goes two places back, and is out the second time", async ({
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
  await ownerPage.getByRole("button", { name: /^Call Next/ }).click();
  await ownerPage.getByRole("button", { name: "No-show #1" }).click();
  await expect(
    phone.getByRole("img", { name: /^2 people ahead of you/ }),
  ).toBeVisible();
});

test("reset asks, ends everybody and starts at number 1 again", async ({
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

  await dialog.getByRole("button", { name: "Edit Kids' cuts" }).click();
  const row = dialog.getByRole("form", { name: /Kids' cuts/ }).or(dialog);
  await row.getByLabel("Queue name").last().fill("Children");
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

test("a sixth queue is refused on Starter with the limit", async ({
  business,
  ownerPage,
}) => {
  for (const name of ["B", "C", "D", "E"]) await addQueue(business.owner, name);
  await ownerPage.goto("/dashboard");
  const dialog = await openQueueManager(ownerPage);
  await dialog.getByLabel("Queue name").fill("F");
  await dialog.getByRole("button", { name: "Create Queue" }).click();
  await expect(
    dialog.getByText(/Queue limit reached\. Maximum 5 queues allowed/),
  ).toBeVisible();
});

test("the desk works by keyboard alone", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Ana" });
  await join(address, business.queueId, { name: "Ben" });
  await openDesk(ownerPage);
  await expect(
    ownerPage.getByRole("button", { name: /^Call Next/ }),
  ).toBeVisible();
  await ownerPage.keyboard.press("n");
  await expect(
    ownerPage.getByRole("button", { name: "Serve #1" }),
  ).toBeVisible();
  await ownerPage.keyboard.press("u");
  await expect(ownerPage.getByRole("button", { name: "Serve #1" })).toHaveCount(
    0,
  );
});

test("twenty phones in one queue each show their own place", async ({
  browser,
  address,
  owner,
}) => {
  const queueIds = [
    await addQueue(owner, "Left chair"),
    await addQueue(owner, "Right chair"),
  ] as const;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL: address,
  });
  // Ten people fit a Starter queue: two queues of ten phones each.
  const phones = await Promise.all(
    queueIds.flatMap((queueId) =>
      Array.from({ length: 10 }, async () => {
        const joined = await join(address, queueId);
        const page = await context.newPage();
        await page.goto(`/join?b=${owner.businessId}#ticket=${joined.secret}`);
        return { page, joined };
      }),
    ),
  );
  const places: string[] = [];
  for (const { page, joined } of phones) {
    expect(joined.ok).toBe(true);
    const strip = page.getByRole("img", { name: /ahead of you/ });
    await expect(strip).toHaveAccessibleName(/9|\d/);
    places.push((await strip.getAttribute("aria-label")) ?? "");
  }
  const ahead = places.map((label) => Number(/^\d+/.exec(label)?.[0])).sort();
  expect(ahead).toEqual(
    Array.from({ length: 10 }, (_, place) => [place, place]).flat(),
  );
  await context.close();
});
