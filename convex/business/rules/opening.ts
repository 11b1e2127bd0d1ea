/** Whether a business is open, and when it opens next, as instants. */
import { hoursOn, type Hours } from "./hours";
import {
  daysBefore,
  instantOf,
  minutesOf,
  wallClock,
} from "../../base/rules/timezones";

/** Covers two weeks of holidays. */
const LOOKED_AHEAD_DAYS = 28;

type ZonedHours = Hours & { timezone: string };

export type Opening =
  | { isOpen: true }
  | { isOpen: false; opensAt: number | null };

const WORKED_OFF_MS = 60 * 60 * 1000;

/** Whether a line is still being served at `at`, regardless of opening hours. */
export const isWorkedOff = (at: number, lastCallAt: number | null): boolean =>
  lastCallAt !== null && at - lastCallAt < WORKED_OFF_MS;

/** Open at `at`, or when it opens next; null if all of the next four weeks are closed. */
export function openingFrom(hours: ZonedHours, at: number): Opening {
  const { day, hour, minute } = wallClock(at, hours.timezone);
  const now = hour * 60 + minute;
  for (let ahead = 0; ahead <= LOOKED_AHEAD_DAYS; ahead += 1) {
    const date = daysBefore(day, -ahead);
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

/** The same for a waiting customer: who joined in opening hours is still called after closing, while calls go on. */
export function openingForWaiting(
  hours: ZonedHours,
  at: number,
  joinedAt: number,
  lastCallAt: number | null,
): Opening {
  return isWorkedOff(at, lastCallAt) && openingFrom(hours, joinedAt).isOpen
    ? { isOpen: true }
    : openingFrom(hours, at);
}

/** The first instant of the day at which the clock reads `minute` or later; it may skip `minute`. */
function firstFrom(day: string, minute: number, timezone: string) {
  for (let next = minute; next < 24 * 60; next += 1) {
    const at = instantOf(day, next, timezone);
    if (at !== null) return at;
  }
  return null;
}
