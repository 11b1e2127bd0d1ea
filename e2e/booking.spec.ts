/** Booking at the door: two people want the same time. Moving and cancelling are in ticket.spec.ts. */
import { must } from "../convex/base/rules/errors.ts";
import { expect, seen, test } from "./fixtures.ts";
import { pickSlot, slotTime } from "./screens.ts";
import { freeSlots } from "./world.ts";

test("of two customers who confirm one time, one gets it; the other reads so and takes the next @phones @core", async ({
  address,
  business,
  openPhone,
}) => {
  const [wanted, next] = await freeSlots(address, business.queueId);
  const phones = [await openPhone(), await openPhone()];
  for (const phone of phones) {
    await phone.goto(business.joinPath);
    await phone.getByText("Schedule", { exact: true }).click();
    await pickSlot(phone, must(wanted, "a slot"));
  }
  // Without Playwright's checks before a click: meanwhile one phone could show that the other has the time, and press
  // nothing.
  await Promise.all(
    phones.map((phone) =>
      phone
        .getByRole("button", { name: "Confirm Appointment" })
        .evaluate((button: HTMLElement) => button.click()),
    ),
  );
  const scheduled = "Your appointment is scheduled for";
  const told = "Sorry, this time slot was just booked. Please select another.";
  for (const phone of phones) {
    await seen(phone.getByText(scheduled).or(phone.getByText(told)));
  }
  const lost = [];
  for (const phone of phones) {
    if (await phone.getByText(told).isVisible()) lost.push(phone);
  }
  expect(lost).toHaveLength(1);
  const other = must(lost[0], "who was too late");
  const time = slotTime(must(next, "a slot"));
  await other.getByText(time, { exact: true }).click();
  await other.getByRole("button", { name: "Confirm Appointment" }).click();
  await seen(other.getByText(scheduled));
  await seen(other.getByText(time, { exact: true }));
});
