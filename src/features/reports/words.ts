/** Hours, days and figures of the reports in words. */
import { longMinutes, readingOf } from "../../lib/time/format";
import { words } from "../../lib/time/calendar-days";
import { number, weekdayName } from "../../strings/language/intl";
import { pageLocale } from "../../strings/language/language";
import { reports as strings } from "../../strings/reports";

/** "14 min", over 90 minutes "1 h 40"; a dash without a value. */
export function waitWords(minutes: number | null): string {
  return minutes === null
    ? strings.figures.none
    : longMinutes(Math.round(minutes)).replaceAll(" ", "\u00A0");
}

/** "66 %", or a dash. */
export function shareWords(share: number | null): string {
  return share === null
    ? strings.figures.none
    : new Intl.NumberFormat(pageLocale(), {
        style: "percent",
        maximumFractionDigits: 0,
      }).format(share);
}

/** "11:00 to 12:00". */
export function hourWords(hour: number): string {
  return strings.hours(clock(hour), clock(hour + 1));
}

/** "11:00", or "11:00 AM". */
export function clock(hour: number): string {
  return readingOf(`${hour}:00`);
}

/** "Saturdays, 11:00 to 12:00". */
export function hourOfWeekWords(weekday: number, hour: number): string {
  return strings.hourOfWeek(weekdayName(weekday), hourWords(hour));
}

/** "Sat 21 Nov". */
export function dayWords(day: string): string {
  return words(day, { weekday: "short", day: "numeric", month: "short" });
}

/** "21 Nov 2026". */
export function dateWords(day: string): string {
  return words(day, { day: "numeric", month: "short", year: "numeric" });
}

/** A count, with one decimal where it is a mean. */
export function countWords(count: number): string {
  return number(count, Number.isInteger(count) ? 0 : 1);
}
