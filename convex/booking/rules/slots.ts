/** A day's bookable times and which are free (product.md B1 to B3). */
import { HORIZON_MS, isBusy } from "../../calendar/rules/busy";
import type { Span } from "../../base/rules/span";
import { instantsOf } from "../../base/rules/timezones";
import { minutesOpen, type DayHours } from "../../business/rules/hours";
import { openSpan } from "../../business/rules/openSpans";

const MINUTE_MS = 60_000;

/** The latest time to book, before the slot begins. */
export const LEAD_MS = 15 * MINUTE_MS;

export type Slot = { startsAt: number; isFree: boolean };

type Day = {
  /** The business day, 'YYYY-MM-DD'. */
  day: string;
  hours: DayHours;
  slotMinutes: number;
  timezone: string;
};

/**
 * The start times of a business day's slots: steps of the slot's length from opening, on the wall clock, also after
 * midnight. A time that the clock skips is left out; a repeated one means the first.
 */
export function slotTimes({
  day,
  hours,
  slotMinutes,
  timezone,
}: Day): number[] {
  const open = openSpan(day, hours, timezone);
  if (hours === null || open === null || !(slotMinutes > 0)) return [];
  const { opens, closes } = minutesOpen(hours);
  const instant = instantsOf(day, timezone);
  const times: number[] = [];
  let minute = opens;
  for (; minute + slotMinutes <= closes; minute += slotMinutes) {
    const startsAt = instant(minute);
    if (startsAt === null) continue;
    // If the clock goes forward during the slot, the slot ends later on the wall clock.
    if (slotAt(startsAt, slotMinutes).end <= open.closes) times.push(startsAt);
  }
  return times;
}

/** The slots of a day. @param busy times when the whole shop is unavailable @param capacity chairs on duty */
export function slotsOfDay(
  day: Day & {
    taken: readonly Span[];
    busy: readonly Span[];
    capacity: number;
  },
): Slot[] {
  const { slotMinutes, taken, busy, capacity } = day;
  return slotTimes(day).map((startsAt) => {
    const slot = slotAt(startsAt, slotMinutes);
    const isFree = !isBusy(busy, slot) && mostAtOnce(taken, slot) < capacity;
    return { startsAt, isFree };
  });
}

export function slotAt(startsAt: number, slotMinutes: number): Span {
  return { start: startsAt, end: startsAt + slotMinutes * MINUTE_MS };
}

/** The largest number of bookings at any one moment within `span`. */
export function mostAtOnce(taken: readonly Span[], span: Span): number {
  const within = taken.filter(
    ({ start, end }) => start < span.end && span.start < end,
  );
  // The maximum is reached where one of them begins.
  const counts = within.map(({ start }) => {
    const at = Math.max(start, span.start);
    return within.filter((one) => one.start <= at && at < one.end).length;
  });
  return Math.max(0, ...counts);
}

/** Whether a time is neither too soon nor too far ahead. */
export function isBookable(startsAt: number, now: number): boolean {
  return startsAt >= now + LEAD_MS && startsAt <= now + HORIZON_MS;
}
