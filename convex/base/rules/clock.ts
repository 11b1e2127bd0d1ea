/** Times and dates as a business writes them (product.md F6). Pure: the pages and the server's messages share it. */

import { MAX_ZONES } from "./timezones";

/** 24 hours, or AM and PM. */
export type Clock = "h24" | "h12";

/** What an owner may choose. */
export type ClockChoice = Clock | "byCountry";

/** How times and dates are written: words in `locale`, clock and order as in the business's country. */
export type Writing = {
  readonly locale: string;
  readonly clock: Clock;
  /** ISO alpha-2; null: as the locale does. */
  readonly country: string | null;
};

/** Countries that count to 12, from Unicode's CLDR (timeData). A text, because pages that do not read it drop it. */
const TWELVE_HOURS =
  "AE AG AL AR AS AU BB BD BH BM BN BO BS BT CA CL CO CR CU CY DJ DM DO DZ EC EG EH ER ET FJ FM GD GH GM GR GT GU GY " +
  "HK HN IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MX MY NA NI NZ OM PA PE PG PH PK PR PS PW PY " +
  "QA SA SB SD SG SL SO SS SV SY SZ TC TD TN TO TT TW UM US UY VC VE VG VI VU WS YE ZM";
/** Countries whose English has the month first, from CLDR. Other languages have one order each. */
const MONTH_FIRST = "AS CA GU MH MP PH PR UM US VI";

/** The clock of a country, 24 hours without one. */
export function clockOfCountry(country: string | null): Clock {
  return country !== null && TWELVE_HOURS.includes(country) ? "h12" : "h24";
}

/** What a business has chosen. */
type Choice = { clock?: ClockChoice | undefined; country: string | null };

/** The clock of a business: its owner's choice, else its country's. */
export function clockOf({ clock = "byCountry", country }: Choice): Clock {
  return clock === "byCountry" ? clockOfCountry(country) : clock;
}

/** What a page needs to write a business's times and dates. */
export function shopClockOf(business: Choice & { timezone: string }) {
  const { timezone, country } = business;
  return { timezone, country, clock: clockOf(business) };
}

/** How the server's messages, which are in English, write a business's times. */
export function writingOf(business: Choice): Writing {
  const { country } = business;
  return { locale: "en", clock: clockOf(business), country };
}

/** "09:00", or "9:00 AM". @param at epoch ms */
export function timeIn(at: number, timeZone: string, writing: Writing): string {
  const { locale, clock } = writing;
  if (clock === "h24") {
    const form = { hour: "2-digit", minute: "2-digit" } as const;
    return formatOf(locale, { ...form, hourCycle: "h23", timeZone }).format(at);
  }
  const form = { hour: "numeric", minute: "2-digit", timeZone } as const;
  const written = formatOf(isEnglish(locale) ? "en-US" : locale, {
    ...form,
    hourCycle: "h12",
  }).format(at);
  // Few fonts have Intl's narrow space before AM.
  return written.replaceAll("\u202f", " ");
}

/** A reading of the clock, 'HH:mm', as `timeIn` writes it. The end of a day stays "24:00". */
export function readingIn(reading: string, writing: Writing): string {
  const [hour = 0, minute = 0] = reading.split(":").map(Number);
  const at = Date.UTC(1970, 0, 1, hour, minute);
  if (hour < 24 || writing.clock === "h12") return timeIn(at, "UTC", writing);
  const form = { hour: "2-digit", minute: "2-digit" } as const;
  return formatOf(writing.locale, {
    ...form,
    hourCycle: "h24",
    timeZone: "UTC",
  }).format(at);
}

/** A date with the parts of `form`: "Wed 25 November", or "Wed, November 25". @param at epoch ms */
export function dateIn(
  at: number,
  timeZone: string,
  form: Intl.DateTimeFormatOptions,
  { locale, country }: Writing,
): string {
  const date = formatOf(dateLocale(locale, country), { ...form, timeZone });
  // Only some of a day's forms have a comma after the weekday, and hosts differ.
  return date.format(at).replace(/^(\p{L}+), (?=\d)/u, "$1 ");
}

/** "GMT", "EST": the name of a zone at that time. */
export function zoneIn(
  at: number,
  timeZone: string,
  { locale, country }: Writing,
): string {
  const form = { timeZone, timeZoneName: "short" } as const;
  const parts = formatOf(dateLocale(locale, country), form).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** English has two orders of day and month. The business's country decides, not the reader's. */
function dateLocale(locale: string, country: string | null): string {
  if (country === null || !isEnglish(locale)) return locale;
  return MONTH_FIRST.includes(country) ? "en-US" : "en-GB";
}

function isEnglish(locale: string): boolean {
  return /^en\b/.test(locale);
}

/** Cached, because making a format takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(
  locale: string,
  form: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${Object.entries(form).join()}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, form);
    if (formats.size === MAX_ZONES) formats.clear();
    formats.set(key, format);
  }
  return format;
}
