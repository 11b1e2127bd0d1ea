/** Messages between an owner and the platform's admins, both online; and the lists of visitors. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { expectAccessible } from "./accessible.ts";
import { expect, prepare, seen, test as base } from "./fixtures.ts";
import { DESKTOP } from "./playwright.config.ts";
import { showPart } from "./screens.ts";
import { signInBrowser } from "./session.ts";
import { lettersTo } from "./standins.ts";
import { newAccount, register, signInAdmin, signUp } from "./world.ts";

/** A name that a spreadsheet would run. */
const FORMULA = "=1+1";
/** Another browser of an admin in the portal, of the same size. */
const test = base.extend<{ adminPage: Page }>({
  adminPage: async ({ browser, page, address }, use) => {
    const admin = await openLike(browser, page, address);
    await signInBrowser(admin.context(), address, await signInAdmin(address));
    await use(admin);
    await expectAccessible(admin);
    await admin.context().close();
  },
});

async function openLike(browser: Browser, page: Page, address: string) {
  const context = await browser.newContext({
    baseURL: address,
    viewport: page.viewportSize(),
    locale: "en-GB",
    timezoneId: "Europe/London",
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  await prepare(context);
  return await context.newPage();
}

async function write(page: Page, fields: Record<string, string>, verb: string) {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByRole("button", { name: verb, exact: true }).click();
}

test("an owner asks, an admin answers on the screen and by e-mail, and a reply reopens the resolved message @once", async ({
  ownerPage: page,
  adminPage: admin,
  business: { name, owner, businessId },
}) => {
  // The owner is on a phone, the admin at a desk.
  await admin.setViewportSize(DESKTOP.viewport);
  const { email } = owner.account;
  const subject = `Chart of ${businessId}`;
  await page.goto("/dashboard");
  await showPart(page, "Manage");
  await page.getByRole("link", { name: /^Billing & support/ }).click();
  await seen(page.getByRole("heading", { name: "Send Support Message" }));
  await write(page, { Subject: subject }, "Send message");
  await seen(page.getByText("Please fill out all fields"));
  await expectAccessible(page);
  await write(page, { Message: "It is empty.\nWhy?" }, "Send message");
  await seen(page.getByRole("heading", { name: subject }));
  await seen(page.getByText("Waiting for an answer"));
  await page.goto("/dashboard");

  await admin.goto("/admin/support");
  const entry = admin
    .getByRole("row", { name: subject })
    .or(admin.getByRole("main").getByRole("listitem"))
    .filter({ hasText: subject });
  await expect(entry).toContainText("It is empty. Why?");
  await expect(entry).toContainText("New");
  await expect(entry).toContainText("Open");
  await admin.getByLabel("Find").fill("nobody@example.test");
  await admin.getByRole("button", { name: "Search", exact: true }).click();
  await seen(admin.getByText("No messages from 'nobody@example.test'."));
  await admin.getByLabel("Find").fill(email);
  await admin.getByRole("button", { name: "Search", exact: true }).click();
  await expect(entry).toHaveCount(1);
  await expectAccessible(admin);
  await entry
    .getByRole("link", { name: `Respond to ${subject}, ${name}` })
    .click();
  await write(admin, { "Your answer": "Please load it again." }, "Send answer");
  await expect(admin.getByLabel("Status")).toHaveValue("pending");

  // The owner learns of it by a mark on the page, and by e-mail.
  await expect
    .poll(async () => (await lettersTo(email))[0]?.text)
    .toContain("Please load it again.");
  await expect(page.getByText("1 unread").first()).toBeAttached();
  await showPart(page, "Manage");
  await page.getByRole("link", { name: /^Billing & support/ }).click();
  await page.getByRole("link", { name: new RegExp(subject) }).click();
  await seen(page.getByText("Please load it again."));
  await seen(page.getByText("Answered", { exact: true }));

  await admin.getByLabel("Status").selectOption("Resolved");
  await seen(page.getByText("Resolved", { exact: true }));
  await seen(page.getByText("Your reply reopens this."));
  await write(page, { "Your reply": "Still empty." }, "Send reply");
  await seen(admin.getByText("Still empty."));
  await expect(admin.getByLabel("Status")).toHaveValue("open");
  await page.goto("/dashboard");
  await showPart(page, "Manage");
  await seen(page.getByRole("link", { name: "Billing & support" }));
  await expect(page.getByText("1 unread")).toHaveCount(0);
});

test("an admin writes first, and an owner without a plan answers @once", async ({
  page,
  context,
  adminPage: admin,
  address,
}) => {
  const account = newAccount();
  const { email, businessName } = account;
  await signInBrowser(context, address, await register(address, account));
  await admin.goto("/admin/support");
  const letter = { Subject: "Your data", Message: "It goes in May. שלום" };
  await write(admin, { "E-mail": "nobody@x.test", ...letter }, "Send message");
  await seen(admin.getByText("No business has this e-mail address."));
  await write(admin, { "E-mail": email }, "Send message");
  await seen(admin.getByRole("heading", { name: "Your data" }));
  await seen(admin.getByRole("link", { name: businessName }));
  await expect.poll(() => lettersTo(email)).toHaveLength(1);
  const [mail] = await lettersTo(email);
  const link = /http\S+(\/support\?thread=\S+)/.exec(mail?.text ?? "");
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/payment-required/);
  await page.getByRole("link", { name: "Write to support" }).click();
  await seen(page.getByText("It goes in May."));
  await page.goto(link?.[1] ?? "");
  await write(page, { "Your reply": "Thank you." }, "Send reply");
  await seen(admin.getByText("Thank you."));
});

test.describe("another owner's message", () => {
  // The client logs each refusal, like every thrown error.
  test.use({ expectedConsoleErrors: [/notFound/] });

  test("is not shown to an owner, and an unknown one is reported to admins @once", async ({
    ownerPage: page,
    adminPage: admin,
    address,
  }) => {
    const other = await signUp(address, newAccount());
    // The list before may contain threads of another run.
    const subject = `Secret subject of ${other.businessId}`;
    const words = `Secret words of ${other.businessId}`;
    const matter = { subject, text: words };
    const sent = await other.client.mutation(api.support.owner.send, matter);
    const threadId = sent.ok ? sent.threadId : "";
    const gone = "This message isn't here. It may have been deleted.";
    await page.goto(`/support?thread=${threadId}`);
    await seen(page.getByText(gone));
    await expect(page.getByText(/Secret/)).toHaveCount(0);
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await page.getByRole("link", { name: "All messages" }).click();
    await seen(page.getByRole("heading", { name: "Send Support Message" }));
    await admin.goto(`/admin/support?thread=${other.businessId}`);
    await seen(admin.getByText(gone));
    await admin.getByRole("link", { name: "All messages" }).click();
    await admin.getByLabel("Find").fill(other.businessId);
    await admin.getByRole("button", { name: "Search", exact: true }).click();
    await expect(admin).toHaveURL(new RegExp(`of=${other.businessId}`));
    await admin.getByLabel("Status").selectOption("Pending");
    await admin.getByRole("button", { name: "Clear search" }).click();
    await expect(admin.getByLabel("Find")).toHaveValue("");
    await admin.getByLabel("Find").fill(other.businessId);
    await admin.getByRole("button", { name: "Search", exact: true }).click();
    await expect(admin).toHaveURL(new RegExp(`of=${other.businessId}`));
    await admin.getByLabel("Status").selectOption("Open");
    await admin.getByRole("link", { name: `Respond to ${subject}` }).click();
    await seen(admin.getByRole("link", { name: "All messages" }));
    await seen(admin.getByText(words));
  });
});

test("demo requests and newsletter addresses are listed and can be downloaded as files @once", async ({
  adminPage: admin,
  address,
  owner,
}) => {
  const { email } = owner.account;
  const request = {
    firstName: FORMULA,
    lastName: "Byron",
    email,
    message: "Hi",
  };
  for (const [path, fields] of [
    ["demo-requests", request],
    ["newsletter", { email }],
  ] as const) {
    const sent = await fetch(`${address}/api/${path}`, {
      method: "POST",
      headers: { Accept: "application/json" },
      body: new URLSearchParams(fields),
    });
    expect(await sent.json()).toEqual({ ok: true });
  }
  await admin.goto("/admin/visitors");
  for (const [title, line] of [
    ["Demo requests", `'${FORMULA},Byron,${email},`],
    ["Newsletter addresses", `Z,${email}\r\n`],
  ] as const) {
    const card = admin.getByRole("region", { name: title });
    await seen(card.getByText(email).first());
    const download = admin.waitForEvent("download");
    await card.getByRole("button", { name: "Download CSV" }).click();
    const file = readFileSync(await (await download).path(), "utf8");
    expect(file).toMatch(/^\uFEFFReceived,/);
    expect(file).toContain(line);
  }
});
