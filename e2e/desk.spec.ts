/** The desk: undo, no-show, reset, several at once, the keyboard, and twenty phones in one queue. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";
import { openDesk, openQueueManager, showPart } from "./screens.ts";
import { addQueue, callNext, join, setPlan } from "./world.ts";

test("undo puts a called customer back and the phone shows the place again", async ({
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

test("many from one connection are told, removed with one press, and all back in their order with another", async ({
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

test("with nobody waiting Call Next and Skip say so", async ({
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

test("a double click calls one person", async ({
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
    ownerPage.getByRole("button", { name: /^Call Next\s*#/ }),
  ).toBeVisible();
  await ownerPage.keyboard.press("n");
  await expect(
    ownerPage.getByRole("button", { name: "Serve #1" }),
  ).toBeVisible();
  // Shown at once; it can be undone when the answer is in.
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

test("a person is moved with a reason, noted down, found and sent to another queue; today's list takes it back", async ({
  address,
  business,
  ownerPage,
}) => {
  await addQueue(business.owner, "Children");
  for (const name of ["Ana", "Ben", "Zoë"]) {
    await join(address, business.queueId, { name });
  }
  await openDesk(ownerPage);
  await chooseQueue(ownerPage, business.queueId);
  const callNextButton = ownerPage.getByRole("button", { name: /^Call Next/ });
  const window = ownerPage.getByRole("dialog");

  await pickFor(ownerPage, 3, "Move");
  await window.getByLabel("New place").fill("1");
  await window.getByLabel("Urgent").check();
  await window.getByRole("button", { name: "Move", exact: true }).click();
  await expect(callNextButton).toContainText("#3");

  await pickFor(ownerPage, 3, "Edit");
  await window.getByLabel("Note").fill("Allergic to lavender");
  await window.getByRole("button", { name: "Save" }).click();
  await expect(ownerPage.getByText("Allergic to lavender")).toBeVisible();

  await ownerPage.keyboard.press("/");
  await window.getByLabel("Number, name or phone").fill("zoe");
  await ownerPage.keyboard.press("Enter");
  await expect(
    ownerPage.getByRole("button", { name: "Call #3" }),
  ).toBeFocused();

  await pickFor(ownerPage, 3, "Transfer");
  await window.getByLabel("Children").check();
  await expectAccessible(ownerPage);
  await window.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(callNextButton).toContainText("#1");

  await ownerPage.getByRole("button", { name: "Today" }).click();
  const entries = window.getByRole("listitem");
  await expect(entries).toContainText([
    "Customer #3 moved to another queue",
    "Changed customer #3",
    "Urgent",
  ]);
  await window
    .getByRole("button", { name: "Undo: Customer #3 moved to another queue" })
    .click();
  await expect(entries.first()).toContainText("undone at");
  await expectAccessible(ownerPage);
  await ownerPage.keyboard.press("Escape");
  await expect(callNextButton).toContainText("#3");
});

test("a test ticket goes without a trace: the next one has its number", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Only a test" });
  await openDesk(ownerPage);
  await pickFor(ownerPage, 1, "Remove test ticket");
  await ownerPage
    .getByRole("alertdialog")
    .getByRole("button", { name: "Remove test ticket" })
    .click();
  await expect(
    ownerPage.getByRole("button", { name: /Nobody is waiting/ }),
  ).toBeVisible();
  await expect
    .poll(async () => (await join(address, business.queueId)).ok)
    .toBe(true);
  await expect(
    ownerPage.getByRole("button", { name: /^Call Next\s*#1/ }),
  ).toBeVisible();
});

test.describe("without a connection", () => {
  test.use({ expectedConsoleErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("what is done is shown, kept, sent in order, and what no longer applied is said by name", async ({
    address,
    business,
    context,
    ownerPage,
  }) => {
    const { owner, queueId } = business;
    for (const name of ["Ana", "Ben"]) await join(address, queueId, { name });
    await openDesk(ownerPage);
    const call = ownerPage.getByRole("button", { name: /^Call Next\s*#1/ });
    await expect(call).toBeVisible();
    await context.setOffline(true);
    await call.click();
    await ownerPage.getByRole("button", { name: "Serve #1" }).click();
    await expect(
      ownerPage.getByText(
        "2 actions are saved on this device and will be sent.",
      ),
    ).toBeVisible();
    await expectAccessible(ownerPage);
    // The other screen has called the same person meanwhile.
    expect(await callNext(owner, queueId)).toMatchObject({ number: 1 });
    await context.setOffline(false);
    await expect(
      ownerPage.getByText(/^#1: Call no longer applied\./),
    ).toBeVisible();
    await expect(ownerPage.getByText("1 saved action was sent.")).toBeVisible();
    await expect(
      ownerPage.getByRole("button", { name: "Done #1" }),
    ).toBeVisible();
    await ownerPage.getByRole("button", { name: "OK" }).click();
    await expect(ownerPage.getByText(/no longer applied/)).toBeHidden();
    await expect(call, "nobody was called twice").toBeHidden();
  });

  test("a page that is closed meanwhile loses nothing: the next one sends it", async ({
    address,
    business,
    context,
    ownerPage,
  }) => {
    await join(address, business.queueId, { name: "Ana" });
    await openDesk(ownerPage);
    const call = ownerPage.getByRole("button", { name: /^Call Next\s*#1/ });
    await expect(call).toBeVisible();
    await context.setOffline(true);
    await call.click();
    await expect(ownerPage.getByText(/^1 action is saved/)).toBeVisible();
    await ownerPage.goto("about:blank");
    await context.setOffline(false);
    await openDesk(ownerPage);
    await expect(ownerPage.getByText("1 saved action was sent.")).toBeVisible();
    await expect(
      ownerPage.getByRole("button", { name: "Serve #1" }),
    ).toBeVisible();
  });
});

const WIDTHS = [
  [768, 1024],
  [1024, 768],
  [1366, 650],
  [1920, 1080],
] as const;

test("the desk fits every width: names are readable, nothing covers anything, one press is one line", async ({
  address,
  business,
  ownerPage,
}, info) => {
  test.skip(info.project.name === "phone", "the phone's layout is its own");
  const name = "Maximiliana Featherstonehaugh-Okonkwo";
  for (let i = 0; i < 4; i += 1)
    await join(address, business.queueId, { name });
  await callNext(business.owner, business.queueId);
  await openDesk(ownerPage);
  for (const [width, height] of WIDTHS) {
    await ownerPage.setViewportSize({ width, height });
    const serve = ownerPage.getByRole("button", { name: "Serve #1" });
    await expect(serve).toBeVisible();
    const card = ownerPage.getByRole("region", { name: "Queue Actions" });
    const called = await boxOf(card.getByText(name).first());
    const badge = await boxOf(card.getByText("Called", { exact: true }));
    const button = await boxOf(serve);
    const at = `at ${width} px`;
    expect(called.width, `the called name ${at}`).toBeGreaterThan(150);
    expect(called.x + called.width, at).toBeLessThanOrEqual(button.x);
    expect(badge.x + badge.width, at).toBeLessThanOrEqual(button.x);
    const waiting = ownerPage.getByRole("row", { name: /#2/ }).getByText(name);
    expect((await boxOf(waiting)).width, at).toBeGreaterThan(150);
    const words = card.getByText("Call Next", { exact: true });
    expect((await boxOf(words)).height, `one line ${at}`).toBeLessThan(60);
  }
  // As high as what is in it, and on a laptop it scrolls along.
  await ownerPage.setViewportSize({ width: 1366, height: 650 });
  const card = ownerPage.getByRole("region", { name: "Queue Actions" });
  const high = (await boxOf(card)).height;
  expect(high).toBeLessThan(400);
  await ownerPage.mouse.wheel(0, 600);
  await expect(card).not.toBeInViewport({ ratio: 0.9 });
  // On a tall screen it stays, and is small.
  await ownerPage.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(async () => (await boxOf(card)).height).toBeLessThan(high);
  await expect(card).toBeInViewport({ ratio: 0.9 });
});

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not drawn");
  return box;
}

async function chooseQueue(page: Page, queueId: string) {
  await page.getByLabel("Select Queue").selectOption(queueId);
}

/** Picks an entry of a person's menu, which is a sheet on phones. */
async function pickFor(page: Page, number: number, entry: string) {
  await page.getByRole("button", { name: `More for #${number}` }).click();
  await page
    .getByRole("menuitem", { name: entry, exact: true })
    .or(
      page
        .getByRole("dialog")
        .getByRole("button", { name: entry, exact: true }),
    )
    .click();
}

test("twenty phones in one queue each show their own place, and move up together @phones", async ({
  browser,
  address,
  business,
}) => {
  test.slow();
  // Ten people fit a Starter queue.
  await setPlan(address, business.owner, "pro");
  const phones: Page[] = [];
  for (let number = 1; number <= 20; number++) {
    const { ok, secret } = await join(address, business.queueId);
    expect(ok, `join ${number}`).toBe(true);
    // A context each: tickets in one browser would share its storage.
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
