/** Whether a business is open, when it opens next, and its business days, as instants. */
import { DAY_MINUTES, endsNextDay, hoursOn } from "./hours";
import { firstFrom, nextOpen, openOn, type ShopHours } from "./openSpans";
import { dayKey, daysBefore, nextDay } from "../../base/rules/timezones";

export type Opening =
  | { isOpen: true }
  | { isOpen: false; opensAt: number | null };

const WORKED_OFF_MS = 60 * 60 * 1000;

/** Whether a line is still being served at `at`, regardless of opening hours. */
export const isWorkedOff = (at: number, lastCallAt: number | null): boolean =>
  lastCallAt !== null && at - lastCallAt < WORKED_OFF_MS;

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
