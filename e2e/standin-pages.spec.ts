/** The stand-ins' pages: accessible, in both themes, on the smallest phone, without any script. */
import { expect, test as base } from "@playwright/test";
import { openShop, type Shop } from "../tests/standins/open-shop.ts";
import {
  control,
  startCheckout,
  subscribed,
} from "../tests/standins/visitor.ts";
import { expectAccessible } from "./accessible.ts";

const test = base.extend<{ shop: Shop }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none
  shop: async ({}, use) => {
    const shop = await openShop();
    await use(shop);
    await shop.close();
  },
});

test.use({ viewport: { width: 320, height: 640 }, isMobile: false });

test("a checkout is declined, cancelled, then paid", async ({ page, shop }) => {
  const back = `${shop.origin}/style.css`;
  const { url } = await startCheckout(shop, {
    customer_email: undefined,
    success_url: `${back}?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${back}?cancelled`,
  });
  await page.goto(String(url));
  await expectAccessible(page);
  await page.getByLabel("Email").fill("ann@shop.test");
  await page.getByLabel("Card declined").check();
  await page.getByRole("button", { name: "Pay $19.00" }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Your card was declined.");
  await expect(alert).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Cancel and go back" }).click();
  await page.waitForURL(`${back}?cancelled`);
  expect((await shop.stripe.events.list()).data).toEqual([]);
  await page.goto(String(url));
  await page.getByLabel("Email").fill("ann@shop.test");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?session=cs_test_/);
  await page.goto(String(url));
  await expectAccessible(page);
});

test("the portal pays, cancels and resumes a plan", async ({ page, shop }) => {
  const { subscription, customer } = await subscribed(shop);
  await control(shop, "stripe/advance", {
    subscription: subscription.id,
    to: "past_due",
  });
  const { url } = await shop.stripe.billingPortal.sessions.create({
    customer,
    return_url: "http://shop.test/",
  });
  await page.goto(url);
  await expectAccessible(page);
  await page.getByRole("link", { name: /-0002/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay $19.00" }).click();
  await page.getByText("Paid", { exact: true }).waitFor();
  await page.goto(url);
  await page.getByRole("button", { name: "Cancel at period end" }).click();
  await page.getByText(/^\s*Ends on /).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep the plan" }).click();
  await page.getByText(/^\s*Renews on /).waitFor();
});

test("the outbox is accessible, empty or not", async ({ page, shop }) => {
  await page.goto(`${shop.origin}/outbox`);
  await expectAccessible(page);
  await fetch(`${shop.origin}/emails`, {
    method: "POST",
    headers: {
      Authorization: "Bearer re_test",
      "Content-Type": "application/json",
    },
    body: JSON.stringify({
      from: "Yourturn <hello@shop.test>",
      to: "ann@shop.test",
      subject: "Your code",
      html: `<!doctype html><html lang="en"><title>Code</title><main><h1>Your code is 123456</h1></main></html>`,
      text: "Your code is 123456",
    }),
  });
  await page.reload();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Your code" }).click();
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("title", "The mail as displayed");
  await frame.contentFrame().getByText("123456").waitFor();
  // Axe runs in every frame, but this one allows no script.
  await frame.evaluate((element) => element.remove());
  await expectAccessible(page);
});
