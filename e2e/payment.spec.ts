/** Payment at the stand-in for Stripe: every start, every end, and that no address in the browser buys anything. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test as base } from "./fixtures.ts";
import { DESKTOP, PHONE } from "./playwright.config.ts";
import { showPart } from "./screens.ts";
import { signInBrowser } from "./session.ts";
import { payThere, setUpThere, signUpThere } from "./sign-up.ts";
import { advance, plansPaidBy, subscriptionsOf } from "./standins.ts";
import { join, newAccount, pay, register, signUpPaid } from "./world.ts";

/** The owner has paid for Starter at the stand-in, not by an admin's grant. */
const test = base.extend({
  owner: async ({ address }, use) => {
    await use(await signUpPaid(address, newAccount(), "starter"));
  },
});

test("sign-up and payment lead to the dashboard @once", async ({ page }) => {
  const account = newAccount();
  await page.goto("/signup?plan=pro");
  await expect(page.getByRole("radio", { name: /^Pro / })).toBeChecked();
  await seen(page.getByText("no money moves"));
  await expectAccessible(page);
  await signUpThere(page, account);
  await seen(page.getByRole("heading", { name: "Subscribe to Pro" }));
  await expectAccessible(page);
  await payThere(page);
  await seen(page.getByText("Your account is ready!"));
  await expectAccessible(page);
  await setUpThere(page);
  await seen(page.getByRole("banner").getByText("Pro", { exact: true }));
  expect(await plansPaidBy(account.email)).toEqual(["price_pro active"]);
});

test("cancelling the checkout leads to the plans, and from there to the same checkout @once", async ({
  page,
}) => {
  const account = newAccount();
  await page.goto("/signup");
  await signUpThere(page, account);
  const checkout = page.url();
  await page.getByRole("link", { name: "Cancel and go back" }).click();
  await expect(page).toHaveURL(/\/payment-required\?cancelled=starter$/);
  await seen(page.getByRole("heading", { name: "Choose your plan" }));
  await seen(page.getByText(/^Nothing was charged\. .* Starter \(\$19\/mo\)/));
  await expectAccessible(page);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/payment-required$/);
  await subscribeToStarter(page);
  expect(page.url()).toBe(checkout);
  await payThere(page);
  expect(await plansPaidBy(account.email)).toEqual(["price_starter active"]);
});

test("no address in the browser buys a plan: forged sessions, another owner's payment, ?plan=pro @once", async ({
  page,
  context,
  address,
}) => {
  const stranger = await register(address, newAccount());
  const paidByStranger = await pay(stranger, "pro");
  const account = newAccount();
  await signInBrowser(context, address, await register(address, account));
  for (const path of [
    "/checkout-success?session_id=cs_test_forged&plan=pro",
    `/checkout-success?session_id=${paidByStranger}&plan=pro`,
    `/subscription-success?session_id=${paidByStranger}&plan=pro`,
  ]) {
    await page.goto(path);
    await expect(
      page.getByText("This payment belongs to another account."),
      path,
    ).toBeVisible();
    await page.goto("/dashboard?plan=pro");
    await expect(page, path).toHaveURL(/\/payment-required$/);
  }
  await page.goto("/checkout-success?plan=pro");
  await seen(page.getByText("Missing session or plan information"));
  expect(await plansPaidBy(account.email)).toEqual([]);
});

test.describe("an upgrade that the bank wants confirmed", () => {
  // The bill's page answers 402 after a failed confirmation, which browsers log.
  test.use({ expectedConsoleErrors: [/402/] });

  test("changes the plan after the confirmation, and charges once; the next renewal asks in the notice @once", async ({
    ownerPage: page,
    owner,
  }) => {
    await page.goto("/support");
    await page.getByRole("button", { name: "Invoices" }).click();
    const bills = page.getByRole("dialog", { name: "Invoices" });
    await expect(bills.getByRole("listitem")).toContainText("$19.00Paid");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Manage billing" }).click();
    await page.getByRole("radio", { name: /^Card whose bank wants/ }).check();
    await page.getByRole("button", { name: "Update card" }).click();
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(page).toHaveURL(/\/support$/);
    await page.goto("/dashboard");
    await showPart(page, "Manage");
    await page.getByRole("button", { name: "Upgrade to Pro" }).first().click();
    const question = page.getByRole("alertdialog", { name: "Upgrade to Pro?" });
    const press = question.getByRole("button", { name: "Confirm & Pay" });
    await press.click();
    await seen(
      question.getByText("Your bank wants you to confirm this payment."),
    );
    await expectAccessible(page);
    const link = question.getByRole("link", { name: "Confirm with your bank" });
    const opened = page.waitForEvent("popup");
    await link.click();
    const bank = await opened;
    await expectAccessible(bank);
    await bank.getByRole("button", { name: "Fail" }).click();
    await expect(bank.getByRole("alert")).toHaveText(/unable to authenticate/);
    await expectAccessible(bank);
    expect(await plansPaidBy(owner.account.email)).toEqual([
      "price_starter active",
    ]);
    await press.click();
    await expect(link, "the same bill").toHaveAttribute("href", bank.url());
    // The message leaves after three seconds, in which the bank's page may still load.
    await Promise.all([
      seen(page.getByText("Subscription upgraded to Pro!")),
      bank.getByRole("button", { name: /^Confirm \$/ }).click(),
    ]);
    await seen(bank.getByText("Paid", { exact: true }));
    await expect(question).toBeHidden();
    expect(await plansPaidBy(owner.account.email)).toEqual([
      "price_pro active",
    ]);

    const [subscription] = await subscriptionsOf(owner.account.email);
    await advance(subscription?.id ?? "", "past_due");
    await page.goto("/dashboard");
    const notice = page
      .getByRole("status")
      .filter({ hasText: "Your bank wants you to confirm your last payment." });
    for (const { viewport } of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await expectRegularLines(notice);
      await expectAccessible(page);
    }
    const next = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Confirm with your bank" }).click();
    await (await next).getByRole("button", { name: /^Confirm \$/ }).click();
    await expect(notice).toBeHidden();
    expect(await plansPaidBy(owner.account.email)).toEqual([
      "price_pro active",
    ]);
  });
});

/** The banner's link is easy to hit, its text has whole lines, and its icon stands at the first of them. */
async function expectRegularLines(banner: Locator): Promise<void> {
  const [line, padding] = [24, 12];
  const box = async (of: Locator) =>
    (await of.boundingBox()) ?? { y: NaN, height: NaN };
  // The next event of the payment service redraws the banner.
  await expect(async () => {
    const target = await box(banner.getByRole("link"));
    const [whole, icon] = [await box(banner), await box(banner.locator("svg"))];
    expect(target.height).toBeGreaterThanOrEqual(44);
    const lines = (whole.height - 2 * padding) / line;
    expect(lines, "whole lines").toBeCloseTo(Math.round(lines), 1);
    const off = icon.y + icon.height / 2 - (whole.y + padding + line / 2);
    expect(Math.abs(off)).toBeLessThanOrEqual(1);
  }).toPass();
}

test("after a cancelled plan ends, customers in the queue are served and no new ones can join @once", async ({
  ownerPage: page,
  business,
  address,
  phone,
}) => {
  const { owner, queueId, joinPath } = business;
  await join(address, queueId, { name: "Zoë" });
  await page.goto("/support");
  await page.getByRole("button", { name: "Manage billing" }).click();
  await seen(page.getByRole("button", { name: "Cancel at period end" }));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel at period end" }).click();
  await seen(page.getByText("Nothing more is charged."));
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/support$/);
  await seen(page.getByText(/Your subscription ends on /));
  await page.goto("/dashboard");
  await seen(page.getByText(/Your subscription ends on /));
  await expectAccessible(page);

  const [subscription] = await subscriptionsOf(owner.account.email);
  await advance(subscription?.id ?? "", "canceled");
  await expect(page).toHaveURL(/\/payment-required$/);
  await seen(
    page.getByRole("heading", { name: "Your subscription has ended" }),
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Serve them" }).click();
  await showPart(page, "Queue");
  await page.getByRole("button", { name: /^Call Next\s*#/ }).click();
  await seen(page.getByRole("button", { name: "Here: #1 Zoë" }));
  await expect(page.getByRole("button", { name: "Add walk-in" })).toBeHidden();

  await phone.goto(joinPath);
  await seen(
    phone.getByText("This business isn't taking new customers right now."),
  );
  await expect(
    phone.getByRole("button", { name: "Join Queue Now" }),
  ).toBeHidden();

  // Subscribed again: everything is as before, and the wizard asks nothing twice.
  await page.goto("/payment-required");
  await subscribeToStarter(page);
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await seen(page.getByText("Live", { exact: true }));
  await expect(
    phone.getByRole("button", { name: "Join Queue Now" }),
    "opens by itself",
  ).toBeVisible();
});

test("two tabs pay once, and a third continues on its own @once", async ({
  page,
  context,
  address,
}) => {
  const account = newAccount();
  await signInBrowser(context, address, await register(address, account));
  const [second, third] = [await context.newPage(), await context.newPage()];
  for (const tab of [page, second, third]) await tab.goto("/payment-required");
  await Promise.all([subscribeToStarter(page), subscribeToStarter(second)]);
  expect(second.url()).toBe(page.url());
  await payThere(page);
  await expect(third).toHaveURL(/\/setup$/);
  await second.getByRole("button", { name: /^Pay / }).click();
  await expect(second).toHaveURL(/\/setup$/);
  expect(await plansPaidBy(account.email)).toEqual(["price_starter active"]);
});

async function subscribeToStarter(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: "Subscribe to Starter ($19/mo)" })
    .click();
  await expect(page).toHaveURL(/\/checkout\/cs_/);
}
