/** A shop's own server, in production and without payments: from an empty folder to a called customer. */
import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { internal } from "../convex/_generated/api.js";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test as base } from "./fixtures.ts";
import { RunningProduct } from "./running-product.ts";
import { openQueueManager, showPart } from "./screens.ts";
import { logIn, setUpThere } from "./sign-up.ts";
import { turnOnSecondFactor } from "./second-factor.ts";
import { asAdmin, newAccount } from "./world.ts";

/** A price, or the words around one. */
const PRICE = /\$\d|per month|\/mo\b|tax not included/i;
const account = newAccount();
const OWN = {
  PLAN_WITHOUT_PAYMENT: "enterprise",
  SECRETS_KEYS: `1:${randomBytes(32).toString("base64")}`,
  OPERATOR_NAME: "Ann's Queues",
  OPERATOR_ADDRESS: "1 High Street, London",
  OPERATOR_EMAIL: "ann@example.com",
  SIGN_UP_EMAILS: `somebody@example.com, ${account.email}`,
};

const test = base.extend<{ product: RunningProduct }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none
  product: async ({}, use) => {
    const product = await RunningProduct.start("own-server", {
      PRODUCTION: "1",
    });
    await use(product);
    await product.stop();
  },
  baseURL: async ({ product }, use) => await use(product.address),
  // A refused sign-up is thrown, and the client logs every thrown error.
  expectedConsoleErrors: [/auth:signIn/],
});

test("a shop's own server refuses sign-ups until it is set up, then serves the shop without showing prices @once", async ({
  product,
  page,
  phone,
}) => {
  await test.step("without settings the server says that it takes no new shops, and shows no form", async () => {
    expect(product.said).toContain("PLAN_WITHOUT_PAYMENT");
    await page.goto("/signup");
    await seen(page.getByText("This server isn't open to new shops yet."));
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await page.getByRole("link", { name: "Log in" }).first().click();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("the operator sets what the message names and restarts the server", async () => {
    await page.goto("about:blank");
    await product.kill();
    await product.restart({ PRODUCTION: "1", ...OWN });
  });

  await page.goto("/");
  await seen(page.getByRole("heading", { level: 1 }));
  await expect(page.getByText(PRICE)).toHaveCount(0);
  await page.getByRole("link", { name: "Terms" }).click();
  await seen(page.getByText("1 High Street, London"));
  await expect(page.getByText(PRICE)).toHaveCount(0);
  await page.goto("/");
  await page.getByRole("link", { name: "Get Started" }).first().click();

  await test.step("a stranger reads that this server is for others", async () => {
    await fillSignUp(page, newAccount());
    await expect(page.getByRole("alert")).toContainText("isn't on the list");
  });

  await test.step("the owner reaches the wizard without a payment", async () => {
    await expect(page.getByText(PRICE)).toHaveCount(0);
    await fillSignUp(page, account);
    await expect(page).toHaveURL(/\/setup$/);
    await setUpThere(page);
    await seen(page.getByText("On this server").first());
    await expect(page.getByText(PRICE)).toHaveCount(0);
    await expect(page.getByText(/Upgrade|Manage billing|Invoices/)).toHaveCount(
      0,
    );
  });

  await test.step("a customer joins the queue and is called", async () => {
    const dialog = await openQueueManager(page);
    await expect(dialog).toContainText("of 100 queues on this server");
    await seen(dialog.getByText("Walk-ins"));
    await page.keyboard.press("Escape");
    await showPart(page, "Overview");
    const code = page.getByRole("img", { name: /\/join\?b=/ });
    const label = await code.getAttribute("aria-label");
    await phone.goto(/https?:\S+\/join\?b=\w+/.exec(label ?? "")?.[0] ?? "");
    await phone.getByRole("button", { name: "Join Queue Now" }).click();
    await seen(phone.getByText("#1", { exact: true }));
    await showPart(page, "Queue");
    await page.getByRole("button", { name: /^Call Next\s*#/ }).click();
    await seen(phone.getByRole("heading", { name: "You've Been Called!" }));
  });

  await test.step("the first admin sees nothing of the portal before turning on a second factor", async () => {
    const { email, password } = account;
    const first = { email };
    const { address, adminKey } = product;
    await asAdmin(address, internal.admin.admins.grantFirst, first, adminKey);
    await page.goto("/admin/login");
    await logIn(page, { email, password });
    const wanted = page.getByRole("heading", {
      name: "Set up a log-in code",
    });
    await seen(wanted);
    await page.goto("/admin/businesses");
    await seen(wanted);
    await expect(page.getByText(account.businessName)).toHaveCount(0);
    await expectAccessible(page);
    expect(await turnOnSecondFactor(page, password)).toHaveLength(10);
    await seen(page.getByRole("heading", { name: "Businesses", level: 1 }));
    await seen(page.getByText(account.businessName).first());
  });
});

async function fillSignUp(
  page: Page,
  { businessName, email, password }: ReturnType<typeof newAccount>,
): Promise<void> {
  await page.getByLabel("Business name").fill(businessName);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page
    .getByRole("button", { name: "Create Account", exact: true })
    .click();
}
