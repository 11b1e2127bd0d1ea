/** An owner's Google calendar: connected, shows a booking, its busy times are not offered, disconnected. */
import type { Page } from "@playwright/test";
import { expect, seen, test } from "./fixtures.ts";
import { busyAt, eventsAt, takeBackAccess } from "./google.ts";
import { bringIntoView, openSettings } from "./screens.ts";
import { book, freeSlots } from "./world.ts";

const ACCOUNT = "owner@gmail.example";
const HOUR_MS = 60 * 60_000;

test("a connected Google calendar gets bookings and hides busy times, and can be reconnected and disconnected @once", async ({
  address,
  business,
  ownerPage,
}) => {
  const { queueId } = business;
  const [first = 0, second = 0] = await freeSlots(address, queueId);
  await busyAt(ACCOUNT, { start: second, end: second + HOUR_MS });
  await ownerPage.goto("/dashboard");
  await openSettings(ownerPage, "Calendar Settings");
  const card = ownerPage.locator("#calendar-settings");
  await bringIntoView(card);
  const connect = card.getByRole("button", { name: /^Connect Google/ });

  await connect.click();
  await ownerPage.getByRole("button", { name: "Cancel" }).click();
  await seen(card.getByText("Google wasn't allowed"));

  await connect.click();
  await consentAs(ownerPage, ACCOUNT);
  await seen(ownerPage.getByText("Google Calendar connected successfully!"));
  expect(new URL(ownerPage.url()).hash).toBe("");
  await seen(card.getByText(`Connected as: ${ACCOUNT}`));
  await seen(card.getByText(/Busy times as of/));

  await book(address, queueId, first);
  await expect
    .poll(() => eventsAt(ACCOUNT))
    .toEqual([{ start: first, summary: "#1 · Walk-ins" }]);

  expect(await freeSlots(address, queueId, second)).not.toContain(second);

  await takeBackAccess(ACCOUNT);
  await book(address, queueId, second + HOUR_MS);
  await seen(card.getByText("Google no longer lets us in"));
  await card.getByRole("button", { name: "Connect again" }).click();
  await consentAs(ownerPage, ACCOUNT);
  await expect(card.getByText("no longer lets us in")).toBeHidden();
  await expect.poll(async () => (await eventsAt(ACCOUNT)).length).toBe(2);

  await card.getByRole("button", { name: "Disconnect Calendar" }).click();
  await ownerPage
    .getByRole("alertdialog")
    .getByRole("button", { name: "Disconnect Calendar" })
    .click();
  await seen(ownerPage.getByText("Google Calendar disconnected"));
  await seen(connect);
  expect(await freeSlots(address, queueId, second)).toContain(second);
});

async function consentAs(page: Page, account: string): Promise<void> {
  await page.getByLabel(account).check();
  await page.getByRole("button", { name: "Continue" }).click();
}
