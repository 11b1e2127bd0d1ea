/** Whether a business is open, when it opens next, and its business days, as instants. */
import {
  DAY_MINUTES,
  endsNextDay,
  hoursOn,
  minutesOpen,
  type DayHours,
  type Hours,
} from "./hours";
import {
  dayKey,
  daysBefore,
  instantsOf,
  nextDay,
} from "../../base/rules/timezones";

const DAY_MS = DAY_MINUTES * 60_000;
/** Covers two weeks of holidays. */
const LOOKED_AHEAD_DAYS = 28;

export type ShopHours = Hours & { timezone: string };

export type Opening =
  | { isOpen: true }
  | { isOpen: false; opensAt: number | null };

const WORKED_OFF_MS = 60 * 60 * 1000;

/** Whether a line is still being served at `at`, regardless of opening hours. */
export const isWorkedOff = (at: number, lastCallAt: number | null): boolean =>
  lastCallAt !== null && at - lastCallAt < WORKED_OFF_MS;

/** The hours of a date, in ms: from opening up to closing. */
type OpenSpan = { day: string; opens: number; closes: number };

/**
 * When the hours of a date begin and end; null on a closed day. A time that the clock skips is the first after it, a
 * repeated one the first.
 */
export function openSpan(
  day: string,
  hours: DayHours,
  timezone: string,
): OpenSpan | null {
  if (hours === null) return null;
  const { opens, closes } = minutesOpen(hours);
  const first = firstFrom(day, timezone);
  const from = first(opens);
  const to = first(closes);
  return from === null || to === null || from >= to
    ? null
    : { day, opens: from, closes: to };
}

function openOn(hours: ShopHours, day: string): OpenSpan | null {
  return openSpan(day, hoursOn(hours, day), hours.timezone);
}

/** The hours at `at`, or the next ones; null if all of the next four weeks are closed. */
export function nextOpen(hours: ShopHours, at: number): OpenSpan | null {
  const today = dayKey(at, hours.timezone);
  const yesterday = daysBefore(today, 1);
  let day = endsNextDay(hoursOn(hours, yesterday)) ? yesterday : today;
  const last = daysBefore(today, -LOOKED_AHEAD_DAYS);
  for (; day <= last; day = nextDay(day)) {
    const open = openOn(hours, day);
    if (open !== null && at < open.closes) return open;
  }
  return null;
}

/** When a shop that is open until `closes` closes, counting hours that begin then; null if not within a day of `at`. */
export function closingFrom(
  hours: ShopHours,
  closes: number,
  at: number,
): number | null {
  if (closes - at >= DAY_MS) return null;
  const next = nextOpen(hours, closes);
  return next === null || next.opens > closes
    ? closes
    : closingFrom(hours, next.closes, at);
}

/** Open at `at`, or when it opens next; null if all of the next four weeks are closed. */
export function openingFrom(hours: ShopHours, at: number): Opening {
  const next = nextOpen(hours, at);
  if (next === null) return { isOpen: false, opensAt: null };
  return next.opens <= at
    ? { isOpen: true }
    : { isOpen: false, opensAt: next.opens };
}

/** The same for a waiting customer: one who joined in opening hours is still called after closing, while calls go on. */
export function openingForWaiting(
  hours: ShopHours,
  at: number,
  joinedAt: number,
  lastCallAt: number | null,
): Opening {
  return isWorkedOff(at, lastCallAt) && openingFrom(hours, joinedAt).isOpen
    ? { isOpen: true }
    : openingFrom(hours, at);
}

/** For so long after a closing past midnight, those still in line are served on the same business day. */
const TAIL_MS = 60 * 60 * 1000;

/**
 * The business day of an instant, 'YYYY-MM-DD': the calendar day. Where the hours of the day before end after midnight,
 * that day goes on until an hour after closing, or until the next opening (product.md W4).
 */
export function businessDay(hours: ShopHours, at: number): string {
  const day = dayKey(at, hours.timezone);
  const before = daysBefore(day, 1);
  if (!endsNextDay(hoursOn(hours, before))) return day;
  return at < beginOfDay(hours, day) ? before : day;
}

/** When a business day begins, ms: at midnight, or when the day before has ended. */
export function beginOfDay(hours: ShopHours, day: string): number {
  const before = daysBefore(day, 1);
  const midnight = firstFrom(day, hours.timezone)(0);
  // A day that the calendar skips begins with the next one.
  if (midnight === null) return beginOfDay(hours, nextDay(day));
  if (!endsNextDay(hoursOn(hours, before))) return midnight;
  const closes = openOn(hours, before)?.closes ?? midnight;
  const opens = openOn(hours, day)?.opens ?? Infinity;
  const nextMidnight = firstFrom(day, hours.timezone)(DAY_MINUTES) ?? Infinity;
  return Math.max(midnight, Math.min(closes + TAIL_MS, opens, nextMidnight));
}

/** Finds the first instant of a day at which its clock reads `minute` or later; null if the calendar skips the day. */
function firstFrom(
  day: string,
  timezone: string,
): (minute: number) => number | null {
  const instant = instantsOf(day, timezone);
  return (minute) => {
    // A clock skips two hours at most.
    for (let next = minute; next <= minute + 120; next += 1) {
      const at = instant(next);
      if (at !== null) return at;
    }
    return null;
  };
}
