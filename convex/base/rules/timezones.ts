/**
 * Calendar facts of an instant in a business's own time zone. Takes instants
 * (ms since the epoch) and IANA names; reads no clock.
 */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

type WallClock = { day: string; hour: number; minute: number };

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
    formats.set(timezone, format);
  }
  return format;
}

/** Whether the host knows `timezone` as an IANA name such as 'Europe/London'. */
export function isTimezone(timezone: string): boolean {
  // An offset such as '+05:00' is accepted by Intl but has no summer time.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(timezone)) return false;
  try {
    formatFor(timezone);
    return true;
  } catch {
    return false;
  }
}

/** The last reading in each zone: one change at a counter asks for its own instant many times. */
const lastRead = new Map<string, { at: number; clock: WallClock }>();

/** Wall-clock reading of `at` in `timezone`; `day` is 'YYYY-MM-DD', hours are 0..23. */
export function wallClock(at: number, timezone: string): Readonly<WallClock> {
  const last = lastRead.get(timezone);
  if (last?.at === at) return last.clock;
  const clock = readClock(at, timezone);
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

/** The clock at `at` in `timezone`: 'HH:mm'. */
export function clockOf(at: number, timezone: string): string {
  const { hour, minute } = wallClock(at, timezone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(hour)}:${two(minute)}`;
}

/** The business day of `at`: 'YYYY-MM-DD'. */
export function dayKey(at: number, timezone: string): string {
  return wallClock(at, timezone).day;
}

/** The month that `at` falls in, 'YYYY-MM': what monthly quotas count by. */
export function monthKey(at: number, timezone: string): string {
  return dayKey(at, timezone).slice(0, 7);
}

/** A day of the calendar from 2000 on, as 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  if (!/^2\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The day so many days of the calendar earlier. */
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

/**
 * The first instant at which the clock of `timezone` reads `minute` (since
 * midnight) on `day`: of the hour that comes twice in autumn the first, and
 * null in the one that is left out in spring.
 */
export function instantOf(
  day: string,
  minute: number,
  timezone: string,
): number | null {
  return instantsOf(day, timezone)(minute);
}

/** The same for many minutes of one day: a clock is read twice, and not for each. */
export function instantsOf(
  day: string,
  timezone: string,
): (minute: number) => number | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Around the day wherever it is, and no zone changes its clock twice in that time.
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

/** When the month that `at` falls in is over there. */
export function endOfMonth(at: number, timezone: string): number {
  const [year = 0, month = 0] = monthKey(at, timezone).split("-").map(Number);
  const first = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const read = instantsOf(first, timezone);
  // A day may begin after midnight where the clock is put forward then.
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const begins = read(minute);
    if (begins !== null) return begins;
  }
  return Date.parse(`${first}T00:00:00Z`);
}
