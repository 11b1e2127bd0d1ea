/** Two people at two chairs share one line: phones and the display say which chair, breaks and Undo work. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { DESKTOP } from "./playwright.config.ts";
import {
  isNarrow,
  lastAction,
  openDesk,
  openQueueManager,
  pickMore,
  showPart,
  undoOn,
} from "./screens.ts";
import { invite, join, nameOwner } from "./world.ts";

/** Opens the window of the chairs. @param label of its button */
async function openChairs(page: Page, label: string) {
  if (isNarrow(page)) await pickMore(page, label);
  else {
    const name = new RegExp(`(^| )${label}$`);
    await page.getByRole("button", { name }).first().click();
  }
  return page.getByRole("dialog", { name: "Chairs" });
}

/** The row of a chair in the window. */
const rowOf = (page: Page, chair: string) =>
  page.getByRole("dialog").getByRole("listitem").filter({ hasText: chair });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name });

test("two people at two chairs share a line; phone and display say which chair @once", async ({
  address,
  business: { owner, businessId, queueId, joinPath },
  ownerPage: anna,
  phone: mia,
  openPhone,
}) => {
  // Mia works on a phone.
  await anna.setViewportSize(DESKTOP.viewport);
  await nameOwner(owner, "Anna");
  const ana = await join(address, queueId, { name: "Ana" });
  await join(address, queueId, { name: "Ben" });

  // The owner names two chairs.
  await anna.goto("/dashboard");
  const manager = await openQueueManager(anna);
  for (const name of ["Chair 1", "Chair 2"]) {
    await manager.getByRole("button", { name: "Add a chair" }).click();
    const form = anna.getByRole("dialog", { name: "Add a chair" });
    await form.getByLabel("Name").fill(name);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toBeHidden();
    await seen(manager.getByText(name, { exact: true }));
  }
  await expectAccessible(anna);
  await anna.keyboard.press("Escape");

  // Each takes one.
  const { path } = await invite(owner, "staff");
  await mia.goto(path);
  await mia.getByLabel("Choose a password").fill("Right-Mia-1!");
  await button(mia, /^Join Barber/).click();
  await expect(mia).toHaveURL(/\/dashboard$/);
  await showPart(mia, "Queue");
  await openDesk(anna);
  for (const [page, chair] of [
    [anna, "Chair 1"],
    [mia, "Chair 2"],
  ] as const) {
    const opened = await openChairs(page, "2 chairs");
    await seen(opened.getByText("On duty").first());
    await button(page, `Take: ${chair}`).click();
    await seen(button(page, `Leave: ${chair}`));
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(lastAction(page)).toHaveText(`Took ${chair}`);
  }

  // Both call. The called customer and the display learn where.
  const [customer, display] = [await openPhone(), await openPhone()];
  await customer.goto(`${joinPath}#ticket=${ana.secret}`);
  await display.goto(`/display?b=${businessId}`);
  await button(anna, /^Call Next\s*#1/).click();
  await seen(customer.getByText(/^Please come to .?Chair 1 · Anna.?\.$/));
  await expectAccessible(customer);
  await button(mia, /^Call Next\s*#2/).click();
  await seen(display.getByText("Chair 1 · Anna"));
  await seen(display.getByText("Chair 2 · Mia"));
  for (const [ticket, place] of [
    ["#1", "Anna, Chair 1"],
    ["#2", "Mia, Chair 2"],
  ] as const) {
    const row = mia.getByRole("listitem").filter({ hasText: ticket });
    await expect(row).toContainText(place);
  }
  await button(mia, "Here: #1").click();
  await seen(
    customer.getByText(/^You're being served now at .?Chair 1 · Anna.?\.$/),
  );

  // Her own people alone, and everybody's again.
  await pickMore(mia, "Only mine");
  await seen(mia.getByText("1 person is with someone else."));
  await expect(button(mia, /^Done: #1/)).toBeHidden();
  await seen(button(mia, /^Here: #2/));
  await expectAccessible(mia);
  await mia.reload();
  await seen(mia.getByText("1 person is with someone else."));
  await button(mia, "Show everyone").click();
  await seen(button(mia, /^Done: #1/));

  // A break, off duty, and back.
  await openChairs(mia, "Chair 2");
  await pickIn(mia, "Chair 2", "15 min break");
  await expect(rowOf(mia, "Chair 2")).toContainText("On a break until");
  await pickIn(mia, "Chair 2", "Off duty");
  await expect(rowOf(mia, "Chair 2")).toContainText("You · Off duty");
  await mia.keyboard.press("Escape");
  await expect(lastAction(mia)).toHaveText("Chair 2 is off duty");
  await undoOn(mia).click();
  const opened = await openChairs(anna, "Chair 1");
  await expect(rowOf(anna, "Chair 2")).toContainText("Mia · On a break until");
  await button(anna, "Take: Chair 2").click();
  await seen(opened.getByText("Someone else is working there."));
});

async function pickIn(page: Page, chair: string, entry: string) {
  await button(page, `More for ${chair}`).click();
  await page
    .getByRole("menuitem", { name: entry, exact: true })
    .or(page.getByRole("dialog", { name: chair }).getByText(entry))
    .click();
}
