/** A date with its year, for what may be long ago. Times of today are format.ts. */
import { pageLocale } from "../../strings/language/language";

/** "Nov 20, 2026, 5:05 PM", by the clock of the zone; without one by the reader's. */
export function momentOf(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(pageLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
}
