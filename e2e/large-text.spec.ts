/** Large text, zoom and forced colours, as visitors with weak eyes set them (WCAG 2.2, 1.4.4, 1.4.10, 1.4.11). */
import type { Locator, Page } from "@playwright/test";
import { expect, seen, test } from "./fixtures.ts";
import { callNext, join } from "./world.ts";

/** The last is a window of 1280 px at 400 %. */
const SIZES = [
  { width: 390, height: 844, font: "200%" },
  { width: 320, height: 640, font: "200%" },
  { width: 390, height: 844, font: "24px" },
  { width: 320, height: 640, font: "24px" },
  { width: 320, height: 256, font: "100%" },
];

async function expectRoom(page: Page) {
  const usual = page.viewportSize();
  for (const { font, ...size } of SIZES) {
    await page.setViewportSize(size);
    await setFont(page, font);
    const tooWide = await page.evaluate(cutOff);
    expect(tooWide, `${size.width} px, text ${font}`).toEqual([]);
  }
  await setFont(page, "100%");
  if (usual !== null) await page.setViewportSize(usual);
}

async function setFont(page: Page, font: string) {
  await page.evaluate((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size} }`);
    document.adoptedStyleSheets = [sheet];
  }, font);
}

/** What is wider than its box: the page, or the text of something to press. Runs in the page. */
function cutOff(): string[] {
  const pressed = "button, a, summary, label, select";
  return [document.documentElement, ...document.querySelectorAll(pressed)]
    .filter(({ clientWidth }) => clientWidth > 1)
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map(({ tagName, textContent }) => `${tagName} ${textContent}`);
}

/** Its border or outline is drawn in forced colours. */
async function expectEdge(part: Locator, edge: "border-top" | "outline") {
  await expect(part).toHaveCSS(`${edge}-style`, "solid");
  await expect(part).not.toHaveCSS(`${edge}-width`, "0px");
  await expect(part).not.toHaveCSS(`${edge}-color`, /^rgba.*, 0\)$/);
}

async function inForcedColours(page: Page, look: () => Promise<void>) {
  await page.emulateMedia({ forcedColors: "active" });
  await look();
  await page.emulateMedia({ forcedColors: "none" });
}

test("join page, ticket, call and log-in keep their words with large text, and their edges in forced colours @once", async ({
  address,
  business,
  phone,
}) => {
  const button = (name: string) => phone.getByRole("button", { name });
  const { owner, queueId, joinPath } = business;

  await test.step("join", async () => {
    await phone.goto(joinPath);
    await seen(button("Join Queue Now"));
    await expectRoom(phone);
    await inForcedColours(phone, async () => {
      await expectEdge(button("Join Queue Now"), "border-top");
      const choice = (name: string) =>
        phone.locator("label", { hasText: name });
      await expectEdge(choice("Join Now"), "outline");
      await expect(choice("Schedule")).toHaveCSS("outline-style", "none");
      await choice("Schedule").click();
      await expectEdge(choice("Schedule"), "outline");
    });
  });

  await test.step("the bar of the form leaves a low window to the form", async () => {
    await expect(button("Confirm Appointment")).toBeInViewport();
    const usual = phone.viewportSize();
    await phone.setViewportSize({ width: 320, height: 256 });
    await expect(button("Confirm Appointment")).not.toBeInViewport();
    if (usual !== null) await phone.setViewportSize(usual);
  });

  await test.step("ticket", async () => {
    const { secret } = await join(address, queueId, {
      name: "Maximiliane Wolfeschlegelsteinhausenbergerdorff",
    });
    await phone.goto(`${joinPath}#ticket=${secret}`);
    // The test's browser blocks them. It is one line, so no button leaves the screen.
    await seen(phone.getByText("Notifications are blocked"));
    await expect(button("Leave queue")).toBeInViewport({ ratio: 1 });
    await expectRoom(phone);
    await inForcedColours(phone, async () => {
      await expectEdge(button("Leave queue"), "border-top");
      await button("Leave queue").click();
      const question = phone.getByRole("alertdialog");
      await expectEdge(question, "border-top");
      await expectEdge(question.getByRole("button").last(), "border-top");
      await button("Stay").click();
    });
  });

  await test.step("call", async () => {
    await callNext(owner, queueId);
    await seen(button("I'm on my way"));
    await expectRoom(phone);
    await inForcedColours(phone, async () => {
      await expectEdge(button("I'm on my way"), "border-top");
    });
  });

  await test.step("log-in", async () => {
    await phone.goto("/login");
    await seen(button("Log In"));
    await expectRoom(phone);
    await inForcedColours(phone, async () => {
      await expectEdge(button("Log In"), "border-top");
      await phone.getByLabel("Email").focus();
      await expectEdge(phone.getByLabel("Email"), "outline");
    });
  });
});
