/**
 * The first day with a stopwatch, at the desk: from the payment to a customer in the queue. The customer's phone scans
 * the code on the screen. On a phone the first customer is a test ticket.
 */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";
import { isNarrow } from "./screens.ts";
import { scan } from "./scanner.ts";
import { payThere, signUpThere } from "./sign-up.ts";
import { newAccount } from "./world.ts";

const THREE_MINUTES_MS = 180_000;
/** The time a person needs to find the next control and press it. */
const A_TAP_MS = 10_000;

/** The test ticket disappears without a trace, and the phone may join again. */
async function removeTest(page: Page, phone: Page) {
  await page.getByRole("button", { name: "Remove This Test" }).click();
  await expect(
    page.getByText("nothing of it is counted. Your queue begins at #1."),
  ).toBeVisible();
  await expect(page.getByRole("img", { name: /\/join\?b=/ })).toBeVisible();
  await expectAccessible(page);
  await expect(
    phone.getByRole("heading", { name: "You're no longer in the queue" }),
  ).toBeVisible();
  await phone.getByRole("button", { name: "Join Again" }).click();
}

test("a customer is in the queue within three minutes of the payment", async ({
  page,
  phone,
}) => {
  await page.goto("/signup");
  await signUpThere(page, newAccount());
  await payThere(page);
  const start = Date.now();
  let taps = 0;
  const tap = async (on: typeof page, name: string) => {
    taps += 1;
    await on.getByRole("button", { name }).click();
  };

  await tap(page, "Open My Queue and Try It");
  const code = page.getByRole("img", { name: /\/join\?b=/ });
  await expect(code).toBeVisible();
  await expectAccessible(page);
  await phone.goto((await scan(code)) ?? "");
  taps += 1;
  await tap(phone, "Join Queue Now");
  await expect(
    phone.getByRole("heading", { name: "You're in the queue!" }),
  ).toBeVisible();
  await expect(page.getByText("It works: #1 is in your queue.")).toBeVisible();
  // One width is enough for what does not depend on it.
  if (isNarrow(page)) {
    taps += 2;
    await removeTest(page, phone);
    await tap(phone, "Join Queue Now");
    await expect(
      page.getByText("It works: #1 is in your queue."),
    ).toBeVisible();
  }
  const onward = page.getByRole("link", { name: "Go to Dashboard" });
  await expect(onward).toBeFocused();
  await expectAccessible(page);
  taps += 1;
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(
    page.getByRole("button", { name: /^Call Next\s*#1/ }),
  ).toBeVisible();
  expect(Date.now() - start + taps * A_TAP_MS).toBeLessThan(THREE_MINUTES_MS);
});
