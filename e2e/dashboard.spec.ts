/** The dashboard around the desk: chart, appointments, and all queues together. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import {
  bringIntoView,
  lastAction,
  showPart,
  slotTime,
  undoOn,
} from "./screens.ts";
import { addQueue, book, freeSlots, join, noteWaits } from "./world.ts";

/** Opens the dashboard at one of its parts, on a phone at its tab. */
async function open(page: Page, part: Parameters<typeof showPart>[1]) {
  await page.goto("/dashboard");
  await showPart(page, part);
}

test("the chart appears on load and can be shown as a table @once", async ({
  address,
  business,
  ownerPage,
}) => {
  await join(address, business.queueId, { name: "Ana" });
  await noteWaits(address, [3, 2, 1]);
  await open(ownerPage, "Overview");
  const card = ownerPage.locator("#queue-analytics");
  await bringIntoView(card);
  const chart = card.getByRole("img", { name: /^Average wait: 0.0 min at/ });
  await seen(chart.locator("canvas"));
  await card.getByRole("button", { name: "Show as table" }).click();
  await expect(card.getByRole("row").nth(3)).toContainText("0.0");
});

test("the owner moves an appointment, undoes it, calls it now, and cancels another @once @core", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const [first = 0, second = 0, free = 0] = await freeSlots(
    address,
    business.queueId,
  );
  const { secret } = await book(address, business.queueId, first);
  await book(address, business.queueId, second);
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  await seen(phone.getByText(slotTime(first), { exact: true }));

  await open(ownerPage, "Overview");
  const card = ownerPage.getByRole("region", {
    name: "Scheduled Appointments",
  });
  await expect(card.getByRole("listitem")).toHaveCount(2);
  const row = card.getByRole("listitem").filter({ hasText: "#1" });
  await row.getByRole("button", { name: "More for #1" }).click();
  await pick(ownerPage, "Move");
  const dialog = ownerPage.getByRole("dialog");
  await dialog.getByText(slotTime(free), { exact: true }).click();
  // Undo is offered for ten seconds, and a busy machine may take longer until the phone shows the move. So time stands,
  // as does a message under the pointer.
  await ownerPage.clock.setFixedTime(Date.now());
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await undoOn(ownerPage).hover();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(timeOf(free));
  await seen(phone.getByText(slotTime(free), { exact: true }));
  await undoOn(ownerPage).click();
  await seen(phone.getByText(slotTime(first), { exact: true }));

  await row.getByRole("button", { name: /^Call Now/ }).click();
  await expect(row).toHaveCount(0);
  await seen(phone.getByText("Your position"));

  await card.getByRole("button", { name: "More for #2" }).click();
  await pick(ownerPage, "Cancel booking");
  await ownerPage
    .getByRole("alertdialog")
    .getByRole("button", { name: "Cancel booking" })
    .click();
  await seen(card.getByText("No upcoming appointments"));

  // Left open, because its pages are checked at the end of each story.
  await book(address, business.queueId, second);
  await card.getByRole("button", { name: "More for #3" }).click();
  await pick(ownerPage, "Move");
  await seen(dialog.getByText(slotTime(free), { exact: true }));
});

test("all queues together show and call everybody; a queue's long name fits the screen @once", async ({
  address,
  business,
  ownerPage,
}) => {
  const name = "Walk-ins for cuts, beards, colours and what else there is";
  const long = await addQueue(business.owner, name);
  await join(address, long, { name: "Ana" });
  await join(address, business.queueId, { name: "Ben" });
  await open(ownerPage, "Queue");
  const queues = ownerPage.getByRole("combobox", { name: "Select Queue" });
  await queues.selectOption(long);
  const words = ownerPage.getByText(name, { exact: true });
  await expect(words.filter({ visible: true }).first()).toBeInViewport();
  await expectAccessible(ownerPage);
  await queues.selectOption({ label: "All Queues" });
  const rows = ownerPage.getByRole("list", { name: /next first$/ });
  await expect(rows.getByRole("listitem")).toContainText(["Ana", "Ben"]);
  const next = ownerPage.getByRole("button", { name: /^Call Next/ });
  await expect(next).toContainText("Ana · first of all queues");
  await ownerPage.getByRole("button", { name: "Skip", exact: true }).click();
  await expect(lastAction(ownerPage)).toHaveText(
    "Please pick the queue you want to call or skip.",
  );
  await expect(queues).toBeFocused();
  await next.click();
  await expect(next).toContainText("Ben · first of all queues");
  await seen(ownerPage.getByRole("button", { name: /^Here: .* Ana$/ }));
});

async function pick(page: Page, name: string): Promise<void> {
  const item = page.getByRole("menuitem", { name });
  await item.or(page.getByRole("dialog").getByRole("button", { name })).click();
}

/** As the desk writes it. */
const timeOf = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", {
    timeStyle: "short",
    timeZone: "Europe/London",
  }).format(at);
