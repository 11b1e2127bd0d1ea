/** Booking at the door, from the link to the appointment: two people want the same time. Moving and cancelling are ticket.spec.ts. */
import { must } from "../convex/model/errors.ts";
import { expect, test } from "./fixtures.ts";
import { freeSlots } from "./world.ts";

const TIME_ZONE = "Europe/London";

test("of two who confirm one time one has it; the other is told and takes the next @phones", async ({
  address,
  business,
  openPhone,
}) => {
  const [wanted, next] = await freeSlots(address, business.queueId);
  const day = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: TIME_ZONE,
  }).format(must(wanted, "a slot"));
  const phones = [await openPhone(), await openPhone()];
  for (const phone of phones) {
    await phone.goto(business.joinPath);
    await phone.getByText("Schedule", { exact: true }).click();
    const nextMonth = phone.getByRole("button", { name: /next month/i });
    // The 1st is not the 21st.
    const named = new RegExp(`(^|\\D)${day}`);
    const wantedDay = phone.getByRole("button", { name: named });
    await expect(nextMonth).toBeVisible();
    if (!(await wantedDay.isVisible())) await nextMonth.click();
    await wantedDay.click();
    await phone.getByText(timeOf(wanted), { exact: true }).click();
  }
  // Without Playwright's checks before a click: meanwhile the one could read that the other has the time, and press nothing.
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
    await expect(
      phone.getByText(scheduled).or(phone.getByText(told)),
    ).toBeVisible();
  }
  const lost = [];
  for (const phone of phones) {
    if (await phone.getByText(told).isVisible()) lost.push(phone);
  }
  expect(lost).toHaveLength(1);

  const other = must(lost[0], "who was too late");
  await other.getByText(timeOf(next), { exact: true }).click();
  await other.getByRole("button", { name: "Confirm Appointment" }).click();
  await expect(other.getByText(scheduled)).toBeVisible();
  await expect(other.getByText(timeOf(next), { exact: true })).toBeVisible();
});

/** As the page writes it. */
function timeOf(at: number | undefined): string {
  return new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone: TIME_ZONE,
  })
    .format(must(at, "a slot"))
    .replace("\u202f", " ");
}
