/**
 * Numbers, times and ranges as words. Times are always those of the business:
 * every function that shows a clock time takes its IANA zone.
 */
import { differenceInMinutes, differenceInSeconds } from "date-fns";
import {
  millisecondsInSecond,
  minutesInHour,
  secondsInMinute,
} from "date-fns/constants";
import { pageLocale } from "../texts/language";

/** "1 person", "2 people": the count with the right form of its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Whole US dollars, such as "$19". */
export function price(dollars: number): string {
  return new Intl.NumberFormat(pageLocale(), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: 0,
  }).format(dollars);
}

/** A count in the page's language, such as "1,204". */
export function wholeNumber(value: number): string {
  return new Intl.NumberFormat(pageLocale()).format(value);
}

/** A figure with exactly one decimal, such as "12.0". */
export function oneDecimal(value: number): string {
  return new Intl.NumberFormat(pageLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
}

/** A clock time as the business writes it, such as "17:05". */
export function timeOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(at);
}

/** "24 November": a day of this year or the next, by the business's calendar. */
export function dayOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    timeZone,
  }).format(at);
}

/** Minutes and seconds, "4:32"; nothing below zero. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / millisecondsInSecond));
  return `${Math.floor(seconds / secondsInMinute)}:${twoDigits(seconds % secondsInMinute)}`;
}

/** Minutes and seconds since a moment, "0:48"; from an hour on "1 h 05 min". Both are epoch ms. */
export function elapsed(since: number, now: number): string {
  const seconds = Math.max(0, differenceInSeconds(now, since));
  const minutes = Math.floor(seconds / secondsInMinute);
  if (minutes >= minutesInHour) return longMinutes(minutes);
  return `${minutes}:${twoDigits(seconds % secondsInMinute)}`;
}

/** Whole minutes since a moment, such as "31 min"; a moment ahead of a slow clock is "0 min". Both are epoch ms. */
export function minutesSince(since: number, now: number): string {
  return longMinutes(Math.max(0, differenceInMinutes(now, since)));
}

/** "31 min", from an hour on "1 h 05 min". */
export function longMinutes(minutes: number): string {
  if (minutes < minutesInHour) return `${minutes} min`;
  return `${Math.floor(minutes / minutesInHour)} h ${twoDigits(minutes % minutesInHour)} min`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A wait as a range, never as one number: "15–25 min". */
export function minuteRange(low: number, high: number): string {
  return low === high ? `${low} min` : `${low}–${high} min`;
}

/** Two letters for a business without a logo: "Fade & Fortune" is "FF". */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’]*/gu) ?? [];
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return letters.join("").toLocaleUpperCase() || "?";
}

/**
 * A customer's wait in words. Never "0 min": that would be a promise.
 * @param range minutes, from the server's estimate; null when the queue has no pace yet
 */
export function waitWords(
  ahead: number,
  range: { low: number; high: number } | null,
): string | null {
  if (range === null) return null;
  if (ahead === 0) return "any moment now";
  if (range.low === 0) return `up to ${range.high} min`;
  return `about ${minuteRange(range.low, range.high)}`;
}

/** " (London time)" when the reader's clock differs from the business's, else "". */
export function zoneNote(at: number, timeZone: string): string {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (timeOf(at, here) === timeOf(at, timeZone)) return "";
  const city = timeZone.split("/").at(-1) ?? timeZone;
  return ` (${city.replaceAll("_", " ")} time)`;
}
