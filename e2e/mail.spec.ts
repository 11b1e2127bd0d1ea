/** E-mail and calendars: a booking's confirmation, the links that open it and end such mails, and the owner's feed. */
import type { Page } from "@playwright/test";
import { must } from "../convex/base/rules/errors.ts";
import { expectAccessible } from "./accessible.ts";
import { type Business, expect, seen, test } from "./fixtures.ts";
import { pickSlot, slotTime } from "./screens.ts";
import { lettersTo } from "./standins.ts";
import { freeSlots } from "./world.ts";

test("a booking with an e-mail address is confirmed with a calendar file, and its link ends such mails @phones", async ({
  address,
  business,
  phone,
  openPhone,
}) => {
  const email = `ann-${business.businessId}@example.test`;
  const [first, second] = await freeSlots(address, business.queueId);
  await fillBooking(phone, business, must(first, "a slot"));
  const field = phone.getByLabel("E-mail");
  await field.fill("ann@nowhere");
  const confirm = phone.getByRole("button", { name: "Confirm Appointment" });
  await confirm.click();
  await seen(phone.getByText("Check the address, or leave it empty."));
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
  await seen(reader.getByText("You'll get no more e-mails"));
  await reader.reload();
  await seen(reader.getByRole("heading", { name: "Stopped" }));

  await fillBooking(reader, business, must(second, "a slot"));
  await reader.getByLabel("E-mail").fill(email);
  await reader.getByRole("button", { name: "Confirm Appointment" }).click();
  await seen(reader.getByText("Your appointment is scheduled for"));
  expect(await lettersTo(email)).toHaveLength(1);
});

test("the booking's mail opens it on another device, which moves and cancels it @phones", async ({
  address,
  business,
  phone,
  openPhone,
}) => {
  const email = `eve-${business.businessId}@example.test`;
  const [first, second] = await freeSlots(address, business.queueId);
  await fillBooking(phone, business, must(first, "a slot"));
  await phone.getByLabel("E-mail").fill(email);
  await phone.getByRole("button", { name: "Confirm Appointment" }).click();
  const booked = { name: "You're booked" };
  await seen(phone.getByRole("heading", booked));
  await expect.poll(() => lettersTo(email)).toHaveLength(1);
  const linkIn = async (at: number) =>
    /http\S+#booking=\S+/.exec((await lettersTo(email))[at]?.text ?? "")?.[0];
  const link = must(await linkIn(0), "the link");
  // As a mail scanner does.
  for (const method of ["GET", "HEAD"])
    expect((await fetch(link, { method })).ok).toBe(true);

  const reader = await openPhone();
  const sent: string[] = [];
  reader.on("request", (request) => {
    const [url = ""] = request.url().split("#");
    sent.push(url, JSON.stringify(request.headers()));
  });
  await reader.goto(link);
  await seen(reader.getByRole("heading", booked));
  const was = slotTime(must(first, "a slot"));
  await seen(reader.getByText(was, { exact: true }));
  await expectAccessible(reader);
  await reader.getByRole("button", { name: "Move" }).click();
  const dialog = reader.getByRole("dialog");
  const time = slotTime(must(second, "a slot"));
  await dialog.getByText(time, { exact: true }).click();
  await dialog.getByRole("button", { name: "Move booking" }).click();
  await seen(reader.getByRole("status").getByText(/^Moved to .*We've sent it/));
  await seen(phone.getByText(time, { exact: true }));
  await expect.poll(() => lettersTo(email)).toHaveLength(2);
  expect(await linkIn(1)).toBe(link);

  await reader.getByRole("button", { name: "Cancel booking" }).click();
  await reader
    .getByRole("alertdialog")
    .getByRole("button", { name: "Cancel booking" })
    .click();
  const over = { name: "Your booking is cancelled" };
  await seen(reader.getByRole("heading", over));
  await seen(phone.getByRole("heading", over));
  await reader.reload();
  await seen(reader.getByRole("heading", over));
  await reader.getByRole("button", { name: "Book another time" }).click();
  await seen(reader.getByRole("heading", { name: "Book a time" }));
  const [, token = "none"] = link.split("#booking=");
  expect(sent.filter((text) => text.includes(token))).toEqual([]);
});

async function fillBooking(phone: Page, { joinPath }: Business, at: number) {
  await phone.goto(joinPath);
  await phone.getByText("Schedule", { exact: true }).click();
  await pickSlot(phone, at);
}
