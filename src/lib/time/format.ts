/** Prices, times and spans in the page's language. Clock times take the business's IANA zone. */
import { everyone } from "../../strings/everyone";
import { number } from "../../strings/language/intl";
import { localZone } from "./local-zone";
import { pageLocale } from "../../strings/language/language";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
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

/** A clock time as the business writes it, such as "17:05". */
export function timeOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(pageLocale(), {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(at);
}

/** "24 November": a day of this year or the next, by the business's calendar. */
export function dayOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(pageLocale(), {
    day: "numeric",
    month: "long",
    timeZone,
  }).format(at);
}

/** Minutes and seconds, "4:32"; never below zero. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${number(Math.floor(seconds / MINUTE_SECONDS))}:${twoDigits(seconds % MINUTE_SECONDS)}`;
}

/** Minutes and seconds since a moment, "0:48"; from an hour on "1 h 05 min". Both are epoch ms. */
export function elapsed(since: number, now: number): string {
  const seconds = Math.max(0, Math.trunc((now - since) / SECOND_MS));
  const minutes = Math.floor(seconds / MINUTE_SECONDS);
  if (minutes >= HOUR_MINUTES) return longMinutes(minutes);
  return `${number(minutes)}:${twoDigits(seconds % MINUTE_SECONDS)}`;
}

/** Whole minutes since a moment, such as "31 min"; "0 min" for a moment in the future. Both are epoch ms. */
export function minutesSince(since: number, now: number): string {
  return longMinutes(Math.max(0, Math.trunc((now - since) / MINUTE_MS)));
}

export function longMinutes(minutes: number): string {
  if (minutes < HOUR_MINUTES) return minuteRange(minutes);
  const hours = number(Math.floor(minutes / HOUR_MINUTES));
  return everyone.times.hours(hours, twoDigits(minutes % HOUR_MINUTES));
}

function twoDigits(value: number): string {
  return new Intl.NumberFormat(pageLocale(), {
    minimumIntegerDigits: 2,
  }).format(value);
}

/** "31 min"; a wait as a range, never as one number: "15–25 min". */
export function minuteRange(low: number, high = low): string {
  return low === high
    ? everyone.times.minutes(number(low))
    : everyone.times.minuteRange(number(low), number(high));
}

/** "Fade & Fortune" is "FF". */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return letters.join("").toLocaleUpperCase() || "?";
}

/** " (London time)" when the device's clock differs from the business's, else "". */
export function zoneNote(at: number, timeZone: string): string {
  const here = localZone();
  if (timeOf(at, here) === timeOf(at, timeZone)) return "";
  const city = timeZone.split("/").pop() ?? timeZone;
  return ` ${everyone.times.zone(city.replaceAll("_", " "))}`;
}
