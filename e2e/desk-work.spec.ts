/** The desk at work: changes to one person, without a connection, and at every width. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { RECONNECTED, setConnected } from "./connection.ts";
import { expect, seen, test } from "./fixtures.ts";
import { openDesk, pickFor } from "./screens.ts";
import { addQueue, callNext, join } from "./world.ts";

test("a customer is moved with a reason, gets a note, is found and transferred; today's list undoes it @core", async ({
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
  const opened = ownerPage.getByRole("dialog");

  await pickFor(ownerPage, "W3", "Move");
  await opened.getByLabel("New place").fill("1");
  await opened.getByLabel("Urgent").check();
  await opened.getByRole("button", { name: "Move", exact: true }).click();
  await expect(callNextButton).toContainText("W3");

  await pickFor(ownerPage, "W3", "Edit");
  await opened.getByLabel("Note").fill("Allergic to lavender");
  await opened.getByRole("button", { name: "Save" }).click();
  await seen(ownerPage.getByText("Allergic to lavender"));

  await expect(opened).toBeHidden();
  await ownerPage.keyboard.press("/");
  await opened.getByLabel("Number, name or phone").fill("zoe");
  await ownerPage.keyboard.press("Enter");
  await expect(
    ownerPage.getByRole("button", { name: "Call W3" }),
  ).toBeFocused();

  await pickFor(ownerPage, "W3", "Transfer");
  await opened.getByLabel("Children").check();
  await opened.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(callNextButton).toContainText("W1");

  await ownerPage.evaluate(() => window.scrollTo(0, 0));
  await ownerPage.getByRole("button", { name: "Today" }).click();
  const entries = opened.getByRole("listitem");
  await expect(entries).toContainText([
    "Customer #W3 moved to another queue",
    "Changed customer #W3",
    "Urgent",
  ]);
  await opened
    .getByRole("button", { name: "Undo: Customer #W3 moved to another queue" })
    .click();
  await expect(entries.first()).toContainText("undone at");
  await expect(callNextButton).toContainText("W3");
});

test("a test ticket is removed without a trace: the next ticket gets its number @once", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Only a test" });
  await openDesk(ownerPage);
  await pickFor(ownerPage, "#1", "Remove test ticket");
  await ownerPage
    .getByRole("alertdialog")
    .getByRole("button", { name: "Remove test ticket" })
    .click();
  // The list is empty before the server has answered.
  await seen(ownerPage.getByText("Test ticket removed."));
  await expect
    .poll(async () => (await join(address, business.queueId)).ok)
    .toBe(true);
  await seen(ownerPage.getByRole("button", { name: /^Call Next\s*#1/ }));
});

test.describe("without a connection", () => {
  test("actions are shown, kept and sent in order, and one that no longer applied is named", async ({
    address,
    business,
    ownerPage,
  }) => {
    const { owner, queueId } = business;
    for (const name of ["Ana", "Ben"]) await join(address, queueId, { name });
    await openDesk(ownerPage);
    const call = ownerPage.getByRole("button", { name: /^Call Next\s*#1/ });
    await seen(call);
    await setConnected(ownerPage, false);
    await call.click();
    await ownerPage.getByRole("button", { name: "Serve #1" }).click();
    await seen(
      ownerPage.getByText(
        "2 actions are saved on this device and will be sent.",
      ),
    );
    await expect(
      ownerPage.locator("#select-queue option:checked"),
      "the choice of queues counts as the list does",
    ).toHaveText(/\(1 waiting\)$/);
    await expectAccessible(ownerPage);
    // The other screen has called the same person meanwhile.
    expect(await callNext(owner, queueId)).toMatchObject({ number: 1 });
    await setConnected(ownerPage, true);
    // The first message stays, the second is visible for three seconds.
    await Promise.all(
      [/^#1: Call no longer applied\./, "1 saved action was sent."].map(
        (said) => expect(ownerPage.getByText(said)).toBeVisible(RECONNECTED),
      ),
    );
    await seen(ownerPage.getByRole("button", { name: "Done #1" }));
    await ownerPage.getByRole("button", { name: "OK" }).click();
    await expect(ownerPage.getByText(/no longer applied/)).toBeHidden();
    await expect(call, "nobody was called twice").toBeHidden();
  });

  test("a closed page loses no action: the next page sends it @once", async ({
    address,
    business,
    context,
    ownerPage,
  }) => {
    await join(address, business.queueId, { name: "Ana" });
    await openDesk(ownerPage);
    const call = ownerPage.getByRole("button", { name: /^Call Next\s*#1/ });
    await seen(call);
    await setConnected(ownerPage, false);
    await call.click();
    await seen(ownerPage.getByText(/^1 action is saved/));
    await ownerPage.close();
    await context.setOffline(false);
    const next = await context.newPage();
    // It may appear before the desk has loaded, and for only three seconds.
    await Promise.all([
      expect(next.getByText("1 saved action was sent.")).toBeVisible(
        RECONNECTED,
      ),
      openDesk(next),
    ]);
    await seen(next.getByRole("button", { name: "Serve #1" }));
  });
});

const WIDTHS = [
  [768, 1024],
  [1024, 768],
  [1366, 650],
  [1920, 1080],
] as const;

test("the desk fits every width: names are readable, nothing overlaps, Call Next takes one line @once", async ({
  address,
  business,
  ownerPage,
}) => {
  const name = "Maximiliana Featherstonehaugh-Okonkwo";
  for (let i = 0; i < 4; i += 1)
    await join(address, business.queueId, { name });
  await callNext(business.owner, business.queueId);
  await openDesk(ownerPage);
  for (const [width, height] of WIDTHS) {
    await ownerPage.setViewportSize({ width, height });
    const serve = ownerPage.getByRole("button", { name: "Serve #1" });
    await seen(serve);
    const card = ownerPage.getByRole("region", { name: "Queue Actions" });
    const waiting = ownerPage.getByRole("row", { name: /#2/ }).getByText(name);
    const words = card.getByText("Call Next", { exact: true });
    const at = `at ${width} px`;
    // The page is laid out shortly after it gets its new width.
    await expect(async () => {
      const called = await boxOf(card.getByText(name).first());
      const badge = await boxOf(card.getByText("Called", { exact: true }));
      const button = await boxOf(serve);
      expect(called.width, `the called name ${at}`).toBeGreaterThan(150);
      expect(called.x + called.width, at).toBeLessThanOrEqual(button.x);
      expect(badge.x + badge.width, at).toBeLessThanOrEqual(button.x);
      expect((await boxOf(waiting)).width, at).toBeGreaterThan(150);
      expect((await boxOf(words)).height, `one line ${at}`).toBeLessThan(60);
    }).toPass();
  }
  // As high as its content, and on a laptop it scrolls with the page.
  await ownerPage.setViewportSize({ width: 1366, height: 650 });
  const card = ownerPage.getByRole("region", { name: "Queue Actions" });
  const height = async () => (await boxOf(card)).height;
  await expect.poll(height).toBeLessThan(400);
  const high = await height();
  const scroll = () => ownerPage.evaluate(() => window.scrollTo(0, 500));
  await scroll();
  await expect(card).not.toBeInViewport({ ratio: 0.9 });
  // On a tall screen it stays, and shrinks.
  await ownerPage.setViewportSize({ width: 1280, height: 720 });
  await scroll();
  await expect.poll(height).toBeLessThan(high);
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
