/** When reminders of a booking are due on the shop's clock, and whether they say today or tomorrow. product.md AL6. */
import {
  dayKey,
  daysBefore,
  instantOf,
  wallClock,
} from "../../base/rules/timezones";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type Reminder = "bookingTomorrow" | "bookingSoon";
/** All of them, earliest first. */
export const reminders: readonly Reminder[] = [
  "bookingTomorrow",
  "bookingSoon",
];
/** A booking made or moved this recently needs no reminder. */
const FRESH_MS = HOUR;

export function isReminder<Kind extends string>(
  kind: Kind | Reminder,
): kind is Reminder {
  return reminders.some((one) => one === kind);
}

/** An hour before, or the day before at the same wall-clock time; without it, 24 hours before. */
export function remindAt(kind: Reminder, startsAt: number, timezone: string) {
  if (kind === "bookingSoon") return startsAt - HOUR;
  const { day, hour, minute } = wallClock(startsAt, timezone);
  const before = instantOf(daysBefore(day, 1), hour * 60 + minute, timezone);
  return before ?? startsAt - 24 * HOUR;
}

/** How long before the booking a reminder can be due, ms. A clock change in between shifts it. */
export const remindersAhead: Readonly<Record<Reminder, readonly number[]>> = {
  bookingTomorrow: [-60, -30, 0, 30, 60].map(
    (changed) => 24 * HOUR + changed * MINUTE,
  ),
  bookingSoon: [HOUR],
};

/** Whether the booking is too recent for a reminder at this time. */
export function isFresh(bookedAt: number, dueAt: number): boolean {
  return bookedAt + FRESH_MS > dueAt;
}

/** The first reminder of a booking with a new time; null if it is too near. */
export function firstReminder(startsAt: number, timezone: string, now: number) {
  const isAhead = (kind: Reminder) =>
    !isFresh(now, remindAt(kind, startsAt, timezone));
  return reminders.find(isAhead) ?? null;
}

/** The reminder that follows; null after the last one. */
export function reminderAfter(kind: Reminder): Reminder | null {
  return reminders[reminders.indexOf(kind) + 1] ?? null;
}

/** The kind that is true at `now`, since a reminder may be late: today or tomorrow in the shop's calendar. */
export function wordsAt(startsAt: number, timezone: string, now: number) {
  const isToday = dayKey(startsAt, timezone) === dayKey(now, timezone);
  return isToday ? "bookingSoon" : "bookingTomorrow";
}
