/** The desk at work: changes to one person, without a connection, and at every width. */
import type { Locator, Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { expectAccessible } from "./accessible.ts";
import { setConnected } from "./connection.ts";
import { expect, seen, test } from "./fixtures.ts";
import { lastAction, openDesk, pickFor, pickMore } from "./screens.ts";
import { addQueue, callNext, join } from "./world.ts";

test("a customer is moved, gets a note, is found and moved to another queue; today's list undoes it @once @core", async ({
  address,
  business,
  ownerPage,
}) => {
  const children = await addQueue(business.owner, "Children");
  for (const name of ["Ana", "Ben", "Zoë"]) {
    await join(address, business.queueId, { name });
  }
  await openDesk(ownerPage);
  await chooseQueue(ownerPage, business.queueId);
  const callNextButton = ownerPage.getByRole("button", { name: /^Call Next/ });
  const opened = ownerPage.getByRole("dialog");

  await pickFor(ownerPage, "W3", "Move to a place or queue");
  await opened.getByLabel("Place").fill("1");
  await opened.getByRole("button", { name: "Move", exact: true }).click();
  await expect(callNextButton).toContainText("W3");
  await expect(lastAction(ownerPage)).toHaveText("W3 Zoë moved to place 1");

  await pickFor(ownerPage, "W3", "Edit name, phone, note");
  await opened.getByLabel("Note").fill("Allergic to lavender");
  await opened.getByRole("button", { name: "Save" }).click();
  await seen(ownerPage.getByText("Allergic to lavender"));

  await expect(opened).toBeHidden();
  await ownerPage.keyboard.press("/");
  const rows = ownerPage.getByRole("region", { name: "Find" });
  await ownerPage.getByLabel("Number, name or phone").fill("zoe");
  await expect(rows.getByRole("listitem")).toHaveCount(1);
  await seen(rows.getByRole("button", { name: "Call W3 Zoë" }));
  await ownerPage.keyboard.press("Escape");
  await expect(rows).toBeHidden();

  await pickFor(ownerPage, "W3", "Move to a place or queue");
  await opened.getByLabel("Queue").selectOption(children);
  await opened.getByRole("button", { name: "Move", exact: true }).click();
  await expect(callNextButton).toContainText("W1");

  await pickMore(ownerPage, "Today");
  const entries = opened.getByRole("listitem");
  await expect(entries).toContainText([
    "W3 Zoë is now C1",
    "W3 Zoë saved",
    "W3 Zoë moved",
  ]);
  await opened.getByRole("button", { name: "Undo: W3 Zoë is now C1" }).click();
  await expect(entries.first()).toContainText("undone at");
  await expect(callNextButton).toContainText("W3");
});

test("a test ticket is erased without a trace: the next ticket gets its number @once", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Only a test" });
  await openDesk(ownerPage);
  await pickFor(ownerPage, "#1", "Edit name, phone, note");
  await ownerPage
    .getByRole("button", { name: "Test ticket, erase it" })
    .click();
  await ownerPage
    .getByRole("alertdialog")
    .getByRole("button", { name: "Erase it" })
    .click();
  // The list is empty before the server has answered.
  await expect(lastAction(ownerPage)).toHaveText("Test ticket erased.");
  await expect
    .poll(async () => (await join(address, business.queueId)).ok)
    .toBe(true);
  await seen(ownerPage.getByRole("button", { name: /^Call Next\s*#1/ }));
});

test("a closed page loses no action: the next page sends it @once", async ({
  address,
  business: { owner, queueId },
  context,
  ownerPage,
}) => {
  await join(address, queueId, { name: "Ana" });
  await openDesk(ownerPage);
  const call = ownerPage.getByRole("button", { name: /^Call Next\s*#1/ });
  await seen(call);
  await setConnected(ownerPage, false);
  await call.click();
  await seen(ownerPage.getByText(/^1 action is saved/));
  await ownerPage.close();
  await context.setOffline(false);
  await openDesk(await context.newPage());
  const board = async () =>
    await owner.client.query(api.desk.actions.board, { queueId });
  await expect.poll(board).toMatchObject({ called: [{ number: 1 }] });
});

const WIDTHS = [
  [641, 900],
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
    const here = ownerPage.getByRole("button", { name: "Here: #1" });
    await seen(here);
    const card = ownerPage.getByRole("region", { name: "Queue Actions" });
    const waiting = ownerPage
      .getByRole("listitem")
      .filter({ hasText: "#2" })
      .getByText(name);
    const words = card.getByText("Call Next", { exact: true });
    const called = ownerPage.getByRole("list", { name: "At the counter" });
    const at = `at ${width} px`;
    // The page is laid out shortly after it gets its new width.
    await expect(async () => {
      const who = await boxOf(called.getByText(name));
      const badge = await boxOf(called.getByText("Called", { exact: true }));
      const button = await boxOf(here);
      expect(who.width, `the called name ${at}`).toBeGreaterThan(150);
      expect(isApart(who, button), at).toBe(true);
      expect(isApart(badge, button), at).toBe(true);
      expect((await boxOf(waiting)).width, at).toBeGreaterThan(150);
      expect((await boxOf(words)).height, `one line ${at}`).toBeLessThan(60);
    }).toPass();
    await expectAccessible(ownerPage);
  }
});

type Box = Awaited<ReturnType<typeof boxOf>>;
function isApart(a: Box, b: Box): boolean {
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return isBeside || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error("it is not drawn");
  return box;
}
async function chooseQueue(page: Page, queueId: string) {
  await page.getByLabel("Select Queue").selectOption(queueId);
}
