/** Finds parts of the dashboard, whose layout differs on a phone. */
import { expect, type Locator, type Page } from "@playwright/test";

/** Whether the dashboard, or the portal, shows its phone layout (640 px or less). */
export const isNarrow = (page: Page): boolean =>
  (page.viewportSize()?.width ?? 0) <= 640;

/** Opens a part of the dashboard; on wide screens all of them are on one page, and Overview is below the counter. */
export async function showPart(
  page: Page,
  part: "Overview" | "Queue" | "Manage",
): Promise<void> {
  if (!isNarrow(page)) {
    const card = page.getByRole("region", { name: "Scheduled Appointments" });
    if (part === "Overview") await bringIntoView(card);
    return;
  }
  await page.getByRole("navigation").getByText(part, { exact: true }).click();
}

/** Opens the settings of texts or calendars; on wide screens they are below the counter. */
export async function openSettings(
  page: Page,
  name: "SMS Settings" | "Calendar Settings",
): Promise<void> {
  if (!isNarrow(page)) return;
  await showPart(page, "Manage");
  await page.getByRole("link", { name }).click();
}

/** Opens the dashboard at the waiting list. */
export async function openDesk(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await showPart(page, "Queue");
}
/** Scrolls to a part that loads when it comes into view, and that may be redrawn before. */
export async function bringIntoView(part: Locator): Promise<void> {
  await expect(() => part.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
}

export async function openQueueManager(page: Page) {
  await showPart(page, "Manage");
  await page
    .getByRole("button", { name: "Manage Queues" })
    .filter({ visible: true })
    .first()
    .click();
  return page.getByRole("dialog");
}

/** Picks a day of the next two weeks and a time on it, for a shop in London's time zone. @param at epoch ms */
export async function pickSlot(page: Page, at: number): Promise<void> {
  const day = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "Europe/London",
  }).format(at);
  // So that "1" does not match "21".
  const name = new RegExp(`(^|\\D)${day}`);
  const tile = page.getByRole("radio", { name });
  await page.locator("label").filter({ has: tile }).click();
  await page.getByText(slotTime(at), { exact: true }).click();
}

/** A time as customers of a British shop read it, "09:30". @param at epoch ms */
export const slotTime = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/London",
  }).format(at);

/** Picks an entry of a person's menu. @param ticket such as "#8" or "H8" */
export async function pickFor(page: Page, ticket: string, entry: string) {
  const name = new RegExp(`^More for ${ticket}( |$)`);
  await pick(page, page.getByRole("button", { name }), entry);
}

/** Picks an entry of the counter's More. */
export async function pickMore(page: Page, entry: string) {
  const more = page.getByRole("button", { name: "More", exact: true });
  await pick(page, more, entry);
}

/** @param more opens a menu, which is a sheet on phones */
async function pick(page: Page, more: Locator, entry: string) {
  const picked = page
    .getByRole("menuitem", { name: entry, exact: true })
    .or(
      page
        .getByRole("dialog")
        .getByRole("button", { name: entry, exact: true }),
    );
  // Scrolling closes a menu, and scrolling to it may still run. An open menu is not pressed again, which would close
  // it.
  const soon = { timeout: 5_000 };
  await expect(async () => {
    if (!(await picked.isVisible())) {
      await more.hover(soon);
      await more.click(soon);
    }
    await picked.click(soon);
  }).toPass();
}

/** The line over Call Next: what was done last, or why something was not. */
export const lastAction = (page: Page) =>
  page.locator(".last-action").getByRole("status");

/** The first Undo that can be seen: its message may be on the screen twice. */
export const undoOn = (page: Page) =>
  page.getByRole("button", { name: "Undo" }).filter({ visible: true }).first();
