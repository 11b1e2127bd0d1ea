/** The demo barbershop's bookings for the rest of today and the next open day. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { demoName } from "../rules/day";
import { isBookable, slotAt } from "../../booking/rules/slots";
import { dayKey } from "../../base/rules/timezones";
import { takeTicket } from "../../line/data/joining";
import { lineOf } from "../../queue/data/lines";
import { closeLine, openLine } from "../../line/data/openLine";
import { slotsOn } from "../../booking/data/slots";

const DAY_MS = 24 * 60 * 60_000;
/** Which of the remaining times are booked: today, and on the next open day. */
const TODAY = [1, 4];
const NEXT = [2, 3, 7];

export async function plantBookings(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  queue: Doc<"queues">,
  now: number,
): Promise<void> {
  let picks = TODAY;
  for (let ahead = 0; ahead < 7; ahead += 1) {
    const day = dayKey(now + ahead * DAY_MS, business.timezone);
    const row = await lineOf(ctx, queue._id);
    const slots = await slotsOn(ctx, row, business, day);
    const left = slots.filter(({ startsAt }) => isBookable(startsAt, now));
    for (const pick of picks) {
      const slot = left[pick];
      if (slot === undefined) continue;
      const line = await lineOf(ctx, queue._id);
      const open = openLine(business, line, { kind: "customer" }, now);
      const name = demoName(picks.length * 10 + pick);
      await takeTicket(
        ctx,
        open,
        { name, phone: null, secretHash: null },
        slotAt(slot.startsAt, business.slotMinutes),
      );
      await closeLine(ctx, open);
    }
    if (ahead > 0 && left.length > 0) return;
    picks = NEXT;
  }
}
