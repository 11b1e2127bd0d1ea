/** A date with its year, for times that may be long ago. Times of today are in format.ts. */
import { pageLocale } from "../../strings/language/language";

/** "Nov 20, 2026, 5:05 PM" in the given zone, or in the device's. */
export function momentOf(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat(pageLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
    ...(timeZone !== undefined && { timeZone }),
  }).format(at);
}
