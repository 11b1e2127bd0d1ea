/**
 * Calendar facts of an instant in a business's own time zone. Takes instants
 * (ms since the epoch) and IANA names; reads no clock.
 */

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

/** Wall-clock reading of `at` in `timezone`; `day` is 'YYYY-MM-DD', hours are 0..23. */
export function wallClock(
  at: number,
  timezone: string,
): { day: string; hour: number; minute: number } {
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

/** The business day of `at`: 'YYYY-MM-DD'. */
export function dayKey(at: number, timezone: string): string {
  return wallClock(at, timezone).day;
}

/** The month that `at` falls in, 'YYYY-MM': what monthly quotas count by. */
export function monthKey(at: number, timezone: string): string {
  return dayKey(at, timezone).slice(0, 7);
}
