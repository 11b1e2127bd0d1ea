/** Joining, booking and adding somebody else, by the size of the screen: what is in sight, and what is said. */
import type { Locator, Page } from "@playwright/test";
import { must } from "../convex/base/rules/errors.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test, type Business, seen } from "./fixtures.ts";
import { DESKTOP, PHONE } from "./playwright.config.ts";
import { pickSlot, slotTime } from "./screens.ts";
import { addQueue, freeSlots, join, setPlan } from "./world.ts";

const SIZES = [{ width: 375, height: 667 }, DESKTOP.viewport, PHONE.viewport];

/** The shop has three queues and texts. */
async function furnish(address: string, { owner }: Business): Promise<void> {
  await setPlan(address, owner, "pro");
  for (const name of ["Beard trim", "Kids' cut"]) await addQueue(owner, name);
}

/** Wholly on screen without scrolling, and above the bar with the button. */
async function expectInSight(page: Page, part: Locator): Promise<void> {
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expectAboveBar(page, part);
}

/** Wholly on screen, and above the bar with the button. */
async function expectAboveBar(page: Page, part: Locator): Promise<void> {
  const bar = page.getByText("Current Queue Status");
  // The page is laid out and scrolled a moment later.
  await expect(async () => {
    const box = must(await part.boundingBox(), "a drawn part");
    const edge = must(await bar.boundingBox(), "the bar").y;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThan(edge);
  }).toPass();
}

test("the name is in sight with three queues at every size, and a missing choice is marked @once", async ({
  address,
  business,
  phone,
}) => {
  await furnish(address, business);
  const queues = phone.getByRole("radio", { name: /waiting$/ });
  for (const size of SIZES) {
    await phone.setViewportSize(size);
    await phone.goto(business.joinPath);
    await expect(queues).toHaveCount(3);
    await expectInSight(phone, phone.getByLabel("Your Name"));
    await expectAccessible(phone);
  }

  const button = phone.getByRole("button", { name: "Join Queue Now" });
  await button.click();
  const told = phone.getByText("Please select a queue to join.");
  await expect(told).toBeInViewport();
  await expect(queues.first()).toBeFocused();
  const textMe = phone.getByRole("button", {
    name: "Text me when it is my turn",
  });
  await phone.setViewportSize(must(SIZES[0], "the smallest"));
  await textMe.click();
  const number = phone.getByLabel("Mobile number");
  await expect(number).toBeFocused();
  await expectAboveBar(phone, number);
  await expectAccessible(phone);

  await phone.getByText("Kids' cut").click();
  await expect(told).toBeHidden();
  await seen(phone.getByText("Current Queue Status · 0 waiting"));
  await button.click();
  await seen(phone.getByRole("heading", { name: "You're in the queue!" }));
});

test("a time is booked without a second scroller, moved, and cancelled by name @once", async ({
  address,
  business,
  phone,
}) => {
  const [first, second] = await freeSlots(address, business.queueId);
  await phone.goto(business.joinPath);
  await phone.getByText("Schedule", { exact: true }).click();
  const form = phone.getByRole("heading", { name: "Book a time" });
  await seen(form);
  await expect(phone.locator("[name=day]")).toHaveCount(14);
  await pickSlot(phone, must(first, "a slot"));
  await phone.getByLabel("Your Name").fill("Maximiliana");
  const email = `m-${business.businessId}@example.test`;
  await phone.getByLabel("E-mail").fill(email);
  for (const size of SIZES) {
    await phone.setViewportSize(size);
    await expectAccessible(phone);
  }
  await phone.getByRole("button", { name: "Confirm Appointment" }).click();

  await seen(phone.getByRole("heading", { name: "You're booked" }));
  const cancel = phone.getByRole("button", { name: "Cancel booking" });
  for (const size of [DESKTOP, PHONE]) {
    await phone.setViewportSize(size.viewport);
    await expect(cancel).toBeInViewport({ ratio: 1 });
  }
  await phone.getByRole("button", { name: "Move" }).click();
  const moving = phone.getByRole("dialog");
  const time = slotTime(must(second, "a slot"));
  await moving.getByText(time, { exact: true }).click();
  await expectAccessible(phone);
  await moving.getByRole("button", { name: "Move booking" }).click();
  const moved = phone.getByText(/^Moved to .* We've sent it to /);
  await expect(moved).toContainText(time);

  await phone.getByRole("link", { name: "Book another time" }).click();
  await seen(form);
  await phone.getByRole("link", { name: "My ticket" }).click();
  await expect(moved).toBeHidden();
  await seen(phone.getByText(time, { exact: true }));

  await cancel.click();
  const question = phone.getByRole("alertdialog");
  await expect(question.getByRole("heading")).toContainText(time);
  await expectAccessible(phone);
  await question.getByRole("button", { name: "Cancel booking" }).click();
  await seen(phone.getByRole("heading", { name: "Your booking is cancelled" }));
  await seen(phone.getByText(`${time}, `));
  await phone.getByRole("button", { name: "Book another time" }).click();
  await seen(form);
});

test("somebody else is added beside the own ticket, without a second question @once", async ({
  address,
  business,
  phone,
}) => {
  // Too long for the chip's one line.
  const name = "Zoë Αλεξάνδρα-Παρασκευή Featherstonehaugh-Cholmondeley";
  const { secret } = await join(address, business.queueId, { name });
  await phone.goto(`${business.joinPath}#ticket=${secret}`);
  const add = phone.getByRole("link", { name: "Add someone else" });
  await add.click();
  const back = phone.getByRole("link", { name: /Zoë .*still yours/ });
  await expect(back).toBeInViewport();
  await back.click();
  await expect(phone.getByText("Your position")).toBeVisible();
  await add.click();
  await expect(
    phone.getByRole("heading", { name: "Add someone else" }),
  ).toBeVisible();
  await expectAccessible(phone);
  await phone.getByLabel("Their name").fill("Mila");
  await phone.getByRole("button", { name: "Join Queue Now" }).click();
  await expect(
    phone.getByRole("navigation", { name: "Your tickets" }).getByRole("link"),
  ).toHaveText([/Zoë/, /Mila/]);
});
