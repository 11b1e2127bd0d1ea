/** Days of a calendar, 'YYYY-MM-DD', in the page's language. Instants and time zones are in format.ts. */
import { dateIn } from "../../../convex/base/rules/clock";
import { pageLocale } from "../../strings/language/language";
import { shopWriting } from "../../strings/language/page-clock";

const FIRST_OF_WEEK: readonly number[] = [0, 1, 2, 3, 4, 5, 6];

/** A day at noon in UTC, independent of the device's clock. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

export function dayAt(noon: Date): string {
  return new Date(noon.getTime()).toISOString().slice(0, 10);
}

/** "Wednesday 25 November 2026". */
export function fullDay(day: string): string {
  return words(day, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
}

/** "Wednesday 25 November". */
export function dayAndMonth(day: string): string {
  return words(day, { weekday: "long", day: "numeric", month: "long" });
}

/** "November 2026", the month of a day. */
export function monthOf(day: string): string {
  return words(day, { month: "long", year: "numeric" });
}

export function weekdayOf(day: string, form: "short" | "long"): string {
  return words(day, { weekday: form });
}

export function numberOf(day: string): string {
  return words(day, { day: "numeric" });
}

export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(names);
}

type Week = { firstDay: number };
type Weeks = Intl.Locale & { getWeekInfo?: () => Week; weekInfo?: Week };

/** The first weekday where the page's business is, 0 for Sunday. Sunday where the browser does not know. */
export function firstWeekday() {
  const { locale: language, country } = shopWriting();
  const place = country === null ? {} : { region: country };
  const locale: Weeks = new Intl.Locale(language, place);
  const { firstDay = 7 } = locale.getWeekInfo?.() ?? locale.weekInfo ?? {};
  return FIRST_OF_WEEK[firstDay % 7] as 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/** A day with the parts of `form`, as the page's business writes it. */
export function words(day: string, form: Intl.DateTimeFormatOptions): string {
  return dateIn(noonOf(day).getTime(), "UTC", form, shopWriting());
}
