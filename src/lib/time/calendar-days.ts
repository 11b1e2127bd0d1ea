/** Days of a calendar, 'YYYY-MM-DD', in the page's language. Instants and time zones are in format.ts. */
import { dateIn } from "../../../convex/base/rules/clock";
import { shopWriting } from "../../strings/language/page-clock";

/** Countries whose week begins on Sunday or Saturday, from Unicode's CLDR (weekData): not every browser knows them. */
const SUNDAY_FIRST =
  "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH " +
  "PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW";
const SATURDAY_FIRST = "AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY";

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

/** The first weekday where the page's business is, else the reader; 0 for Sunday. */
export function firstWeekday() {
  const { locale, country } = shopWriting();
  const place = country ?? new Intl.Locale(locale).maximize().region ?? "001";
  if (SUNDAY_FIRST.includes(place)) return 0;
  if (SATURDAY_FIRST.includes(place)) return 6;
  return place === "MV" ? 5 : 1;
}

/** A day with the parts of `form`, as the page's business writes it. */
export function words(day: string, form: Intl.DateTimeFormatOptions): string {
  return dateIn(noonOf(day).getTime(), "UTC", form, shopWriting());
}
