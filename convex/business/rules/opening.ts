/** Whether a business is open, and when it opens next, as instants. Its hours are hours.ts; the words for them are the screens'. */
import { hoursOn, type OperatingHours, type SpecialDay } from "./hours";
import { instantOf, minutesOf, wallClock } from "../../base/rules/timezones";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Past a fortnight of holidays. */
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

/** Whether a line in which somebody was called at `lastCallAt` is being worked off at `at`, whatever the hours say. */
export const isWorkedOff = (at: number, lastCallAt: number | null): boolean =>
  lastCallAt !== null && at - lastCallAt < WORKED_OFF_MS;

/** Open at `at`, or when it opens next; null if no day of the next four weeks is open. */
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
 * The same for somebody who has waited since `joinedAt`: those who came while
 * it was open are called after closing too, as long as calls go on.
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

/** The first instant of the day at which the clock reads `minute` or later: it may jump over it. */
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
