/**
 * The bookable times of one day and which of them are free (product.md B1 to
 * B3). Pure: which bookings there are and how many chairs is data/bookings.ts;
 * the hours of a date are business/rules/hours.ts.
 */
import { HORIZON_MS, isBusy } from "../../calendar/rules/busy";
import type { Span } from "../../base/rules/span";
import { instantsOf, minutesOf, wallClock } from "../../base/rules/timezones";

const MINUTE_MS = 60_000;

/** Nobody books later than this before the time. */
export const LEAD_MS = 15 * MINUTE_MS;

export type Slot = { startsAt: number; isFree: boolean };

type Day = {
  /** 'YYYY-MM-DD' of the business's calendar. */
  day: string;
  /** 'HH:mm' of the business's clock; null when it is closed. */
  hours: { start: string; end: string } | null;
  slotMinutes: number;
  timezone: string;
};

/**
 * The times at which a slot of this day begins: steps of the slot's length
 * from opening on, each as the clock on the wall reads. A time that the clock
 * jumps over is none, one that it shows twice is the first of the two.
 */
export function slotTimes({
  day,
  hours,
  slotMinutes,
  timezone,
}: Day): number[] {
  if (hours === null || !(slotMinutes > 0)) return [];
  const closes = minutesOf(hours.end);
  const instant = instantsOf(day, timezone);
  const times: number[] = [];
  let minute = minutesOf(hours.start);
  for (; minute + slotMinutes <= closes; minute += slotMinutes) {
    const startsAt = instant(minute);
    if (startsAt === null) continue;
    // Where the clock is put forward meanwhile, the slot is over later than it reads.
    const lastMinute = startsAt + (slotMinutes - 1) * MINUTE_MS;
    const isPlain = instant(minute + slotMinutes - 1) === lastMinute;
    if (isPlain || minuteAt(lastMinute, timezone) < closes) {
      times.push(startsAt);
    }
  }
  return times;
}

/**
 * The slots of a day, as free as they are.
 * @param taken the bookings that may reach into it, whatever their length
 * @param busy when nobody can come at all, whatever the chairs
 * @param capacity chairs on duty
 */
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

/** The slot that begins then. */
export function slotAt(startsAt: number, slotMinutes: number): Span {
  return { start: startsAt, end: startsAt + slotMinutes * MINUTE_MS };
}

/** How many of them there are at once at the busiest moment within `span`. */
export function mostAtOnce(taken: readonly Span[], span: Span): number {
  const within = taken.filter(
    ({ start, end }) => start < span.end && span.start < end,
  );
  // It is busiest where one of them begins.
  const counts = within.map(({ start }) => {
    const at = Math.max(start, span.start);
    return within.filter((one) => one.start <= at && at < one.end).length;
  });
  return Math.max(0, ...counts);
}

/** Whether a time is far enough from now to be booked, and not too far. The phone hides the others; the server refuses them. */
export function isBookable(startsAt: number, now: number): boolean {
  return startsAt >= now + LEAD_MS && startsAt <= now + HORIZON_MS;
}

function minuteAt(at: number, timezone: string): number {
  const { hour, minute } = wallClock(at, timezone);
  return hour * 60 + minute;
}
