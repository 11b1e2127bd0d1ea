/** Opening hours as instants: those at a moment, or the next ones. Of opening.ts the join page needs only this. */
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

export function openOn(hours: ShopHours, day: string): OpenSpan | null {
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

/** Finds the first instant of a day at which its clock reads `minute` or later; null if the calendar skips the day. */
export function firstFrom(
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
