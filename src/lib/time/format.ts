/**
 * Prices, times and spans in the page's language, times and dates as the page's business writes them (product.md F6).
 * They take the business's IANA zone; without one they are the platform's: 24 hours, by the device's clock.
 */
import {
  dateIn,
  readingIn,
  timeIn,
  type Writing,
} from "../../../convex/base/rules/clock";
import { firstLetters } from "../../../convex/line/rules/initials";
import { everyone } from "../../strings/everyone";
import { number, weekdayName } from "../../strings/language/intl";
import { cityOf, localZone } from "./local-zone";
import { pageLocale } from "../../strings/language/language";
import {
  platformWriting,
  shopWriting,
} from "../../strings/language/page-clock";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Up to this many, a time in minutes is easier to read. */
const MAX_MINUTES = 90;
const MINUTE_SECONDS = 60;

/** Whole US dollars, such as "$19". */
export function price(dollars: number): string {
  return new Intl.NumberFormat(pageLocale(), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).format(dollars);
}

function writingIn(timeZone: string | undefined): Writing {
  return timeZone === undefined ? platformWriting() : shopWriting();
}

/** "17:05", or "5:05 PM". */
export function timeOf(at: number, timeZone?: string): string {
  return whole(timeIn(at, timeZone ?? localZone(), writingIn(timeZone)));
}

/** The same of a reading of the business's clock, 'HH:mm'. */
export function readingOf(reading: string): string {
  return whole(readingIn(reading, shopWriting()));
}

/** AM stays on the line of its time. */
function whole(time: string): string {
  return time.replaceAll(" ", "\u00A0");
}

/** A date with the parts of `form`. */
export function dateOf(
  at: number,
  timeZone: string | undefined,
  form: Intl.DateTimeFormatOptions,
): string {
  return dateIn(at, timeZone ?? localZone(), form, writingIn(timeZone));
}

/** "24 November": a day of this year or the next. */
export function dayOf(at: number, timeZone: string): string {
  return dateOf(at, timeZone, { day: "numeric", month: "long" });
}

/** Whole days from one date to another, both 'YYYY-MM-DD'. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** "Monday" within a week, else "3 December". @param day 'YYYY-MM-DD' */
export function dayAhead(day: string, inDays: number): string {
  const at = Date.parse(day);
  return inDays < 7 ? weekdayName(new Date(at).getUTCDay()) : dayOf(at, "UTC");
}

/** "Wed 25 November, 10:30". */
export function bookedTime(at: number, timeZone: string): string {
  const form = { weekday: "short", day: "numeric", month: "long" } as const;
  return `${dateOf(at, timeZone, form)}, ${timeOf(at, timeZone)}`;
}

/** "20 Nov 2026, 17:05", for times that may be long ago. */
export function momentOf(at: number, timeZone?: string): string {
  const date = dateOf(at, timeZone, { dateStyle: "medium" });
  return `${date}, ${timeOf(at, timeZone)}`;
}

/** Minutes and seconds, "4:32"; never below zero. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${number(Math.floor(seconds / MINUTE_SECONDS))}:${twoDigits(seconds % MINUTE_SECONDS)}`;
}

/** Whole minutes since a moment, such as "31 min"; "0 min" for a moment in the future. Both are epoch ms. */
export function minutesSince(since: number, now: number): string {
  return longMinutes(Math.max(0, Math.trunc((now - since) / MINUTE_MS)));
}

/** "31 min", over 90 minutes "1 h 40". @param most that read as minutes */
export function longMinutes(minutes: number, most = MAX_MINUTES): string {
  if (minutes <= most) return everyone.times.minutes(number(minutes));
  const hours = number(Math.floor(minutes / HOUR_MINUTES));
  return everyone.times.hours(hours, twoDigits(minutes % HOUR_MINUTES));
}

/** Whether so many minutes read as hours (product.md F7). */
export function isLong(minutes: number): boolean {
  return minutes > MAX_MINUTES;
}

function twoDigits(value: number): string {
  return value < 10 ? number(0) + number(value) : number(value);
}

/** The ends of a range in one unit: "15" and "25", or "1 h 15" and "1 h 40" (product.md F7). */
export function rangeEnds(low: number, high: number): [string, string] {
  if (!isLong(high)) return [number(low), number(high)];
  return [longMinutes(low, HOUR_MINUTES), longMinutes(high)];
}

/** A wait as a range, never as one number: "15–25 min", or "1 h 15–1 h 40". */
export function minuteRange(low: number, high: number): string {
  const { fromTo, minuteRange: short } = everyone.times;
  return (isLong(high) ? fromTo : short)(...rangeEnds(low, high));
}

/** "Fade & Fortune" is "FF". */
export function initials(name: string): string {
  return firstLetters(name).join("").toLocaleUpperCase() || "?";
}

/** " (London time)" when the device's clock differs from the business's, else "". */
export function zoneNote(at: number, timeZone: string): string {
  const here = localZone();
  // Formats take a slow phone long, and most devices are in the business's zone.
  if (here === timeZone || timeOf(at, here) === timeOf(at, timeZone)) return "";
  return ` ${everyone.times.zone(cityOf(timeZone))}`;
}
