/** The time of an appointment, by the business's calendar. */
import { dayKey } from "../../../convex/base/rules/timezones";
import { words } from "../../lib/time/calendar-days";
import { timeOf } from "../../lib/time/format";
import { pageLocale } from "../../strings/language/language";

const DAY_MS = 24 * 60 * 60_000;

/** "Today, 14:00", "Tomorrow, 09:30" or "Tue 24 Nov, 09:30". */
export function bookingTime(at: number, now: number, timeZone: string): string {
  const day = dayName(dayKey(at, timeZone), dayKey(now, timeZone));
  return `${day}, ${timeOf(at, timeZone)}`;
}

/** "Today", "Tomorrow" or "Tue 24 Nov". Both are days of the business, 'YYYY-MM-DD'. */
export function dayName(of: string, today: string): string {
  // Midnights in UTC, independent of the device's zone and its summer time.
  const away = (Date.parse(of) - Date.parse(today)) / DAY_MS;
  if (away !== 0 && away !== 1) {
    return words(of, { weekday: "short", day: "numeric", month: "short" });
  }
  const relative = new Intl.RelativeTimeFormat(pageLocale(), {
    numeric: "auto",
  }).format(away, "day");
  return relative.charAt(0).toLocaleUpperCase(pageLocale()) + relative.slice(1);
}
