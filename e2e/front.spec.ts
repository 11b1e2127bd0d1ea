/** The public pages, with and without script, and addresses that lead home on a phone. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { setConnected } from "./connection.ts";
import { expect, seen, test } from "./fixtures.ts";
import { PHONE } from "./playwright.config.ts";
import { expectRoom, LARGE } from "./room.ts";

const heading = { name: /^The Easiest Way/, level: 1 };

test("without script the front page works, and both forms are accepted @phones", async ({
  browser,
  address,
}) => {
  const context = await browser.newContext({
    ...PHONE,
    baseURL: address,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto("/");
  await seen(page.getByRole("heading", heading));
  await page.locator("summary").click();
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await page.getByRole("button", { name: "Get Pro" }).click();
  await expect(page).toHaveURL(/\/signup\?plan=pro$/);
  await page.goto("/");
  await page.getByLabel("News, a few times a year").fill("a@shop.example");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await seen(page.getByText("You're on the list"));
  await page.getByRole("link", { name: "Book Demo" }).click();
  await expect(page.getByText("Thank You!")).toBeHidden();
  await fillDemoForm(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await seen(page.getByText("Thank You!"));
  await expect(page.getByRole("button", { name: "Submit" })).toBeHidden();
  await context.close();
});

test("text that is typed before the scripts load stays, and the form can be sent afterwards @phones", async ({
  phone,
}) => {
  let arrive: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await phone.route("**/assets/*.js", async (route) => {
    await late;
    await route.continue();
  });
  await phone.goto("/book-demo", { waitUntil: "commit" });
  await fillDemoForm(phone);
  arrive();
  const form = phone.locator("form");
  await expect
    .poll(() =>
      form.evaluate((one) =>
        Object.keys(one).some((key) => /react/i.test(key)),
      ),
    )
    .toBe(true);
  await expect(phone.getByLabel("First name")).toHaveValue("Ada");
  await setConnected(phone, false);
  await phone.getByRole("button", { name: "Submit" }).click();
  await expect(phone.getByRole("alert")).toContainText("nothing was sent");
  await expect(phone.getByLabel("E-mail")).toHaveValue("ada@shop.example");
  await expectAccessible(phone);
  await setConnected(phone, true);
  await phone.getByRole("button", { name: "Submit" }).click();
  await seen(phone.getByText("Demo request submitted successfully!"));
  await seen(phone.getByRole("heading", { name: "Thank You!" }));
});

test("Send us a message leads to the message field, the menu closes, and a plan that cannot load says so @phones", async ({
  phone,
}) => {
  await phone.goto("/");
  const menu = phone.locator("details");
  await phone.locator("summary").click();
  await expectAccessible(phone);
  await phone.getByRole("link", { name: "Contact" }).first().click();
  await expect(menu).not.toHaveAttribute("open");
  await expect(phone).toHaveURL(/#contact$/);
  await phone.getByRole("link", { name: "Send us a message" }).click();
  await expect(phone.getByLabel("Message")).toBeFocused();
  await phone.getByRole("link", { name: "Back to Home" }).click();
  await setConnected(phone, false);
  const choose = phone.getByRole("button", { name: "Get Starter" });
  await choose.click();
  await seen(phone.getByText("Something went wrong. Please try again."));
  await expect(choose).toBeEnabled();
  await setConnected(phone, true);
  await choose.click();
  await expect(phone).toHaveURL(/\/signup\?plan=starter$/);
});

test("the operator's setting takes the claims away @phones", async ({
  phone,
}) => {
  for (const [path, claim] of [
    ["/", "Trusted by over 100 businesses."],
    ["/book-demo", "Loved by 100+ SMEs"],
  ] as const) {
    await phone.goto(path);
    await seen(phone.getByText(claim));
    // As the server writes it: tests/convex/profile/page-head.test.ts.
    await phone.evaluate(() => {
      const meta = document.createElement("meta");
      meta.name = "claims";
      meta.content = "off";
      document.head.append(meta);
    });
    await expect(phone.getByText(claim)).toBeHidden();
  }
});

test("the front page's foot leads to privacy and terms, which say that the operator is not named yet @once", async ({
  page,
}) => {
  await page.goto("/");
  const foot = page.getByRole("contentinfo");
  await foot.getByRole("link", { name: "Privacy" }).click();
  await expect(page).toHaveTitle("Privacy · Yourturn");
  const unset = page.getByText(/^This server's operator hasn't given/);
  await seen(unset);
  await seen(page.getByText("Kept until 30 days after the visit.").first());
  await seen(page.getByText(/^This is a test server/));
  await expectAccessible(page);
  await expectRoom(page, [LARGE]);
  await foot.getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveTitle("Terms · Yourturn");
  await seen(unset);
  await seen(page.getByRole("heading", { name: "Liability" }));
});

test.describe("a page that phones do not need", () => {
  // The page itself is answered with 404, which browsers log.
  test.use({ expectedConsoleErrors: [/404/] });

  test("leads a phone home, and a turned tablet stays", async ({ page }) => {
    const size = page.viewportSize();
    for (const path of ["/storage-test", "/no-such-page"]) {
      await page.goto(path);
      if ((size?.width ?? 0) < 768) {
        await expect(page).toHaveURL(/\/$/);
        await seen(page.getByRole("heading", heading));
        continue;
      }
      const shown =
        path === "/storage-test"
          ? page.getByText("Works", { exact: true })
          : page.getByRole("link", { name: "Go Home" });
      await seen(shown);
      await page.setViewportSize({ width: 600, height: 900 });
      await seen(shown);
      await expectAccessible(page);
      if (size) await page.setViewportSize(size);
    }
  });
});

async function fillDemoForm(page: Page): Promise<void> {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lovelace");
  await page.getByLabel("E-mail").fill("ada@shop.example");
}
