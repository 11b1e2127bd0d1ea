/** Whether a business is open, and when it opens next, as instants. */
import { hoursOn, type OperatingHours, type SpecialDay } from "./hours";
import { instantOf, minutesOf, wallClock } from "../../base/rules/timezones";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Covers two weeks of holidays. */
const LOOKED_AHEAD_DAYS = 28;

type Hours = {
  operatingHours: OperatingHours;
  specialDays: readonly SpecialDay[];
  timezone: string;
};

export type Opening =
  | { isOpen: true }
  | { isOpen: false; opensAt: number | null };

const WORKED_OFF_MS = 60 * 60 * 1000;

/** Whether a line is still being served at `at`, regardless of opening hours. */
export const isWorkedOff = (at: number, lastCallAt: number | null): boolean =>
  lastCallAt !== null && at - lastCallAt < WORKED_OFF_MS;

/** Open at `at`, or when it opens next; null if all of the next four weeks are closed. */
export function openingFrom(hours: Hours, at: number): Opening {
  const { day, hour, minute } = wallClock(at, hours.timezone);
  const now = hour * 60 + minute;
  const today = Date.parse(`${day}T00:00:00Z`);
  for (let ahead = 0; ahead <= LOOKED_AHEAD_DAYS; ahead += 1) {
    const date = new Date(today + ahead * DAY_MS).toISOString().slice(0, 10);
    const open = hoursOn(hours, date);
    if (open === null) continue;
    const start = minutesOf(open.start);
    if (ahead === 0 && now >= minutesOf(open.end)) continue;
    if (ahead === 0 && now >= start) return { isOpen: true };
    const opensAt = firstFrom(date, start, hours.timezone);
    if (opensAt !== null) return { isOpen: false, opensAt };
  }
  return { isOpen: false, opensAt: null };
}

/**
 * The same for a customer who joined at `joinedAt`. Those who joined in opening hours are still called after closing,
 * while calls continue.
 */
export function openingForWaiting(
  hours: Hours,
  at: number,
  joinedAt: number,
  lastCallAt: number | null,
): Opening {
  return isWorkedOff(at, lastCallAt) && openingFrom(hours, joinedAt).isOpen
    ? { isOpen: true }
    : openingFrom(hours, at);
}

/** The first instant of the day at which the clock reads `minute` or later; it may skip `minute`. */
function firstFrom(
  day: string,
  minute: number,
  timezone: string,
): number | null {
  for (let next = minute; next < 24 * 60; next += 1) {
    const at = instantOf(day, next, timezone);
    if (at !== null) return at;
  }
  return null;
}
