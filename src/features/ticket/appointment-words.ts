/** A booked time in words, by the business's clock. */
import { pageLocale } from "../../texts/language";
import { slotTime } from "../../lib/slot-time";

/** "Wed 25 November 2026". */
export function appointmentDay(at: number, timeZone: string): string {
  const day = new Intl.DateTimeFormat(pageLocale(), {
    weekday: "short",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone,
  }).format(at);
  // Some browsers set the weekday apart.
  return day.replace(",", "");
}

/** "Wed 25 November 2026, 10:30 AM". */
export function appointment(at: number, timeZone: string): string {
  return `${appointmentDay(at, timeZone)}, ${slotTime(at, timeZone)}`;
}
