/** Hours, days and figures of the reports in words. */
import { longMinutes, readingOf } from "../../lib/time/format";
import { words } from "../../lib/time/calendar-days";
import { number, weekdayName } from "../../strings/language/intl";
import { pageLocale } from "../../strings/language/language";
import { reports as strings } from "../../strings/reports";
import type { Days } from "./ranges";

/** "14 min", over 90 minutes "1 h 40"; a dash without a value. */
export function waitWords(minutes: number | null): string {
  return minutes === null
    ? strings.figures.none
    : longMinutes(Math.round(minutes)).replaceAll(" ", "\u00A0");
}

/** "66%". */
export function shareWords(share: number): string {
  return new Intl.NumberFormat(pageLocale(), {
    style: "percent",
    maximumFractionDigits: 0,
  }).format(share);
}

/** "11:00 to 12:00". */
function hourWords(hour: number, hours = 1): string {
  return strings.hours(clock(hour), clock(hour + hours));
}

/** "24 of 28", or a dash without any. */
export function ofWords(part: number, all: number): string {
  return all === 0
    ? strings.figures.none
    : strings.ofAll(number(part), number(all));
}

/** "11:00", or "11:00 AM". */
export function clock(hour: number): string {
  return readingOf(`${hour}:00`);
}

/** "Saturdays, 11:00 to 12:00"; "Saturday" where the range has only one. */
export function hourOfWeekWords(
  weekday: number,
  hour: number,
  isRepeated: boolean,
  hours = 1,
): string {
  const when = isRepeated ? strings.hourOfWeek : strings.hourOfDay;
  return when(weekdayName(weekday), hourWords(hour, hours));
}

/** "Sat 21 Nov". */
export function dayWords(day: string): string {
  return words(day, { weekday: "short", day: "numeric", month: "short" });
}

/** "21 Nov". */
export function shortDayWords(day: string): string {
  return words(day, { day: "numeric", month: "short" });
}

/** "Mon 16 Nov to Sun 22 Nov 2026". */
export function spanWords({ from, to }: Days): string {
  const end = words(to, {
    ...{ weekday: "short", day: "numeric", month: "short", year: "numeric" },
  });
  return from === to ? end : strings.days(dayWords(from), end);
}

/** A count, with one decimal where it is a mean. */
export function countWords(count: number): string {
  return number(count, Number.isInteger(count) ? 0 : 1);
}
