/** Calendar facts of an instant (ms since the epoch) in a time zone (IANA name). Reads no clock. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type WallClock = { day: string; hour: number; minute: number };

/** More than there are zones. A cache starts over then, because callers can write a zone in ever new cases. */
export const MAX_ZONES = 1_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (format === undefined) {
    // Making a format costs more than a thousand uses of it.
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: timezone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    if (formats.size === MAX_ZONES) formats.clear();
    formats.set(timezone, format);
  }
  return format;
}

/** Whether the host knows `timezone` as an IANA name such as 'Europe/London'. */
export function isTimezone(timezone: string): boolean {
  // Intl accepts an offset such as '+05:00', but it has no summer time.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(timezone)) return false;
  try {
    formatFor(timezone);
    return true;
  } catch {
    return false;
  }
}

/** The last reading per zone, because one change at a desk reads the same instant many times. */
const lastRead = new Map<string, { at: number; clock: WallClock }>();

/** Wall-clock reading of `at` in `timezone`; `day` is 'YYYY-MM-DD', hours are 0..23. */
export function wallClock(at: number, timezone: string): Readonly<WallClock> {
  const last = lastRead.get(timezone);
  if (last?.at === at) return last.clock;
  const clock = readClock(at, timezone);
  if (lastRead.size === MAX_ZONES) lastRead.clear();
  lastRead.set(timezone, { at, clock });
  return clock;
}

function readClock(at: number, timezone: string): WallClock {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatFor(timezone).formatToParts(at)) {
    part[type] = value;
  }
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    hour: Number(part.hour),
    minute: Number(part.minute),
  };
}

/** The clock's reading at `at` in `timezone`: 'HH:mm'. */
export function readingAt(at: number, timezone: string): string {
  const { hour, minute } = wallClock(at, timezone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(hour)}:${two(minute)}`;
}

/** The business day of `at`: 'YYYY-MM-DD'. */
export function dayKey(at: number, timezone: string): string {
  return wallClock(at, timezone).day;
}

/** The month of `at`, 'YYYY-MM'; monthly quotas count by it. */
export function monthKey(at: number, timezone: string): string {
  return dayKey(at, timezone).slice(0, 7);
}

/** Whether `text` is a calendar day from 2000 on, 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The day this many calendar days earlier. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** The weekday of a day: 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The day after this one. */
export function nextDay(day: string): string {
  return daysBefore(day, -1);
}

/** Minutes since midnight of 'HH:mm'. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** When the clock first reads `minute` (since midnight) on `day`; null in the hour that spring skips. */
export function instantOf(day: string, minute: number, timezone: string) {
  return instantsOf(day, timezone)(minute);
}

/** The same for many minutes of one day, with only two clock readings. */
export function instantsOf(
  day: string,
  timezone: string,
): (minute: number) => number | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Around the day in any zone; no zone changes its clock twice in that time.
  const before = offsetAt(midnight - DAY_MS, timezone);
  const after = offsetAt(midnight + 2 * DAY_MS, timezone);
  if (before === after)
    return (minute) => midnight + minute * MINUTE_MS - after;
  return (minute) => {
    const reads = midnight + minute * MINUTE_MS;
    const instants = [reads - before, reads - after].filter(
      (at) => at + offsetAt(at, timezone) === reads,
    );
    return instants.length === 0 ? null : Math.min(...instants);
  };
}

/** How far the clock of `timezone` is ahead of UTC, in ms. @param at a whole minute */
export function offsetAt(at: number, timezone: string): number {
  const { day, hour, minute } = wallClock(at, timezone);
  const reads =
    Date.parse(`${day}T00:00:00Z`) + (hour * 60 + minute) * MINUTE_MS;
  return reads - at;
}

/** When the month of `at` ends in `timezone`. */
export function endOfMonth(at: number, timezone: string): number {
  const [year = 0, month = 0] = monthKey(at, timezone).split("-").map(Number);
  const first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const read = instantsOf(first, timezone);
  // A day may begin after midnight if the clock goes forward then.
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const begins = read(minute);
    if (begins !== null) return begins;
  }
  return Date.parse(`${first}T00:00:00Z`);
}
