/** E-mail and calendars: a booking's confirmation, the link that ends such mails, and the owner's feed. */
import type { Page } from "@playwright/test";
import { must } from "../convex/base/rules/errors.ts";
import { expectAccessible } from "./accessible.ts";
import { type Business, expect, seen, test } from "./fixtures.ts";
import { bringIntoView, pickSlot, showPart } from "./screens.ts";
import { lettersTo } from "./standins.ts";
import { book, freeSlots } from "./world.ts";

const TIME_ZONE = "Europe/London";

test("a booking with an e-mail address is confirmed with a calendar file, and its link ends such mails @phones", async ({
  address,
  business,
  phone,
  openPhone,
}) => {
  const email = `ann-${business.businessId}@example.test`;
  const [first, second] = await freeSlots(address, business.queueId);
  await fillBooking(phone, business, must(first, "a slot"));
  const field = phone.getByLabel("Email");
  await field.fill("ann@nowhere");
  const confirm = phone.getByRole("button", { name: "Confirm Appointment" });
  await confirm.click();
  await seen(phone.getByText("Valid email address is required"));
  await expect(field).toBeFocused();
  await expectAccessible(phone);
  await field.fill(email);
  await confirm.click();
  await seen(phone.getByText("Your appointment is scheduled for"));

  await expect.poll(() => lettersTo(email)).toHaveLength(1);
  const [mail] = await lettersTo(email);
  const { subject, text, headers = {}, attachments } = must(mail, "mail");
  expect(subject).toContain(`Booked: ${business.name}`);
  const start = new Date(must(first, "a slot")).toISOString();
  expect(attachments?.[0]?.content).toContain(
    `DTSTART:${start.replace(/[-:]|\.\d+/g, "")}`,
  );
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");

  const reader = await openPhone();
  const link = /http\S+\/unsubscribe\?token=\S+/.exec(text ?? "")?.[0] ?? "";
  await reader.goto(link);
  await expectAccessible(reader);
  await reader.getByRole("button", { name: "Stop these e-mails" }).click();
  await seen(reader.getByText(`${business.name} sends you no more e-mails`));
  await reader.reload();
  await seen(reader.getByRole("heading", { name: "Stopped" }));

  await fillBooking(reader, business, must(second, "a slot"));
  await reader.getByLabel("Email").fill(email);
  await reader.getByRole("button", { name: "Confirm Appointment" }).click();
  await seen(reader.getByText("Your appointment is scheduled for"));
  expect(await lettersTo(email)).toHaveLength(1);
});

test("the owner's feed has the bookings until a new address replaces it @once", async ({
  address,
  business,
  ownerPage: page,
}) => {
  const [slot] = await freeSlots(address, business.queueId);
  await book(address, business.queueId, must(slot, "a slot"));
  await page.goto("/dashboard");
  await showPart(page, "Manage");
  const card = page.locator("#calendar-address");
  await bringIntoView(card);
  const made = async () => await card.getByRole("textbox").inputValue();
  await card.getByRole("button", { name: "Show Address" }).click();
  await seen(card.getByRole("textbox"));
  const first = await made();
  const file = await (await fetch(first)).text();
  expect(file).toContain(`X-WR-TIMEZONE:${TIME_ZONE}`);
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  await card.getByRole("button", { name: "Make a New Address" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Make a New Address" }).click();
  await expect.poll(made).not.toBe(first);
  expect((await fetch(first)).status).toBe(404);
  expect((await fetch(await made())).status).toBe(200);
});

async function fillBooking(
  phone: Page,
  { joinPath }: Business,
  at: number,
): Promise<void> {
  await phone.goto(joinPath);
  await phone.getByText("Schedule", { exact: true }).click();
  await pickSlot(phone, at);
}
