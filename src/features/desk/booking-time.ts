/** When an appointment is, by the business's calendar. */
import { differenceInCalendarDays, parseISO } from "date-fns";
import { dayKey } from "../../../convex/model/timezones";
import { timeOf } from "../../lib/format";
import { pageLocale } from "../../texts/language";

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

/** Of plain dates, whose clock is the device's. */
function dayName(day: Date, today: Date): string {
  const away = differenceInCalendarDays(day, today);
  if (away !== 0 && away !== 1) {
    return new Intl.DateTimeFormat(pageLocale(), {
      weekday: "short",
      day: "numeric",
      month: "short",
    }).format(day);
  }
  const relative = new Intl.RelativeTimeFormat(pageLocale(), {
    numeric: "auto",
  }).format(away, "day");
  return relative.charAt(0).toLocaleUpperCase(pageLocale()) + relative.slice(1);
}
