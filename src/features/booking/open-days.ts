/** Which calendar days can be picked. The server decides which times are free. */
import {
  hoursOn,
  type OperatingHours,
  type SpecialDay,
} from "../../../convex/business/rules/hours";
import { HORIZON_MS } from "../../../convex/calendar/rules/busy";
import { isBookable, slotTimes } from "../../../convex/booking/rules/slots";
import { dayKey, minutesOf } from "../../../convex/base/rules/timezones";

export type Calendar = {
  operatingHours: OperatingHours;
  specialDays: readonly SpecialDay[];
  timezone: string;
  slotMinutes: number;
};

/** Open that day, with room for a slot. The first and last day count while any of their slots is bookable. */
export function isOpenDay(shop: Calendar, day: string, now: number): boolean {
  const { timezone, slotMinutes } = shop;
  const first = dayKey(now, timezone);
  const last = dayKey(now + HORIZON_MS, timezone);
  const hours = hoursOn(shop, day);
  if (hours === null || day < first || day > last) return false;
  if (day !== first && day !== last) {
    // Not slotTimes: a month has many days, and each time needs a time zone computation.
    return minutesOf(hours.end) - minutesOf(hours.start) >= slotMinutes;
  }
  return slotTimes({ day, hours, slotMinutes, timezone }).some((startsAt) =>
    isBookable(startsAt, now),
  );
}
