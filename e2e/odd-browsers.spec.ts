/** Browsers that do more or less than ours: translated pages, fingers, no storage, no time zone. */
import { chromium, type Page } from "@playwright/test";
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
  phone,
}) => {
  const { secret } = await join(address, business.queueId);
  await phone.addInitScript(noteSounds);
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  await expect(phone.getByText("Your position")).toBeVisible();
  await touch(phone, 200, 300);
  await expect
    .poll(async () => await phone.evaluate("sounds.map((one) => one.state)"))
    .toEqual(["running"]);
});

test("a second tap of a nervous finger does not reach the next screen @phones", async ({
  business,
  phone,
}) => {
  await phone.goto(business.joinPath);
  const button = phone.getByRole("button", { name: "Join Queue Now" });
  const { x, y, width, height } = await placeOf(button);
  // Where the next screen has buttons too, until its ticket is there.
  const stop = { taps: true };
  const taps = (async () => {
    while (stop.taps) await touch(phone, x + width / 2, y + height / 2);
  })();
  await expect(phone.getByText("Your position")).toBeVisible();
  stop.taps = false;
  await taps;
  await expect(phone.getByRole("alertdialog")).toBeHidden();
  await expect(phone.getByText("Your position")).toBeVisible();
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

test("a browser that does not know its time zone shows the shop's times @phones", async ({
  address,
  business,
}) => {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: LAUNCH_FLAGS,
    env: { ...process.env, TZ: "" },
  });

  const context = await browser.newContext({ ...PHONE, baseURL: address });
  const page = await context.newPage();
  await page.goto(business.joinPath);
  await page.getByRole("button", { name: "Join Queue Now" }).click();
  await expect(page.getByText("Your position")).toBeVisible();
  await browser.close();
});

async function placeOf(button: ReturnType<Page["getByRole"]>) {
  const box = await button.boundingBox();
  if (box === null) throw new Error("the button is not on the screen");
  return box;
}

/** A finger's touch as the browser's own input, with all that follows from it. */
async function touch(page: Page, x: number, y: number): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const touchPoints = [{ x, y }];
  await input.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints,
  });
  await input.send("Input.dispatchTouchEvent", {
    type: "touchEnd",
    touchPoints: [],
  });
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

function noteSounds() {
  const sounds: AudioContext[] = [];
  Object.assign(window, { sounds });
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      sounds.push(this);
    }
  };
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
