/** Browsers that do more or less than ours: translated pages, fingers, no storage, no time zone, old ones. */
import {
  chromium,
  type Browser,
  type LaunchOptions,
  type Locator,
  type Page,
} from "@playwright/test";
import { must } from "../convex/base/rules/errors.ts";
import { LAUNCH_FLAGS, findBrowser } from "./browser.ts";
import { expect, test } from "./fixtures.ts";
import { PHONE } from "./playwright.config.ts";
import { callNext, join } from "./world.ts";

test("a page that two programs translate at once joins, is called and answers @phones", async ({
  business,
  phone,
}) => {
  await phone.addInitScript(translateTwice);
  await phone.goto(business.joinPath);
  await phone.getByRole("textbox", { name: "Your Name" }).fill("Ana");
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await expect(phone.getByText("Your position")).toBeVisible();
  expect(await phone.locator("font font").count()).toBeGreaterThan(5);
  await callNext(business.owner, business.queueId);
  await expect(phone.getByText("You've Been Called!")).toBeVisible();
  await phone.getByRole("button", { name: /on my way/ }).click();
  await expect(phone.getByRole("button", { name: /on my way/ })).toBeHidden();
});

test("one real tap on a fresh ticket allows sound @phones", async ({
  address,
  business,
  openPhone,
}) => {
  const { secret } = await join(address, business.queueId);
  const phone = await openPhone();
  const said: string[] = [];
  phone.on("console", (message) => said.push(message.text()));
  await phone.addInitScript(allowSoundByGesture);
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  // A question of the test runner to the page counts as a gesture, so the page reports by itself.
  await expect.poll(() => said).toContain("ticket");
  await touchAt(phone, { x: 195, y: 300 });
  await expect.poll(() => said).toContain("sound: true");
});

test("a second tap of a nervous finger does not reach the next screen @phones", async ({
  business,
  phone,
}) => {
  await phone.addInitScript(noteFirstLeave);
  await phone.goto(business.joinPath);
  await touch(phone, phone.getByRole("button", { name: "Join Queue Now" }));
  const leave = phone.getByRole("button", { name: "Leave the line" });
  await expect(leave).toBeVisible();
  // What a press on it would have reached at the moment when it appeared.
  expect(await phone.evaluate("firstLeave")).toBe("none");
  // Later it can be pressed.
  await leave.click();
  await expect(phone.getByRole("alertdialog")).toBeVisible();
});

test("without storage a customer joins and finds the ticket again by its address @phones", async ({
  business,
  phone,
}) => {
  await phone.addInitScript(refuseStorage);
  await phone.goto(business.joinPath);
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await expect(phone.getByText("Your position")).toBeVisible();
  await phone.reload();
  await expect(phone.getByText("Your position")).toBeVisible();
});

test("a login without storage says what is blocked, and mails can still be ended @once", async ({
  page,
}) => {
  await page.addInitScript(refuseStorage);
  const { host } = new URL(test.info().project.use.baseURL ?? "");
  for (const path of ["/login", "/signup", "/dashboard", "/admin/login"]) {
    await page.goto(path);
    await expect(
      page.getByText(
        `Your browser is blocking storage for this page. Allow cookies for ${host}, then reload the page.`,
      ),
    ).toBeVisible();
  }
  await page.goto("/unsubscribe?token=x");
  await expect(page.getByText("This link doesn't work")).toBeVisible();
});

test("without the methods of the last years a customer joins, is called and stands on the board @phones", async ({
  business,
  openPhone,
  phone,
}) => {
  const board = await openPhone();
  for (const page of [phone, board]) await page.addInitScript(forgetNewer);
  await board.goto(`/display?b=${business.businessId}`);
  await expect(board.getByText("No calls yet. Scan to join.")).toBeVisible();
  await phone.goto(business.joinPath);
  await phone.getByRole("textbox", { name: "Your Name" }).fill("Ana");
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await expect(phone.getByText("Your position")).toBeVisible();
  await callNext(business.owner, business.queueId);
  await expect(phone.getByText("You've Been Called!")).toBeVisible();
  await expect(
    board.getByRole("region", { name: "Now calling" }),
  ).toContainText("1");
});

test("a browser that does not know its time zone shows the shop's times @phones", async ({
  address,
  business,
}) => {
  const page = await openOwn(address, { ...process.env, TZ: "" });
  await page.goto(business.joinPath);
  await page.getByRole("button", { name: "Join Queue Now" }).click();
  await expect(page.getByText("Your position")).toBeVisible();
});

/** A phone in a browser of its own. It ends with the test. */
async function openOwn(baseURL: string, env: LaunchOptions["env"]) {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: LAUNCH_FLAGS,
    env,
  });
  own.push(browser);
  return await (await browser.newContext({ ...PHONE, baseURL })).newPage();
}

const own: Browser[] = [];
test.afterEach(async () => {
  await Promise.all(own.splice(0).map((browser) => browser.close()));
});

/** A finger's touch as the browser's own input, with all that follows from it. */
async function touch(page: Page, target: Locator): Promise<void> {
  // Waits until it stands still, in sight and in nobody's shade.
  await target.click({ trial: true });
  const box = must(await target.boundingBox(), "a target on the screen");
  await touchAt(page, {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
  });
}

async function touchAt(page: Page, point: { x: number; y: number }) {
  const input = await page.context().newCDPSession(page);
  const send = async (
    type: "touchStart" | "touchEnd",
    touchPoints: (typeof point)[],
  ) => await input.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [point]);
  await send("touchEnd", []);
  await input.detach();
}

/** As Chrome's translation and an extension do: every text becomes elements, now and later. */
function translateTwice() {
  const isOurs = (text: Text) =>
    text.parentElement?.closest(
      "script, style, title, option, font[data-done]",
    ) === null;
  const wrap = (text: Text) => {
    if (!isOurs(text) || text.data.trim() === "") return;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.dataset["done"] = "";
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const all = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof Text) wrap(node);
        else all(node);
  }).observe(document, { childList: true, subtree: true });
}

/** Keeps the pointer-events of the first 'Leave the line' button, read as soon as it is in the page. */
function noteFirstLeave() {
  new MutationObserver((_, observer) => {
    const leave = [...document.querySelectorAll("button")].find(
      ({ textContent }) => textContent === "Leave the line",
    );
    if (leave === undefined) return;
    observer.disconnect();
    const { pointerEvents } = getComputedStyle(leave);
    Object.assign(window, { firstLeave: pointerEvents });
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Sound as browsers with a screen allow it: resumed while a real gesture counts. Browsers without one always allow it.
 * Writes to the console what it answers.
 */
function allowSoundByGesture() {
  const Native = AudioContext;
  window.AudioContext = class extends Native {
    override readonly resume = async () => {
      console.log(`sound: ${navigator.userActivation.isActive}`);
    };
  };
  new MutationObserver((_, observer) => {
    if (document.body?.textContent?.includes("Your position") !== true) return;
    observer.disconnect();
    console.log("ticket");
  }).observe(document, { childList: true, subtree: true });
}

/** What Chromium 85 and Safari 15 lack. */
function forgetNewer() {
  const newer: [object, string][] = [
    [Array.prototype, "at findLast findLastIndex toReversed toSorted with"],
    [String.prototype, "at isWellFormed toWellFormed"],
    [Object, "hasOwn groupBy"],
    [Map, "groupBy"],
    [Promise, "any withResolvers"],
    [AbortSignal, "any timeout"],
    [Crypto.prototype, "randomUUID"],
    [Element.prototype, "checkVisibility replaceChildren"],
    [Document.prototype, "startViewTransition"],
    [Navigator.prototype, "locks userActivation wakeLock"],
    [window, "Iterator URLPattern navigation reportError structuredClone"],
  ];
  for (const [owner, names] of newer)
    for (const name of names.split(" ")) Reflect.deleteProperty(owner, name);
}

function refuseStorage() {
  const refuse = {
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
  };
  Object.defineProperty(window, "localStorage", refuse);
  Object.defineProperty(window, "sessionStorage", refuse);
}
