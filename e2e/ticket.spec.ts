/** A customer's live page in its rarer states: a missed call, several tickets, an unseen end, a booking. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { must } from "../convex/base/rules/errors.ts";
import { type Business, expect, seen, test } from "./fixtures.ts";
import { slotTime } from "./screens.ts";
import {
  book,
  callNext,
  changeSettings,
  freeSlots,
  join,
  newSecret,
} from "./world.ts";

async function hold(phone: Page, { joinPath }: Business, secret: string) {
  await phone.goto(`${joinPath}#ticket=${secret}`);
  await seen(phone.getByRole("heading", { level: 1 }));
}

test("customers whose visit nobody confirmed are asked about it; one who was served gives feedback @phones", async ({
  address,
  business,
  phone,
  openPhone,
}) => {
  await changeSettings(business.owner, { whenUnmarked: "came" });
  const absent = await join(address, business.queueId);
  const served = await join(address, business.queueId);
  await join(address, business.queueId);
  const other = await openPhone();
  await hold(phone, business, absent.secret);
  await hold(other, business, served.secret);
  for (let i = 0; i < 3; i++) {
    await callNext(business.owner, business.queueId);
  }
  for (const one of [phone, other]) {
    await seen(
      one.getByRole("heading", { name: "Your turn is over. Were you served?" }),
    );
  }
  await phone.getByRole("button", { name: "No", exact: true }).click();
  await seen(phone.getByRole("heading", { name: "We've told the shop" }));
  await other.getByRole("button", { name: "Yes", exact: true }).click();
  await seen(other.getByRole("heading", { name: "You've Been Served!" }));
  const great = other.getByRole("button", { name: "Great" });
  await great.click();
  await expect(great).toHaveAttribute("aria-pressed", "true");
  await seen(other.getByText("Thank you. Only the shop sees it."));
  await other.reload();
  await expect(great).toHaveAttribute("aria-pressed", "true");
});

test("a booking is added to a calendar, moved, and becomes a place in the line @phones @core", async ({
  address,
  business,
  phone,
}) => {
  const { owner, queueId } = business;
  const [now, taken, free] = await freeSlots(address, queueId);
  const { secret } = await book(address, queueId, must(now, "a slot"));
  await hold(phone, business, secret);
  await seen(phone.getByText("Your appointment is scheduled for"));
  const download = phone.waitForEvent("download");
  await phone.getByRole("button", { name: "Add to my calendar" }).click();
  const file = await (await download).path();
  expect(await readFile(file, "utf8")).toContain("BEGIN:VEVENT");
  await phone.getByRole("button", { name: "Move" }).click();
  const dialog = phone.getByRole("dialog");
  const at = (slot: number | undefined) =>
    dialog.getByText(slotTime(must(slot, "a slot")), { exact: true });
  await at(taken).click();
  await book(address, queueId, must(taken, "a slot"));
  await seen(
    dialog.getByText(
      "Sorry, this time slot was just booked. Please select another.",
    ),
  );
  await at(free).click();
  await dialog.getByRole("button", { name: "Move booking" }).click();
  await expect(dialog).toBeHidden();
  const time = slotTime(must(free, "a slot"));
  await seen(phone.getByText(time, { exact: true }));
  await expect(phone.getByRole("status").getByText(/^Moved to /)).toContainText(
    time,
  );
  const { scheduled } = await owner.client.query(api.desk.actions.board, {
    queueId,
  });
  const moved = must(
    scheduled.find(({ scheduledTime }) => scheduledTime === free),
    "the moved booking",
  );
  await owner.client.mutation(api.desk.actions.callNow, {
    ticketId: moved.ticketId,
    requestKey: newSecret(),
  });
  await seen(phone.getByText("Your position"));
  await seen(phone.getByText("You're next", { exact: true }));
});
