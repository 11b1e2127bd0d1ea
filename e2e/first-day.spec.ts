/** The first day, counted in taps: from the payment to a customer in the queue, with a test ticket before. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test } from "./fixtures.ts";
import { DESKTOP, PHONE } from "./playwright.config.ts";
import { scan } from "./scanner.ts";
import { payThere, signUpThere } from "./sign-up.ts";
import { newAccount } from "./world.ts";

const THREE_MINUTES_MS = 180_000;
/** The time a person needs to find the next control and press it. */
const A_TAP_MS = 10_000;

/** The test ticket disappears without a trace, and the phone may join again. */
async function removeTest(page: Page, phone: Page) {
  await page.getByRole("button", { name: "Remove this test" }).click();
  await seen(page.getByText("and doesn't count. Your queue starts at #1."));
  await seen(page.getByRole("link", { name: "Open the join page" }));
  await expectAccessible(page);
  await seen(phone.getByRole("heading", { name: "You're no longer in line" }));
  await phone.getByRole("button", { name: "Join Again" }).click();
}

test("from payment to a customer in three minutes @once", async ({
  page,
  phone,
}) => {
  await page.goto("/signup");
  await expectAccessible(page);
  await signUpThere(page, newAccount());
  await payThere(page);
  await expectAccessible(page);
  let taps = 0;
  const tap = async (on: typeof page, name: string) => {
    taps += 1;
    await on.getByRole("button", { name }).click();
  };
  await tap(page, "Next");
  await tap(page, "Next");
  await tap(page, "Open my queue and try it");
  const joinPage = page.getByRole("link", { name: "Open the join page" });
  await seen(joinPage);
  await expectAccessible(page);
  const url = (await joinPage.getAttribute("href")) ?? "";
  await page.setViewportSize(DESKTOP.viewport);
  const code = page.getByRole("img", { name: /\/join\?b=/ });
  expect(await scan(code)).toBe(url);
  await page.setViewportSize(PHONE.viewport);
  await phone.goto(url);
  taps += 1;
  await tap(phone, "Join Queue Now");
  await seen(phone.getByRole("heading", { name: "You're in the queue!" }));
  await seen(page.getByText("It works: #1 is in your queue."));
  taps += 2;
  await removeTest(page, phone);
  await tap(phone, "Join Queue Now");
  await seen(page.getByText("It works: #1 is in your queue."));
  const onward = page.getByRole("link", { name: "Go to Dashboard" });
  await expect(onward).toBeFocused();
  await expectAccessible(page);
  taps += 1;
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
  await seen(page.getByRole("button", { name: /^Call Next\s*#1/ }));
  expect(taps * A_TAP_MS).toBeLessThan(THREE_MINUTES_MS);
});
