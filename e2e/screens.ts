/** Where things are on the dashboard, which is laid out differently on a phone. */
import { expect, type Locator, type Page } from "@playwright/test";

/** Whether the dashboard shows its phone layout (640 px or less), and the portal its own. */
export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) <= 640;
}

/** Opens a part of the dashboard; on wide screens all of them are on one page. */
export async function showPart(
  page: Page,
  part: "Overview" | "Queue" | "Manage",
): Promise<void> {
  if (!isNarrow(page)) return;
  await page.getByRole("navigation").getByText(part, { exact: true }).click();
}

/** Opens the dashboard where the waiting list is. */
export async function openDesk(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await showPart(page, "Queue");
}

/** Part of a page that loads what it shows when it comes into view, and may be drawn anew before that. */
export async function bringIntoView(part: Locator): Promise<void> {
  await expect(() => part.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
}

/** Opens the dialog with all queues. */
export async function openQueueManager(page: Page) {
  await showPart(page, "Manage");
  await page
    .getByRole("button", { name: "Manage Queues" })
    .filter({ visible: true })
    .first()
    .click();
  return page.getByRole("dialog");
}

/** Picks a time of the calendar that customers book with, there where the shop's clock is London's. @param at epoch ms */
export async function pickSlot(page: Page, at: number): Promise<void> {
  const day = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "Europe/London",
  }).format(at);
  const nextMonth = page.getByRole("button", { name: /next month/i });
  // The 1st is not the 21st.
  const named = new RegExp(`(^|\\D)${day}`);
  const wanted = page.getByRole("button", { name: named });
  await expect(nextMonth).toBeVisible();
  if (!(await wanted.isVisible())) await nextMonth.click();
  await wanted.click();
  await page.getByText(slotTime(at), { exact: true }).click();
}

/** A time as customers read it: by London's clock, "9:30 AM". @param at epoch ms */
export function slotTime(at: number): string {
  return new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "Europe/London",
  })
    .format(at)
    .replace("\u202f", " ");
}

/** Picks an entry of a person's menu, which is a sheet on phones. */
export async function pickFor(page: Page, number: number, entry: string) {
  const more = page.getByRole("button", { name: `More for #${number}` });
  const picked = page
    .getByRole("menuitem", { name: entry, exact: true })
    .or(
      page
        .getByRole("dialog")
        .getByRole("button", { name: entry, exact: true }),
    );
  // A list that is scrolled closes its menu, and scrolling to it may not be over yet. An open one is not pressed shut.
  const soon = { timeout: 5_000 };
  await expect(async () => {
    if (!(await picked.isVisible())) {
      await more.hover(soon);
      await more.click(soon);
    }
    await picked.click(soon);
  }).toPass();
}
