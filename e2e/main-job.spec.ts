/** The product's main story at desk and phones. Its two sizes have their own product, because they kill it. */
import type { Page, Request } from "@playwright/test";
import { expect, seen, test as base } from "./fixtures.ts";
import { DESKTOP, PHONE } from "./playwright.config.ts";
import { RunningProduct } from "./running-product.ts";
import { showPart } from "./screens.ts";
import { payThere, setUpThere, signUpThere } from "./sign-up.ts";
import { join, newAccount } from "./world.ts";

const test = base.extend<object, { product: RunningProduct }>({
  product: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures it needs: none
    async ({}, use) => {
      const product = await RunningProduct.start("main-job");
      await use(product);
      await product.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ product }, use) => await use(product.address),
  // The browser's errors while the product is down.
  expectedConsoleErrors: [/WebSocket|ERR_CONNECTION_REFUSED/],
});

const WINDOWS = 5;

// One after another, because each worker would start a product.
test.describe.configure({ mode: "serial" });

for (const [device, size] of [
  ["a desktop", DESKTOP],
  ["a phone", PHONE],
] as const) {
  test.describe(`at ${device}`, () => {
    test.use(size);

    test("an owner signs up, a customer joins by the QR code and is called, and a kill -9 loses nothing @once @core", async ({
      product,
      page,
      phone,
      openPhone,
    }) => {
      const account = newAccount();
      const secondPhone = await openPhone();

      await test.step("the owner signs up, pays, sets up the shop and reaches the dashboard", async () => {
        await page.goto("/");
        await page.getByRole("button", { name: "Get Starter" }).click();
        await expect(page).toHaveURL(/\/signup\?plan=starter$/);
        await signUpThere(page, account);
        await payThere(page);
        await setUpThere(page);
        await seen(page.getByText(account.businessName).first());
      });

      const joinUrl =
        await test.step("the dashboard shows the QR code of the queue that the wizard made", async () => {
          await showPart(page, "Overview");
          const code = page.getByRole("img", { name: /\/join\?b=/ });
          await seen(code);
          const label = await code.getAttribute("aria-label");
          const url = /https?:\S+\/join\?b=\w+/.exec(label ?? "")?.[0];
          expect(url, "the code's label names its URL").toBeDefined();
          return url ?? "";
        });

      const asked: string[] = [];
      await test.step("the customer joins and sees number and place", async () => {
        await phone.goto(joinUrl);
        await phone.getByLabel(/Your Name/).fill("Zoë 🌻");
        await phone.getByRole("button", { name: "Join Queue Now" }).click();
        await seen(
          phone.getByRole("heading", { name: "You're in the queue!" }),
        );
        await seen(phone.getByText("#1", { exact: true }));
        await expect(placeOn(phone)).toHaveAccessibleName(
          /^0 people ahead of you/,
        );
      });

      await test.step("a second customer is behind the first", async () => {
        const queueId = await phone.evaluate(queueOfStoredTicket);
        const { secret } = await join(product.address, queueId, {
          name: "Ben",
        });
        await secondPhone.goto(`${joinUrl}#ticket=${secret}`);
        await expect(placeOn(secondPhone)).toHaveAccessibleName(
          /^1 person ahead of you/,
        );
        await expect(placeOn(phone)).toHaveAccessibleName(/1 behind you$/);
      });

      await test.step("Call Next rings the phone without a request or a reload", async () => {
        await showPart(page, "Queue");
        await phone.waitForLoadState("networkidle");
        // The windows load some seconds after the dashboard.
        await expect.poll(() => page.evaluate(windowsLoaded)).toBe(WINDOWS);
        await page.waitForLoadState("networkidle");
        for (const open of [phone, secondPhone, page]) {
          open.on("request", (request) => {
            if (!isTabIcon(request)) asked.push(request.url());
          });
        }
        await markPage(phone);
        await page.getByRole("button", { name: /^Call Next\s*#/ }).click();
        await seen(phone.getByRole("heading", { name: "You've Been Called!" }));
        await seen(phone.getByText("#1", { exact: true }));
        await expect(phone).toHaveTitle("Your turn!");
        await expect(placeOn(secondPhone)).toHaveAccessibleName(
          /^0 people ahead of you/,
        );
        expect(await isMarked(phone), "the same page").toBe(true);
        expect(asked, "requests besides the WebSocket").toEqual([]);
      });

      await test.step("after a kill -9 every page shows the lost connection and recovers", async () => {
        for (const open of [page, secondPhone]) await markPage(open);
        await product.kill();
        const offline = /Offline · as of \d\d?:\d\d/;
        await seen(page.getByRole("button", { name: offline }));
        await seen(secondPhone.getByText(offline));
        await product.restart();
        for (const open of [page, secondPhone]) {
          await expect(open.getByText("Live", { exact: true })).toBeVisible();
          expect(await isMarked(open), "the same page").toBe(true);
        }
        await seen(phone.getByRole("heading", { name: "You've Been Called!" }));
        await expect(placeOn(secondPhone)).toHaveAccessibleName(
          /^0 people ahead of you/,
        );
      });

      await test.step("the first customer is here and done, and the second is called", async () => {
        await page.getByRole("button", { name: "Here: #1" }).click();
        await expect(phone.getByText("You're being served now.")).toBeVisible();
        await page.getByRole("button", { name: "Done: #1" }).click();
        await seen(phone.getByRole("heading", { name: "You've Been Served!" }));
        await page.getByRole("button", { name: /^Call Next\s*#/ }).click();
        await seen(
          secondPhone.getByRole("heading", { name: "You've Been Called!" }),
        );
        expect(await isMarked(phone), "the same page").toBe(true);
      });

      await test.step("a reload shows the same", async () => {
        await page.reload();
        await showPart(page, "Queue");
        await seen(page.getByRole("button", { name: "Here: #2" }));
        await secondPhone.reload();
        await seen(
          secondPhone.getByRole("heading", { name: "You've Been Called!" }),
        );
      });
    });
  });
}

/** How many of the dashboard's on-demand files have loaded. Runs in the page. */
function windowsLoaded(): number {
  const names = performance.getEntriesByType("resource").map((at) => at.name);
  const late =
    /\/(queue-manager|desk-window|alert-line|find-people|notices)-[^/]+\.js$/;
  return new Set(names.flatMap((name) => late.exec(name)?.[1] ?? [])).size;
}

/** Some browsers load the tab's icon again when its title changes. Playwright hides that only for /favicon.ico. */
function isTabIcon(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return pathname === "/icon.svg" && request.resourceType() === "other";
}
const placeOn = (phone: Page) =>
  phone.getByRole("img", { name: /ahead of you/ });

function queueOfStoredTicket(): string {
  const stored: unknown = JSON.parse(
    localStorage.getItem("yourturn.tickets") ?? "[]",
  );
  return (stored as { queueId: string }[])[0]?.queueId ?? "";
}

async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => (document.body.dataset["kept"] = "yes"));
}
const isMarked = async (page: Page): Promise<boolean> =>
  page.evaluate(() => document.body.dataset["kept"] === "yes");
