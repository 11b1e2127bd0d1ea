/** Where things are on the dashboard, which is laid out differently on a phone. */
import type { Page } from "@playwright/test";

/** Whether the dashboard shows its phone layout (640 px or less). */
function isNarrow(page: Page): boolean {
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
