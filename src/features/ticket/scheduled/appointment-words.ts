/** A booked time in words, in the business's time zone. */
import { dayKey } from "../../../../convex/base/rules/timezones";
import {
  dateOf,
  daysBetween,
  isLong,
  longMinutes,
  timeOf,
} from "../../../lib/time/format";
import { sentence } from "../../../strings/language/intl";
import { pageLocale } from "../../../strings/language/language";
import { ticket as strings } from "../../../strings/ticket";

/** "Wed 25 November 2026". */
export function appointmentDay(at: number, timeZone: string): string {
  return dateOf(at, timeZone, {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
}

/** "Wed 25 November 2026, 10:30". */
export function appointment(at: number, timeZone: string): string {
  return `${appointmentDay(at, timeZone)}, ${timeOf(at, timeZone)}`;
}

/** "In 35 minutes.", "Tomorrow.", "In 4 days.", with days by the business's calendar. Times in epoch ms. */
export function untilThen(at: number, now: number, timeZone: string): string {
  const minutes = Math.ceil((at - now) / 60_000);
  if (minutes <= 0) return strings.scheduled.timeHasCome;
  const days = daysBetween(dayKey(now, timeZone), dayKey(at, timeZone));
  const inWords = new Intl.RelativeTimeFormat(pageLocale(), {
    numeric: "auto",
  });
  if (!isLong(minutes)) return sentence(inWords.format(minutes, "minute"));
  if (days > 0) return sentence(inWords.format(days, "day"));
  return strings.scheduled.inLong(longMinutes(minutes));
}
