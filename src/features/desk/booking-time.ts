/** When an appointment is, by the business's calendar. */
import { differenceInCalendarDays, format, parseISO } from "date-fns";
import { dayKey } from "../../../convex/model/timezones";
import { timeOf } from "../../lib/format";

/**
 * "Today, 14:00", "Tomorrow, 09:30" or "Tue 24 Nov, 09:30".
 * @param at the appointment, epoch ms @param now epoch ms @param timeZone the business's
 */
export function bookingTime(at: number, now: number, timeZone: string): string {
  // Plain dates from here on: the device's own zone has no part in them.
  const day = parseISO(dayKey(at, timeZone));
  const today = parseISO(dayKey(now, timeZone));
  return `${dayName(day, today)}, ${timeOf(at, timeZone)}`;
}

function dayName(day: Date, today: Date): string {
  switch (differenceInCalendarDays(day, today)) {
    case 0:
      return "Today";
    case 1:
      return "Tomorrow";
    default:
      return format(day, "EEE d MMM");
  }
}
