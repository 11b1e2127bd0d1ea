/** Open or closed, in the business's days and times. The rule is in convex/business/rules/opening. */
import { hoursOn } from "../../../convex/business/rules/hours";
import {
  closingFrom,
  nextOpen,
  type ShopHours,
} from "../../../convex/business/rules/openSpans";
import { dayKey, readingAt } from "../../../convex/base/rules/timezones";
import { daysBetween } from "./format";

export type Opening =
  /** `until` is 'HH:mm' or '24:00'; null while it stays open for another day or longer. */
  | { open: true; until: string | null }
  /**
   * `isDayOff`: today has no hours. `inDays`: 0 is today; `day` is that date, 'YYYY-MM-DD'; null when no day of the next
   * four weeks is open.
   */
  | {
      open: false;
      isDayOff: boolean;
      opens: { inDays: number; day: string; time: string } | null;
    };

/** Reads the hours at an instant; times come back as 'HH:mm' of the business. */
export function openingAt(hours: ShopHours, at: number): Opening {
  const next = nextOpen(hours, at);
  const { timezone } = hours;
  const today = dayKey(at, timezone);
  const isDayOff = hoursOn(hours, today) === null;
  if (next === null) return { open: false, isDayOff, opens: null };
  if (next.opens <= at) {
    const closes = closingFrom(hours, next.closes, at);
    const until = closes === null ? null : readingAt(closes, timezone);
    return { open: true, until: until === "00:00" ? "24:00" : until };
  }
  const day = dayKey(next.opens, timezone);
  const inDays = daysBetween(today, day);
  const time = readingAt(next.opens, timezone);
  return { open: false, isDayOff, opens: { inDays, day, time } };
}
