/** The pages in a real browser: usable by everyone, in both themes, on a phone, without a single script. */
import { AxeBuilder } from "@axe-core/playwright";
import { chromium, type Browser, type Page } from "@playwright/test";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import { findBrowser, LAUNCH_FLAGS } from "../../e2e/browser.ts";
import { openShop, PAYS, type Shop } from "./open-shop.ts";
import { control, startCheckout, submit, subscribed } from "./visitor.ts";

/** A browser on a machine that is busy with other tests. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let browser: Browser;
let shop: Shop;
let page: Page;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: LAUNCH_FLAGS,
  });
});
afterAll(() => browser.close());
beforeEach(async () => {
  shop = await openShop();
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 320, height: 640 },
  });
  page = await context.newPage();
});
afterEach(async () => {
  await page.context().close();
  await shop.close();
});

async function expectGood(what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - innerWidth,
  );
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

test("checkout: declined, then cancelled, then paid", async () => {
  const back = `${shop.origin}/style.css`;
  const { url } = await startCheckout(shop, {
    customer_email: undefined,
    success_url: `${back}?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${back}?cancelled`,
  });
  await page.goto(String(url));
  await expectGood("checkout");
  await page.getByLabel("Email").fill("ann@shop.test");
  await page.getByLabel("Card declined").check();
  await page.getByRole("button", { name: "Pay $19.00" }).click();
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toContain("Your card was declined.");
  expect(await alert.evaluate((node) => node === document.activeElement)).toBe(
    true,
  );
  await expectGood("checkout, declined");

  await page.getByRole("link", { name: "Cancel and go back" }).click();
  await page.waitForURL(`${back}?cancelled`);
  expect((await shop.stripe.events.list()).data).toEqual([]);

  await page.goto(String(url));
  await page.getByLabel("Email").fill("ann@shop.test");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?session=cs_test_/);
  await page.goto(String(url));
  await expectGood("checkout, paid");
});

test("the portal, and an invoice", async () => {
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
  await expectGood("portal, past due");
  await page.getByRole("link", { name: /-0002/ }).click();
  await expectGood("invoice, open");
  await page.getByRole("button", { name: "Pay $19.00" }).click();
  await page.getByText("Paid", { exact: true }).waitFor();
  await page.goto(url);
  await page.getByRole("button", { name: "Cancel at period end" }).click();
  await page.getByText(/^\s*Ends on /).waitFor();
  await expectGood("portal, ending");
  await page.getByRole("button", { name: "Keep the plan" }).click();
  await page.getByText(/^\s*Renews on /).waitFor();
});

test("the outbox, empty and with a mail", async () => {
  await page.goto(`${shop.origin}/outbox`);
  await expectGood("outbox, empty");
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
  await expectGood("outbox");
  await page.getByRole("link", { name: "Your code" }).click();
  const frame = page.locator("iframe");
  expect(await frame.getAttribute("title")).toBe("The mail as it looks");
  await frame.contentFrame().getByText("123456").waitFor();
  // Axe wants to run in every frame, and nothing runs in this one.
  await frame.evaluate((element) => element.remove());
  await expectGood("mail");
});

test("what cannot be done says so", async () => {
  const { id, url } = await startCheckout(shop);
  await submit(String(url), { card: PAYS });
  await shop.endpoint.until(4);
  expect((await shop.stripe.checkout.sessions.retrieve(id)).url).toBeNull();
  for (const path of ["checkout/no", "portal/no", "invoice/no", "outbox/no"]) {
    await page.goto(`${shop.origin}/${path}`);
    await expectGood(path);
  }
});
