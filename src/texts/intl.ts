/** Words that Intl has in every language: spans of time and days of the week, in the language of the page. */
import { pageLocale } from "./language";

const MINUTE_MS = 60_000;

/** "in 3 minutes", rounded up to whole minutes; null when nobody can tell. */
export function inTime(ms: number | null): string | null {
  if (ms === null || !Number.isFinite(ms)) return null;
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  return new Intl.RelativeTimeFormat(pageLocale()).format(minutes, "minute");
}

/** "Monday" for 1; 0 is Sunday. */
export function weekdayName(weekday: number): string {
  // The first Sunday of 1970.
  const at = Date.UTC(1970, 0, 4 + weekday);
  const form = { weekday: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(pageLocale(), form).format(at);
}
