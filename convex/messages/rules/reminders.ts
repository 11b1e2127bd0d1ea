/** When a booking is reminded of, by the shop's own clock, and by which day's words. product.md AL6. */
import {
  dayKey,
  daysBefore,
  instantOf,
  wallClock,
} from "../../base/rules/timezones";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type Reminder = "bookingTomorrow" | "bookingSoon";
/** All of them, the earliest first. */
export const reminders: readonly Reminder[] = [
  "bookingTomorrow",
  "bookingSoon",
];
/** Who has booked, or moved, so lately needs no reminder. */
const FRESH_MS = HOUR;

/** Whether it reminds of a booking. */
export function isReminder<Kind extends string>(
  kind: Kind | Reminder,
): kind is Reminder {
  return reminders.some((one) => one === kind);
}

/**
 * When it is due: as the clock reads at the booking, on the day before (24
 * hours before where that day has no such reading), or an hour before.
 */
export function remindAt(
  kind: Reminder,
  startsAt: number,
  timezone: string,
): number {
  if (kind === "bookingSoon") return startsAt - HOUR;
  const { day, hour, minute } = wallClock(startsAt, timezone);
  const before = instantOf(daysBefore(day, 1), hour * 60 + minute, timezone);
  return before ?? startsAt - 24 * HOUR;
}

/** How long before its time a booking may be reminded of, ms: the clock may be changed by so much in between. */
export const remindersAhead: Readonly<Record<Reminder, readonly number[]>> = {
  bookingTomorrow: [-60, -30, 0, 30, 60].map(
    (changed) => 24 * HOUR + changed * MINUTE,
  ),
  bookingSoon: [HOUR],
};

/** Whether somebody who has booked then needs no reminder at this time. */
export function isFresh(bookedAt: number, dueAt: number): boolean {
  return bookedAt + FRESH_MS > dueAt;
}

/** The first reminder of a booking that has just got this time; null if it is too near. */
export function firstReminder(
  startsAt: number,
  timezone: string,
  now: number,
): Reminder | null {
  const isAhead = (kind: Reminder) =>
    !isFresh(now, remindAt(kind, startsAt, timezone));
  return reminders.find(isAhead) ?? null;
}

/** The reminder that follows; null after the last one. */
export function reminderAfter(kind: Reminder): Reminder | null {
  return reminders[reminders.indexOf(kind) + 1] ?? null;
}

/** Whose words are true when it is told at `now`, which may be late: "today at" or "tomorrow at", by the shop's calendar. */
export function wordsAt(
  startsAt: number,
  timezone: string,
  now: number,
): Reminder {
  const isToday = dayKey(startsAt, timezone) === dayKey(now, timezone);
  return isToday ? "bookingSoon" : "bookingTomorrow";
}
