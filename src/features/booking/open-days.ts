/** Which days of the calendar can be picked. Whether a time on them is free is the server's to say. */
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

/** Open that day, with a slot in it; the first day and the last while some of their slots can still, or already, be booked. */
export function isOpenDay(shop: Calendar, day: string, now: number): boolean {
  const { timezone, slotMinutes } = shop;
  const first = dayKey(now, timezone);
  const last = dayKey(now + HORIZON_MS, timezone);
  const hours = hoursOn(shop, day);
  if (hours === null || day < first || day > last) return false;
  if (day !== first && day !== last) {
    // Not slotTimes: a month has many days, and each time costs a look at the zone.
    return minutesOf(hours.end) - minutesOf(hours.start) >= slotMinutes;
  }
  return slotTimes({ day, hours, slotMinutes, timezone }).some((startsAt) =>
    isBookable(startsAt, now),
  );
}
