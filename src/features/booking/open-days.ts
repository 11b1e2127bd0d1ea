/** Which calendar days can be picked. The server decides which times are free. */
import { hoursOn, minutesOpen } from "../../../convex/business/rules/hours";
import { businessDay } from "../../../convex/business/rules/opening";
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import { HORIZON_MS } from "../../../convex/calendar/rules/busy";
import { isBookable, slotTimes } from "../../../convex/booking/rules/slots";
import { dayKey } from "../../../convex/base/rules/timezones";

export type Calendar = ShopHours & { slotMinutes: number };

/** The first day that can be picked: today, or the business day that began yesterday while it has bookable times. */
export function firstDay(shop: Calendar, now: number): string {
  const begun = businessDay(shop, now);
  return hasTime(shop, begun, now) ? begun : dayKey(now, shop.timezone);
}

/** Open that day, with room for a slot. The first and last day count while any of their slots is bookable. */
export function isOpenDay(shop: Calendar, day: string, now: number): boolean {
  const { timezone, slotMinutes } = shop;
  const first = firstDay(shop, now);
  const last = dayKey(now + HORIZON_MS, timezone);
  const hours = hoursOn(shop, day);
  if (hours === null || day < first || day > last) return false;
  if (day !== first && day !== last) {
    // Not slotTimes: a month has many days, and each time needs a time zone computation.
    const { opens, closes } = minutesOpen(hours);
    return closes - opens >= slotMinutes;
  }
  return hasTime(shop, day, now);
}

function hasTime(shop: Calendar, day: string, now: number): boolean {
  const { slotMinutes, timezone } = shop;
  const hours = hoursOn(shop, day);
  return slotTimes({ day, hours, slotMinutes, timezone }).some((startsAt) =>
    isBookable(startsAt, now),
  );
}
